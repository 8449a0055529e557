// A bot that looks one move ahead by the rules: it tries every action out in short random games.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <random>

#include "kahua/kahua.h"
#include "kahua/rules.h"

namespace {

// How many games are played after each action.
constexpr std::uint32_t rollouts = 200;

// How far each of them goes: after so many events, the points are counted as they would be at the end. Hawaii is played to
// its end.
std::uint32_t events_in(const std::string& game) { return game == "haleakala" ? 15 : 400; }

// How good an action is for this seat: its mean lead over the best of the others.
double value(const kahua::Successor& successor, std::size_t seat) {
  const std::vector<double>& scores = successor.rollouts->mean_scores;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t other = 0; other < scores.size(); ++other) {
    if (other != seat) {
      best = std::max(best, scores[other]);
    }
  }
  return scores[seat] - best;
}

class LookAhead : public kahua::Bot {
 public:
  kahua::Answer choose(const kahua::Ask& ask) override {
    if (ask.legal_total() == 1) {
      return kahua::index(0);
    }
    // Other seeds each time, for other guesses at what this seat doesn't see, and other luck.
    const kahua::Position position = rules_.position(ask, lots_());
    const auto successors = position.successors(rollouts, lots_(), events_in(ask.game()));
    const auto best = std::ranges::max_element(
        successors, {}, [&](const kahua::Successor& successor) { return value(successor, ask.seat()); });
    return kahua::index(best - successors.begin());
  }

 private:
  kahua::Rules rules_;
  std::mt19937_64 lots_{std::random_device()()};
};

}  // namespace

int main() {
  try {
    LookAhead bot;
    return kahua::run(bot, {.games = {"haleakala", "hawaii"}});
  } catch (const kahua::RulesError& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}
