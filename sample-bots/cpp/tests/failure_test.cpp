// A failure of the bot's own code is named, and ends the run or gives up the match.
#include <functional>
#include <stdexcept>

#include "check.h"
#include "fake_arena.h"

namespace {

using Choose = std::function<kahua::Answer(const kahua::Ask&)>;

struct Chooser : kahua::Bot {
  Choose code;
  explicit Chooser(Choose code) : code(std::move(code)) {}
  kahua::Answer choose(const kahua::Ask& ask) override { return code(ask); }
};

const std::string where = "choose failed in match a, ticket 7 (haleakala, seat 1, 12 legal actions): ";

kahua::Answer throw_nested(const kahua::Ask&) {
  try {
    throw std::out_of_range("no such beach");
  } catch (...) {
    std::throw_with_nested(std::runtime_error("oh no"));
  }
}

const struct {
  Choose choose;
  std::string want;
} mistakes[] = {
    {[](const auto&) -> kahua::Answer { throw std::runtime_error("oh no"); }, "std::runtime_error: oh no"},
    {throw_nested, ": oh no\n  caused by std::out_of_range: no such beach"},
    {[](const auto&) -> kahua::Answer { throw "oh no"; }, "char const*: oh no"},
    {[](const auto&) -> kahua::Answer { throw 7; }, "int"},
    {[](const auto&) { return kahua::Answer(); },
     "choose answered nothing; expected kahua::index, action, notation or resign"},
    {[](const auto&) { return kahua::action({}); },
     "choose answered an empty action; expected one of the ask's legal actions"},
    {[](const auto&) { return kahua::notation(""); },
     "choose answered an empty notation; expected that of one of the ask's legal actions"},
    {[](const auto&) { return kahua::notation("\xff"); },
     "choose answered a notation that isn't UTF-8; expected that of one of the ask's legal actions"},
    {[](const auto&) { return kahua::index(0).with_comment("caf\xc3"); },
     "choose answered with a comment that isn't UTF-8; the arena itself cuts long comments"},
    {[](const auto&) { return kahua::index(-1); }, "choose answered index -1, but there are 12 legal actions: 0 to 11"},
    {[](const auto&) { return kahua::index(std::size_t{12}); },
     "choose answered index 12, but there are 12 legal actions: 0 to 11"},
};

void a_failure_of_the_bot_ends_the_run() {
  for (const auto& [choose, want] : mistakes) {
    FakeArena arena;
    auto ended = start(std::make_shared<Chooser>(choose), arena.settings());
    const auto talk = arena.accept();
    talk->greet("t1");
    talk->ask("a", 7, 12);
    const std::string error = error_of<kahua::Failure>(ended);
    begins(error, where);
    check(error.ends_with(want), "got " + error + ", expected " + want);
    check(talk->is_cut(), "the stream is still open");
  }
}

void a_failure_of_the_bot_resigns_the_match_and_the_others_go_on() {
  for (const auto& [choose, want] : mistakes) {
    FakeArena arena;
    auto settings = arena.settings();
    settings.on_error = kahua::OnError::resign;
    auto ended = start(std::make_shared<Chooser>([mistake = choose](const kahua::Ask& ask) {
                         return ask.match_id() == "a" ? mistake(ask) : kahua::index(0);
                       }),
                       settings);
    const auto talk = arena.accept();
    talk->greet("t1");
    talk->ask("a", 7, 12);
    equal(talk->hear().resign().match_id(), "a");
    // An ask that crossed the resignation isn't answered.
    talk->ask("a", 8, 12);
    talk->ask("b", 1, 12);
    talk->want("b", 1, 0);
    talk->end();
    ended.get();
  }
}

void a_bot_may_resign() {
  FakeArena arena;
  auto ended = start(std::make_shared<Chooser>([](const auto&) { return kahua::resign(); }), arena.settings());
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 7, 12);
  equal(talk->hear().resign().match_id(), "a");
  talk->end();
  ended.get();
}

void an_answer_takes_its_choice_and_comment_along() {
  FakeArena arena;
  auto ended = start(std::make_shared<Chooser>([](const kahua::Ask& ask) {
                       if (ask.ticket() == 1) {
                         return kahua::notation("boat").with_comment("why not");
                       }
                       kahua::Action action;
                       action.mutable_haleakala()->mutable_move_boat();
                       return kahua::action(std::move(action));
                     }),
                     arena.settings());
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 1, 12);
  const auto first = talk->hear().answer();
  equal(first.notation(), "boat");
  equal(first.comment(), "why not");
  talk->ask("a", 2, 12);
  check(talk->hear().answer().action().haleakala().has_move_boat(), "another action");
  talk->end();
  ended.get();
}

void a_failure_of_a_listener_ends_the_run_too() {
  struct FailsAtTheEnd : Echo {
    void on_ended(const kahua::Ended&) override { throw std::logic_error("oh no"); }
  };
  FakeArena arena;
  auto ended = start(std::make_shared<FailsAtTheEnd>(), arena.settings());
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->end_match("a");
  equal(error_of<kahua::Failure>(ended), "on_ended failed in match a: std::logic_error: oh no");
}

void a_match_that_cannot_begin_names_begin() {
  FakeArena arena;
  auto ended = start(kahua::per_match([](const auto&) { return nullptr; }), arena.settings());
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->seat("a");
  equal(error_of<kahua::Failure>(ended),
        "begin failed in match a: std::logic_error: begin returned a null pointer; expected a bot for the match");
}

}  // namespace

int main() {
  return run_tests({
      {"a failure of the bot ends the run", a_failure_of_the_bot_ends_the_run},
      {"a failure of the bot resigns the match and the others go on",
       a_failure_of_the_bot_resigns_the_match_and_the_others_go_on},
      {"a bot may resign", a_bot_may_resign},
      {"an answer takes its choice and comment along", an_answer_takes_its_choice_and_comment_along},
      {"a failure of a listener ends the run too", a_failure_of_a_listener_ends_the_run_too},
      {"a match that cannot begin names begin", a_match_that_cannot_begin_names_begin},
  });
}
