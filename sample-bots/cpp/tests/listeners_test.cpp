// A bot hears everything once and in order, also over a break of the connection.
#include "check.h"
#include "fake_arena.h"

namespace {

using Lines = std::vector<std::string>;

std::string list(kahua::EventList events) {
  std::string text;
  for (const auto* event : events) {
    text += " " + std::to_string(event->number());
  }
  return text;
}

// Write down everything that they are told.
struct Diary : kahua::Bot {
  Lines& lines;
  explicit Diary(Lines& lines) : lines(lines) {}

  kahua::Answer choose(const kahua::Ask& ask) override {
    lines.push_back("choose " + std::to_string(ask.ticket()));
    return kahua::index(0);
  }
  void on_welcome(const kahua::Welcome& welcome, kahua::Arena&) override {
    lines.push_back("welcome " + welcome.name());
  }
  void on_seated(const kahua::Seated& seated) override {
    lines.push_back("seated " + seated.match_id() + (seated.resumed() ? " again" : ""));
  }
  void on_events(const std::string& match_id, kahua::EventList events) override {
    lines.push_back("events " + match_id + list(events));
  }
  void on_ended(const kahua::Ended& ended) override { lines.push_back("ended " + ended.match_id()); }
  void on_fault(const kahua::FaultNotice& fault) override { lines.push_back("fault " + fault.problem()); }
  void on_notice(const kahua::Notice& notice) override { lines.push_back("notice " + notice.text()); }
};

struct MatchDiary : kahua::MatchBot {
  Lines& lines;
  std::string match_id;
  MatchDiary(Lines& lines, std::string match_id) : lines(lines), match_id(std::move(match_id)) {
    lines.push_back("begin " + this->match_id);
  }

  kahua::Answer choose(const kahua::Ask& ask) override {
    lines.push_back("choose " + std::to_string(ask.ticket()));
    return kahua::index(0);
  }
  void on_events(kahua::EventList events) override { lines.push_back("events" + list(events)); }
  void on_ended(const kahua::Ended& ended) override { lines.push_back("ended " + ended.match_id()); }
  void on_fault(const kahua::FaultNotice& fault) override { lines.push_back("fault " + fault.problem()); }
  void close() override { lines.push_back("close " + match_id); }
};

std::string joined(const Lines& lines) {
  std::string text;
  for (const auto& line : lines) {
    text += line + "; ";
  }
  return text;
}

// One match with a break in the middle, and another one that is open when the run ends.
void play_two_matches(std::shared_ptr<kahua::Bot> bot) {
  FakeArena arena;
  auto ended = start(std::move(bot), arena.settings());
  auto talk = arena.accept();
  talk->greet("t1");
  talk->seat("a");
  talk->events("a", {0, 1});
  talk->ask("a", 1, 3, {2, 4});
  talk->want("a", 1, 0);
  talk->end(gone);

  talk = arena.accept();
  talk->greet("t2", 1);
  talk->seat("a", true);
  talk->events("a", {0, 1, 2, 4, 5});
  talk->ask("a", 2, 3, {6});
  talk->want("a", 2, 0);
  talk->fault("a", "late");
  talk->events("a", {7});
  talk->end_match("a");
  talk->notice(kahua::Notice::KIND_PAUSED, "tea");
  talk->seat("b");
  talk->end();
  ended.get();
}

void a_bot_hears_everything_once_and_in_order() {
  Lines lines;
  play_two_matches(std::make_shared<Diary>(lines));
  equal(joined(lines), joined({"welcome anna", "seated a", "events a 0 1", "events a 2 4", "choose 1", "welcome anna",
                               "seated a again", "events a 5", "events a 6", "choose 2", "fault late", "events a 7",
                               "ended a", "notice tea", "seated b"}));
}

void a_match_has_a_bot_of_its_own_that_is_closed_last() {
  Lines lines;
  play_two_matches(kahua::per_match(
      [&](const kahua::Seated& seated) { return std::make_unique<MatchDiary>(lines, seated.match_id()); }));
  equal(joined(lines), joined({"begin a", "events 0 1", "events 2 4", "choose 1", "events 5", "events 6", "choose 2",
                               "fault late", "events 7", "ended a", "close a", "begin b", "close b"}));
}

void a_match_that_ended_while_the_bot_was_away_is_closed() {
  Lines lines;
  FakeArena arena;
  auto ended = start(kahua::per_match([&](const kahua::Seated& seated) {
                       return std::make_unique<MatchDiary>(lines, seated.match_id());
                     }),
                     arena.settings());
  auto talk = arena.accept();
  talk->greet("t1");
  talk->seat("a");
  talk->seat("b");
  talk->ask("b", 1, 3);
  talk->want("b", 1, 0);
  talk->end(gone);
  talk = arena.accept();
  talk->greet("t2", 1);
  talk->seat("b", true);
  talk->ask("b", 2, 3);
  talk->want("b", 2, 0);
  talk->end();
  ended.get();
  equal(joined(lines), joined({"begin a", "begin b", "choose 1", "close a", "choose 2", "close b"}));
}

void every_match_is_closed_when_the_run_fails() {
  struct Failing : MatchDiary {
    using MatchDiary::MatchDiary;
    kahua::Answer choose(const kahua::Ask&) override { throw std::runtime_error("oh no"); }
    void close() override {
      MatchDiary::close();
      throw std::runtime_error("not again");
    }
  };
  Lines lines;
  FakeArena arena;
  auto ended = start(kahua::per_match([&](const kahua::Seated& seated) {
                       return std::make_unique<Failing>(lines, seated.match_id());
                     }),
                     arena.settings());
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->seat("a");
  talk->seat("b");
  talk->ask("b", 1, 3);
  begins(error_of<kahua::Failure>(ended), "choose failed in match b");
  equal(joined(lines), joined({"begin a", "begin b", "close a", "close b"}));
}

}  // namespace

int main() {
  return run_tests({
      {"a bot hears everything once and in order", a_bot_hears_everything_once_and_in_order},
      {"a match has a bot of its own that is closed last", a_match_has_a_bot_of_its_own_that_is_closed_last},
      {"a match that ended while the bot was away is closed", a_match_that_ended_while_the_bot_was_away_is_closed},
      {"every match is closed when the run fails", every_match_is_closed_when_the_run_fails},
  });
}
