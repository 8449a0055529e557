// The client against an arena that drops, drains and refuses.
#include <regex>
#include <semaphore>
#include <thread>

#include "check.h"
#include "fake_arena.h"

namespace {

using namespace std::chrono_literals;

void answers_many_matches_and_resumes_with_the_latest_token() {
  FakeArena arena;
  auto ended = start(std::make_shared<Echo>(), arena.settings());
  std::string token;
  std::uint32_t ticket = 0;
  for (const std::string next : {"t1", "t2", "t3"}) {
    const auto talk = arena.accept();
    equal(talk->authorization, "Bearer secret");
    const auto hello = talk->greet(next);
    check(hello.name() == "anna" && hello.matches_max() == 2 && hello.resume_token() == token &&
              hello.protocol_version() == 1 && hello.library() == "kahua-cpp 0.1.0",
          hello.ShortDebugString());
    talk->ask("a", ticket, 9);
    talk->want("a", ticket, ticket);
    talk->ask("b", ticket + 1, 9);
    talk->want("b", ticket + 1, ticket + 1);
    talk->end(gone);
    token = next;
    ticket += 2;
  }
  const auto talk = arena.accept();
  talk->greet("t4");
  talk->notice(kahua::Notice::KIND_DRAINING, "");
  talk->end();
  // Draining does not dismiss the bot.
  arena.accept()->end();
  ended.get();
}

// Lets each choose() wait until the test lets it go on.
struct Thinker : kahua::Bot {
  std::counting_semaphore<> asked{0};
  std::counting_semaphore<> go_on{0};

  kahua::Answer choose(const kahua::Ask&) override {
    asked.release();
    go_on.acquire();
    return kahua::index(2);
  }
};

void a_thought_longer_than_the_keepalive_counts() {
  FakeArena arena(grpc::InsecureServerCredentials(), [](grpc::ServerBuilder& builder) {
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 500);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 3000);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  });
  const auto bot = std::make_shared<Thinker>();
  auto ended = start(bot, arena.settings());
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 7, 3);
  bot->asked.acquire();
  std::this_thread::sleep_for(4s);
  bot->go_on.release();
  talk->want("a", 7, 2);
  talk->end();
  ended.get();
}

void an_answer_is_kept_when_the_connection_breaks_while_the_bot_thinks() {
  FakeArena arena;
  const auto bot = std::make_shared<Thinker>();
  auto ended = start(bot, arena.settings());
  auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 7, 3);
  bot->asked.acquire();
  talk->end(gone);
  talk = arena.accept();
  talk->greet("t2", 1);
  talk->seat("a", true);
  bot->go_on.release(2);
  talk->ask("a", 7, 3);
  talk->want("a", 7, 2);
  talk->ask("a", 8, 3);
  talk->want("a", 8, 2);
  bot->asked.acquire();
  check(!bot->asked.try_acquire(), "asked twice about one ticket");
  talk->end();
  ended.get();
}

// The bytes of a google.rpc.Status with one detail.
std::string detailed(const std::string& type, const std::string& detail) {
  const auto field = [](char tag, const std::string& bytes) {
    return std::string{tag, static_cast<char>(bytes.size())} + bytes;
  };
  return field('\x1a', field('\x0a', "type.googleapis.com/google.rpc." + type) + field('\x12', detail));
}

void a_refusal_is_final_and_says_why() {
  for (const auto code : {grpc::StatusCode::UNAUTHENTICATED, grpc::StatusCode::ABORTED}) {
    FakeArena arena;
    auto ended = start(std::make_shared<Echo>(), arena.settings());
    arena.accept()->end(grpc::Status(code, "not you", detailed("ErrorInfo", "\x0a\x0dTOKEN_UNKNOWN")));
    equal(error_of<kahua::Refused>(ended), "the arena at " + arena.addr + " refuses anna: not you (TOKEN_UNKNOWN)");
  }
}

// The text of an error without how long it took, which depends on the machine.
std::string in_some_time(const std::string& error) {
  return std::regex_replace(error, std::regex("for [0-9]+ s"), "for N s");
}

