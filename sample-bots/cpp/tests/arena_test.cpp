// The client against an arena that drops, drains and refuses, over real gRPC on loopback.
#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <deque>
#include <future>
#include <iostream>
#include <stdexcept>

#include "arena/v1/bot.grpc.pb.h"
#include "kahua/arena.h"

namespace {

using arena::v1::ArenaMessage;
using arena::v1::BotMessage;

void check(bool holds, const std::string& what) {
  if (!holds) {
    throw std::logic_error(what);
  }
}

// The arena's end of one stream.
class Talk {
 public:
  Talk(grpc::ServerReaderWriter<ArenaMessage, BotMessage>& stream, std::string authorization)
      : authorization(std::move(authorization)), stream_(stream) {}

  const std::string authorization;

  BotMessage hear() {
    BotMessage message;
    check(stream_.Read(&message), "the bot is silent");
    return message;
  }

  void say(const ArenaMessage& message) { stream_.Write(message); }

  // Hears Hello and says Welcome.
  arena::v1::Hello greet(const std::string& resume_token) {
    const BotMessage message = hear();
    ArenaMessage welcome;
    welcome.mutable_welcome()->set_resume_token(resume_token);
    say(welcome);
    return message.hello();
  }

  void ask(const std::string& match, std::uint32_t ticket) {
    ArenaMessage message;
    message.mutable_ask()->set_match_id(match);
    message.mutable_ask()->set_ticket(ticket);
    say(message);
    const BotMessage heard = hear();
    check(heard.answer().match_id() == match && heard.answer().ticket() == ticket && heard.answer().index() == ticket,
          "answered " + heard.ShortDebugString());
  }

  void end(grpc::Status status) { status_.set_value(std::move(status)); }
  grpc::Status ended() { return status_.get_future().get(); }

 private:
  grpc::ServerReaderWriter<ArenaMessage, BotMessage>& stream_;
  std::promise<grpc::Status> status_;
};

class FakeArena : public arena::v1::BotService::Service {
 public:
  FakeArena() {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    addr = "127.0.0.1:" + std::to_string(port);
  }

  ~FakeArena() override { server_->Shutdown(std::chrono::system_clock::now()); }

  std::string addr;

  grpc::Status Play(grpc::ServerContext* context, grpc::ServerReaderWriter<ArenaMessage, BotMessage>* stream) override {
    const auto sent = context->client_metadata().find("authorization");
    const auto talk = std::make_shared<Talk>(
        *stream, sent == context->client_metadata().end() ? "" : std::string(sent->second.begin(), sent->second.end()));
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      talks_.push_back(talk);
    }
    came_.notify_one();
    return talk->ended();
  }

  // The next stream that a bot opens.
  std::shared_ptr<Talk> accept() {
    std::unique_lock<std::mutex> lock(mutex_);
    check(came_.wait_for(lock, std::chrono::seconds(10), [&] { return !talks_.empty(); }), "no bot connects");
    const auto talk = talks_.front();
    talks_.pop_front();
    return talk;
  }

 private:
  std::unique_ptr<grpc::Server> server_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::shared_ptr<Talk>> talks_;
};

// Answers with the ask's own ticket, so that a mix-up shows.
struct Echo : kahua::Bot {
  arena::v1::Answer choose(const arena::v1::Ask& ask) override {
    return kahua::index(static_cast<std::uint32_t>(ask.ticket()));
  }
};

std::future<void> start(const std::string& addr, std::stop_token leave = {}, int patience_ms = 20'000) {
  return std::async(std::launch::async, [=] {
    Echo bot;
    kahua::play(bot, {.matches = 2},
                {.addr = addr, .name = "anna", .token = "secret", .patience = std::chrono::milliseconds(patience_ms)},
                leave);
  });
}

const grpc::Status gone(grpc::StatusCode::UNAVAILABLE, "gone");

void answers_many_matches_and_resumes_with_the_latest_token() {
  FakeArena arena;
  auto ended = start(arena.addr);
  std::string token;
  for (const std::string next : {"t1", "t2", "t3"}) {
    const auto talk = arena.accept();
    check(talk->authorization == "Bearer secret", "authorization is " + talk->authorization);
    const auto hello = talk->greet(next);
    check(hello.name() == "anna" && hello.matches_max() == 2 && hello.resume_token() == token,
          hello.ShortDebugString());
    talk->ask("a", 1);
    talk->ask("b", 2);
    talk->end(gone);
    token = next;
  }
  const auto talk = arena.accept();
  talk->greet("t4");
  ArenaMessage draining;
  draining.mutable_notice()->set_kind(arena::v1::Notice::KIND_DRAINING);
  talk->say(draining);
  talk->end(grpc::Status::OK);
  // Draining does not dismiss the bot.
  arena.accept()->end(grpc::Status::OK);
  ended.get();
}

void says_bye_and_finishes_its_matches_even_after_a_break() {
  FakeArena arena;
  std::stop_source leave;
  auto ended = start(arena.addr, leave.get_token());
  auto talk = arena.accept();
  talk->greet("t1");
  leave.request_stop();
  check(talk->hear().has_bye(), "no Bye");
  talk->ask("a", 1);
  talk->end(gone);
  talk = arena.accept();
  talk->greet("t2");
  check(talk->hear().has_bye(), "no Bye after the break");
  talk->end(grpc::Status::OK);
  ended.get();
}

void a_refusal_is_final_and_says_why() {
  for (const auto code : {grpc::StatusCode::UNAUTHENTICATED, grpc::StatusCode::ABORTED}) {
    FakeArena arena;
    auto ended = start(arena.addr);
    arena.accept()->end(grpc::Status(code, "not you"));
    try {
      ended.get();
      check(false, "not refused");
    } catch (const kahua::Refused& refused) {
      check(refused.what() == "the arena at " + arena.addr + " refuses anna: not you", refused.what());
    }
  }
}

void gives_up_when_its_patience_is_at_an_end() {
  auto ended = start("127.0.0.1:1", {}, 100);
  try {
    ended.get();
    check(false, "still waiting");
  } catch (const kahua::OutOfReach&) {
  }
}

void settings_name_the_variable_that_is_wrong() {
  setenv("KAHUA_ADDR", "a:1", 1);
  setenv("KAHUA_NAME", "b", 1);
  setenv("KAHUA_MATCHES", "0", 1);
  try {
    kahua::Settings::from_env();
    check(false, "accepted");
  } catch (const std::invalid_argument& error) {
    check(error.what() == std::string("KAHUA_MATCHES is \"0\": expected a whole number of at least 1"), error.what());
  }
}

}  // namespace

int main() {
  int failed = 0;
  const std::pair<const char*, void (*)()> tests[] = {
      {"answers many matches and resumes with the latest token",
       answers_many_matches_and_resumes_with_the_latest_token},
      {"says Bye and finishes its matches even after a break", says_bye_and_finishes_its_matches_even_after_a_break},
      {"a refusal is final and says why", a_refusal_is_final_and_says_why},
      {"gives up when its patience is at an end", gives_up_when_its_patience_is_at_an_end},
      {"settings name the variable that is wrong", settings_name_the_variable_that_is_wrong},
  };
  for (const auto& [name, test] : tests) {
    try {
      test();
      std::cout << "ok: " << name << '\n';
    } catch (const std::exception& error) {
      std::cout << "FAILED: " << name << ": " << error.what() << '\n';
      ++failed;
    }
  }
  return failed == 0 ? 0 : 1;
}
