// The rules of the games: the process `kahua rules` behind typed methods. Argument: the program, where KAHUA_RULES doesn't
// name it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include "check.h"
#include "kahua/bot.h"
#include "kahua/rules.h"

namespace {

using kahua::Phase;
using kahua::RulesError;

std::string program;

kahua::Rules start_rules() { return kahua::Rules({program, "rules"}); }

void a_game_is_played_to_its_end() {
  kahua::Rules rules = start_rules();
  kahua::Position position = rules.start("haleakala", {.seats = 2, .options = {"variant=tactical"}, .seed = 7});
  for (std::uint32_t decisions = 0; position.phase() != Phase::over; ++decisions) {
    const auto legal = position.legal();
    equal(legal.size(), position.legal_total());
    if (decisions % 2 == 0) {
      position.play(0, decisions);
    } else {
      position.play(legal.back(), decisions);
    }
  }
  auto places = position.places();
  std::ranges::sort(places);
  check(places == std::vector<std::uint32_t>{1, 2}, "the places are others");
  equal(position.scores().size(), 2U);
}

void an_ask_leads_to_its_position() {
  kahua::Rules rules = start_rules();
  // Greater than what a double can hold.
  const kahua::Position position = rules.start("hawaii", {.seats = 3, .seed = ~std::uint64_t{0}});
  kahua::Ask ask;
  ask.set_game("hawaii");
  ask.set_seat(position.seat().value());
  *ask.mutable_view() = position.view(position.seat());
  ask.set_legal_total(position.legal_total());
  const kahua::Position opened = rules.position(ask, 9);
  check(opened.legal() == position.legal(), "other actions are legal");
  equal(opened.redraw(3).view(position.seat()).SerializeAsString(), ask.view().SerializeAsString());
  check(rules.from_view("hawaii", ask.view(), 1).legal() == position.legal(), "the view leads elsewhere");
  ask.set_legal_total(position.legal_total() + 1);
  contains(thrown<RulesError>([&] { rules.position(ask, 9); }), "start the process with --ruleset FILE");
}

void successors_and_copies_leave_the_position_as_it_is() {
  kahua::Rules rules = start_rules();
  const kahua::Position position = rules.start("kanaloa", {.seed = 1});
  const std::string before = position.text();
  const auto legal = position.legal();
  const auto successors = position.successors(2, 5, 30);
  equal(successors.size(), legal.size());
  for (std::uint32_t index = 0; index < legal.size(); ++index) {
    const kahua::Position after = position.after(index);
    equal(successors[index].action, legal[index]);
    check(successors[index].phase == after.phase() && successors[index].seat == after.seat(), legal[index]);
    check(successors[index].scores == after.scores(), legal[index]);
    check(successors[index].rollouts == after.rollout(2, 5, 30), legal[index]);
  }
  check(!position.successors().front().rollouts, "nothing was played");
  equal(position.clone().text(), before);
}

void chance_is_listed_played_drawn_and_followed() {
  kahua::Rules rules = start_rules();
  kahua::Position position = rules.start("haleakala");
  check(position.phase() == Phase::chance && !position.seat(), "no seat is to decide");
  const auto outcomes = position.chance();
  const double sum = std::accumulate(outcomes.begin(), outcomes.end(), 0.0,
                                     [](double all, const kahua::Outcome& one) { return all + one.probability; });
  check(sum > 0.999 && sum < 1.001, "the probabilities are " + std::to_string(sum) + " together");
  position.clone().play_chance(outcomes.front().notation);
  position.sample(3);
  kahua::arena::v1::MatchEvents events;
  for (const std::string& drawn : position.drawn()) {
    kahua::MatchEvent* event = events.add_events();
    event->set_number(static_cast<std::uint32_t>(events.events_size() - 1));
    event->mutable_chance()->set_notation(drawn);
  }
  kahua::Position followed = rules.start("haleakala");
  followed.observe({events.events().data(), static_cast<std::size_t>(events.events_size())});
  equal(followed.text(), position.text());
}

void a_refusal_says_why_and_the_next_request_is_answered() {
  kahua::Rules rules = start_rules();
  kahua::Position position = rules.start("haleakala", {.seed = 1});
  try {
    position.play(99);
    check(false, "there is no action 99");
  } catch (const RulesError& refused) {
    check(refused.kind() == RulesError::Kind::illegal, "it isn't legal");
    begins(refused.what(), "play: action: index 99 is beyond");
  }
  const std::string legal = R"({"op":"scores","position":)" + std::to_string(position.handle()) + "}";
  const std::string answers = rules.exchange("[" + legal + R"(,{"op":"fly"}])");
  begins(answers, R"([{"scores":[0,0],"over":false},{"error":"fly: there is no such operation)");
  contains(thrown<RulesError>([&] { rules.start("\"\n\xc3\xa9\""); }), "\\\"\\n\u00e9\\\"");
}

void a_position_that_is_gone_is_freed() {
  kahua::Rules rules = start_rules();
  kahua::Position kept = rules.start("haleakala", {.seed = 1});
  std::uint64_t gone = 0;
  {
    kahua::Position copy = kept.clone();
    gone = copy.handle();
    const kahua::Position moved = std::move(copy);
    equal(moved.handle(), gone);
  }
  const std::string ask = R"({"op":"scores","position":)" + std::to_string(gone) + "}";
  contains(rules.exchange(ask), "there is no open position " + std::to_string(gone));
  const std::uint64_t first = kept.handle();
  kept = kept.after(0);
  equal(kept.scores().size(), 2U);
  const std::string old = R"({"op":"scores","position":)" + std::to_string(first) + "}";
  contains(rules.exchange(old), "there is no open position " + std::to_string(first));
}

void a_process_that_ends_or_is_not_there_is_an_error() {
  kahua::Rules ended({"false"});
  const auto start = [&] { ended.start("haleakala"); };
  equal(thrown<RulesError>(start), "false has ended (exit status 1)");
  equal(thrown<RulesError>(start), "false has ended (exit status 1)");
  contains(thrown<RulesError>([] { kahua::Rules({"/no/such"}); }),
           "can't start /no/such: no such file or directory; put kahua into a folder of PATH, or set KAHUA_RULES");
  // It reads first: otherwise it might have ended before it is asked.
  kahua::Rules talker({"sh", "-c", "read question; echo nonsense"});
  begins(thrown<RulesError>([&] { talker.start("haleakala"); }), "this isn't an answer of kahua rules: nonsense");
  auto rules = std::make_unique<kahua::Rules>(std::vector<std::string>{program, "rules"});
  const kahua::Position position = rules->start("haleakala");
  rules.reset();
  equal(thrown<RulesError>([&] { position.legal(); }), "these rules were closed");
}

}  // namespace

int main(int count, char** arguments) {
  const char* set = std::getenv("KAHUA_RULES");
  program = set != nullptr ? set : count > 1 ? arguments[1] : "kahua";
  const char* required = std::getenv("KAHUA_REQUIRE_ALL");
  if (!std::filesystem::exists(program) && (required == nullptr || std::string(required) != "1")) {
    std::cout << "skipped: this needs " << program << ": cargo build" << std::endl;
    return 0;
  }
  return run_tests({
      {"a game is played to its end", a_game_is_played_to_its_end},
      {"an ask leads to its position", an_ask_leads_to_its_position},
      {"successors and copies leave the position as it is", successors_and_copies_leave_the_position_as_it_is},
      {"chance is listed, played, drawn and followed", chance_is_listed_played_drawn_and_followed},
      {"a refusal says why, and the next request is answered", a_refusal_says_why_and_the_next_request_is_answered},
      {"a position that is gone is freed", a_position_that_is_gone_is_freed},
      {"a process that ends or isn't there is an error", a_process_that_ends_or_is_not_there_is_an_error},
  });
}