void waits_while_its_name_is_in_use() {
  const grpc::Status in_use(grpc::StatusCode::ALREADY_EXISTS, "anna has open matches");
  FakeArena arena;
  auto ended = start(std::make_shared<Echo>(), arena.settings());
  arena.accept()->end(in_use);
  arena.accept()->end(in_use);
  arena.accept()->end(grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "not you"));
  equal(error_of<kahua::Refused>(ended), "the arena at " + arena.addr + " refuses anna: not you");
  auto settings = arena.settings();
  settings.patience = 1ms;
  auto impatient = start(std::make_shared<Echo>(), settings);
  arena.accept()->end(in_use);
  equal(in_some_time(error_of<kahua::OutOfReach>(impatient)),
        "the name anna has been in use for N s (anna has open matches)");
}

void comes_back_when_the_arena_says() {
  FakeArena arena;
  auto ended = start(std::make_shared<Echo>(), arena.settings());
  const std::string one_second = "\x0a\x02\x08\x01";
  const auto began = std::chrono::steady_clock::now();
  arena.accept()->end(
      grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "the arena is full", detailed("RetryInfo", one_second)));
  const auto talk = arena.accept();
  check(std::chrono::steady_clock::now() - began >= 1s, "it came back too early");
  // Details that can't be read don't hide the failure.
  talk->end(grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "not you", "\xff\xff"));
  equal(error_of<kahua::Refused>(ended), "the arena at " + arena.addr + " refuses anna: not you");
}

void gives_up_when_its_patience_is_at_an_end() {
  auto ended = start(std::make_shared<Echo>(), {.addr = "127.0.0.1:1", .name = "anna", .patience = 100ms});
  equal(in_some_time(error_of<kahua::OutOfReach>(ended)), "no arena at 127.0.0.1:1 for N s (connection refused)");
}

// Brings the arena's handle to the test.
struct Handle : Echo {
  std::promise<kahua::Arena*> arena;
  bool is_known = false;

  void on_welcome(const kahua::Welcome&, kahua::Arena& handle) override {
    if (!std::exchange(is_known, true)) {
      arena.set_value(&handle);
    }
  }
};

void what_the_bot_tells_the_arena_is_told_again_after_a_break() {
  FakeArena arena;
  const auto bot = std::make_shared<Handle>();
  auto ended = start(bot, arena.settings());
  auto talk = arena.accept();
  talk->greet("t1");
  kahua::Arena& line = *bot->arena.get_future().get();
  line.ready();
  check(talk->hear().has_ready(), "no Ready");
  line.pause();
  line.resign("a");
  line.bye();
  check(talk->hear().has_pause(), "no Pause");
  equal(talk->hear().resign().match_id(), "a");
  check(talk->hear().has_bye(), "no Bye");
  talk->end(gone);
  talk = arena.accept();
  talk->greet("t2");
  equal(talk->hear().resign().match_id(), "a");
  check(talk->hear().has_pause(), "no Pause again");
  check(talk->hear().has_bye(), "no Bye again");
  talk->end();
  ended.get();
}

void a_stop_leaves_in_good_order() {
  FakeArena arena;
  std::stop_source leave;
  auto ended = start(std::make_shared<Echo>(), arena.settings(), leave.get_token());
  const auto talk = arena.accept();
  talk->greet("t1");
  leave.request_stop();
  check(talk->hear().has_bye(), "no Bye");
  talk->ask("a", 1, 3);
  talk->want("a", 1, 1);
  talk->end();
  ended.get();
}

void a_stop_ends_the_wait_for_an_arena() {
  std::stop_source leave;
  auto ended = start(std::make_shared<Echo>(), {.addr = "127.0.0.1:1", .name = "anna"}, leave.get_token());
  leave.request_stop();
  ended.get();
}

}  // namespace

int main() {
  return run_tests({
      {"answers many matches and resumes with the latest token",
       answers_many_matches_and_resumes_with_the_latest_token},
      {"a thought longer than the keepalive counts", a_thought_longer_than_the_keepalive_counts},
      {"an answer is kept when the connection breaks while the bot thinks",
       an_answer_is_kept_when_the_connection_breaks_while_the_bot_thinks},
      {"a refusal is final and says why", a_refusal_is_final_and_says_why},
      {"waits while its name is in use", waits_while_its_name_is_in_use},
      {"comes back when the arena says", comes_back_when_the_arena_says},
      {"gives up when its patience is at an end", gives_up_when_its_patience_is_at_an_end},
      {"what the bot tells the arena is told again after a break",
       what_the_bot_tells_the_arena_is_told_again_after_a_break},
      {"a stop leaves in good order", a_stop_leaves_in_good_order},
      {"a stop ends the wait for an arena", a_stop_ends_the_wait_for_an_arena},
  });
}
