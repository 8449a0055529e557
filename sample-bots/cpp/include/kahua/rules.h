// The rules of the games, to look ahead with: positions that the process `kahua rules` keeps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// The rules refuse a request, or their process can't be started or has ended. what() says why.
class RulesError : public std::runtime_error {
 public:
  enum class Kind {
    // The rules of the game don't allow it.
    illegal,
    // It was asked for in a wrong way.
    request,
    // It asks for too much.
    limit,
    // The process can't be started, has ended or was closed.
    process,
  };

  RulesError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

// What must happen next: a seat decides, chance is drawn, or nothing, since the game is over.
enum class Phase { decide, chance, over };

// An outcome of a chance event.
struct Outcome {
  std::string notation;
  double probability = 0;
};

// What came of random games.
struct Rollouts {
  // The mean points of each seat.
  std::vector<double> mean_scores;
  // The share of the games in which each seat came first; those who tie share it.
  std::vector<double> wins;
  // How many of the games reached their end.
  std::uint32_t finished = 0;

  bool operator==(const Rollouts&) const = default;
};

// What a legal action leads to.
struct Successor {
  // The action in the game's notation. Its index in the list is its index in ask.legal().
  std::string action;
  Phase phase = Phase::decide;
  // The seat to decide next, if one is.
  std::optional<std::uint32_t> seat;
  // The points of each seat if the final scoring came right after the action.
  std::vector<std::int32_t> scores;
  // What came of random games after the action, if they were asked for.
  std::optional<Rollouts> rollouts;
};

// How a game starts.
struct Start {
  // How many seats play; by default, the fewest that the game allows.
  std::optional<std::uint32_t> seats = {};
  // Options such as "variant=tactical".
  std::vector<std::string> options = {};
  // With a seed, chance is drawn up to the first decision.
  std::optional<std::uint64_t> seed = {};
};

class RulesProcess;

// One position. The process forgets it when this object is destroyed. All methods throw RulesError.
class Position {
 public:
  using Seed = std::optional<std::uint64_t>;

  Position(Position&&) = default;
  Position& operator=(Position&& other) noexcept;
  ~Position();

  Phase phase() const { return phase_; }
  // The seat to decide, if one is.
  std::optional<std::uint32_t> seat() const { return seat_; }
  // How many legal actions it has.
  std::uint32_t legal_total() const { return legal_total_; }
  // The place of each seat, 1 for the winner, once the game is over.
  const std::vector<std::uint32_t>& places() const { return places_; }
  // The outcomes of chance that the latest request has drawn.
  const std::vector<std::string>& drawn() const { return drawn_; }
  // Its number in requests.
  std::uint64_t handle() const { return handle_; }

  // The legal actions in the game's notation, in the order of ask.legal().
  std::vector<std::string> legal() const;

  // Plays a legal action: its index or its notation. With a seed, chance is then drawn up to the next decision.
  void play(std::uint32_t index, Seed seed = {});
  void play(const std::string& notation, Seed seed = {});

  // As play(), but on a copy.
  Position after(std::uint32_t index, Seed seed = {}) const;
  Position after(const std::string& notation, Seed seed = {}) const;

  // The outcomes of the chance event that is due; empty if none is.
  std::vector<Outcome> chance() const;
  // Plays an outcome of the chance event that is due.
  void play_chance(const std::string& notation);
  // Draws chance up to the next decision.
  void sample(std::uint64_t seed);

  // Plays events of a match, as asks and on_events() have them.
  void observe(std::span<const arena::v1::MatchEvent* const> events);

  // The points of each seat if the final scoring came now.
  std::vector<std::int32_t> scores() const;
  // What a seat sees, as text; without a seat, what a spectator sees.
  std::string text(std::optional<std::uint32_t> seat = {}) const;
  // What a seat sees; without a seat, what a spectator sees.
  arena::v1::View view(std::optional<std::uint32_t> seat = {}) const;

  // What every legal action leads to. With `rollouts`, so many random games are played after each of them, each to its end
  // or for so many events.
  std::vector<Successor> successors(std::uint32_t rollouts = 0, std::uint64_t seed = 0,
                                    std::optional<std::uint32_t> events_max = {}) const;
  // Plays `n` random games from here, each to its end or for so many events.
  Rollouts rollout(std::uint32_t n, std::uint64_t seed, std::optional<std::uint32_t> events_max = {}) const;

  // The same position once more.
  Position clone() const;
  // The same view of the seat to decide, with another guess at what it doesn't see.
  Position redraw(std::uint64_t seed) const;

 private:
  friend class Rules;
  Position(std::shared_ptr<RulesProcess> process, const std::string& request);
  void update(const std::string& request);

  std::shared_ptr<RulesProcess> process_;
  std::uint64_t handle_ = 0;
  Phase phase_ = Phase::decide;
  std::optional<std::uint32_t> seat_;
  std::uint32_t legal_total_ = 0;
  std::vector<std::uint32_t> places_;
  std::vector<std::string> drawn_;
};

// The rules of all games. They run in a process of their own, which ends with this object.
//
// The process is `kahua rules`. KAHUA_RULES is the path of the program `kahua`; without it, `kahua` is looked for in the
// folders of PATH. The object and its positions may be used from several threads; they take turns. All methods throw
// RulesError.
class Rules {
 public:
  Rules();
  // Starts this command instead, such as {"kahua", "rules", "--ruleset", "mine.toml"}.
  explicit Rules(const std::vector<std::string>& command);
  // Ends the process. Its positions are of no use any more.
  ~Rules();

  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  // A game from its beginning.
  Position start(const std::string& game, const Start& start = {});
  // The position of an ask. What the bot doesn't see is guessed from the seed.
  Position position(const arena::v1::Ask& ask, std::uint64_t seed = 0);
  // The position that a view shows to the seat to decide. What it doesn't see is guessed from the seed.
  Position from_view(const std::string& game, const arena::v1::View& view, std::uint64_t seed = 0);

  // Any line of docs/bots/rules.md, and the line that answers it: one request, or a list of many at once, which is
  // several times faster. An answer with an error is returned, not thrown.
  std::string exchange(const std::string& line);

 private:
  std::shared_ptr<RulesProcess> process_;
};

}  // namespace kahua
