#include "fake_arena.h"

#include "check.h"

namespace {

constexpr auto patience = std::chrono::seconds(60);

std::string authorization_of(const grpc::ServerContext& context) {
  const auto sent = context.client_metadata().find("authorization");
  return sent == context.client_metadata().end() ? "" : std::string(sent->second.begin(), sent->second.end());
}

template <typename Message>
void number(Message& message, const Numbers& events) {
  for (const auto number : events) {
    message.add_events()->set_number(number);
  }
}

}  // namespace

Talk::Talk(grpc::ServerReaderWriter<ArenaMessage, BotMessage>& stream, grpc::ServerContext& context)
    : authorization(authorization_of(context)), stream_(stream), context_(context) {}

BotMessage Talk::hear() {
  BotMessage message;
  check(stream_.Read(&message), "the bot is silent");
  return message;
}

void Talk::say(const ArenaMessage& message) { stream_.Write(message); }

kahua::arena::v1::Hello Talk::greet(const std::string& resume_token, std::uint32_t resumed) {
  const BotMessage heard = hear();
  ArenaMessage message;
  auto& welcome = *message.mutable_welcome();
  welcome.set_name(heard.hello().name());
  welcome.set_resume_token(resume_token);
  welcome.set_resumed_matches(resumed);
  say(message);
  return heard.hello();
}

void Talk::seat(const std::string& match, bool resumed) {
  ArenaMessage message;
  auto& seated = *message.mutable_seated();
  seated.set_match_id(match);
  seated.set_game("haleakala");
  seated.set_seat(1);
  seated.set_resumed(resumed);
  say(message);
}

void Talk::ask(const std::string& match, std::uint32_t ticket, std::uint32_t legal, const Numbers& events) {
  ArenaMessage message;
  auto& ask = *message.mutable_ask();
  ask.set_match_id(match);
  ask.set_ticket(ticket);
  ask.set_game("haleakala");
  ask.set_seat(1);
  ask.set_legal_total(legal);
  number(ask, events);
  say(message);
}

void Talk::events(const std::string& match, const Numbers& events) {
  ArenaMessage message;
  message.mutable_events()->set_match_id(match);
  number(*message.mutable_events(), events);
  say(message);
}

void Talk::fault(const std::string& match, const std::string& problem) {
  ArenaMessage message;
  message.mutable_fault()->set_match_id(match);
  message.mutable_fault()->set_problem(problem);
  say(message);
}

void Talk::notice(kahua::Notice::Kind kind, const std::string& text) {
  ArenaMessage message;
  message.mutable_notice()->set_kind(kind);
  message.mutable_notice()->set_text(text);
  say(message);
}

void Talk::end_match(const std::string& match) {
  ArenaMessage message;
  message.mutable_ended()->set_match_id(match);
  say(message);
}

void Talk::want(const std::string& match, std::uint32_t ticket, std::uint32_t index) {
  const BotMessage heard = hear();
  check(heard.has_answer() && heard.answer().match_id() == match && heard.answer().ticket() == ticket &&
            heard.answer().index() == index,
        "answered " + heard.ShortDebugString());
}

void Talk::end(grpc::Status status) {
  if (!ended_.exchange(true)) {
    status_.set_value(std::move(status));
  }
}

bool Talk::is_cut() {
  BotMessage message;
  while (stream_.Read(&message)) {
  }
  return context_.IsCancelled();
}

FakeArena::FakeArena(std::shared_ptr<grpc::ServerCredentials> credentials,
                     const std::function<void(grpc::ServerBuilder&)>& configure) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", std::move(credentials), &port);
  builder.RegisterService(this);
  if (configure) {
    configure(builder);
  }
  server_ = builder.BuildAndStart();
  addr = "127.0.0.1:" + std::to_string(port);
}

FakeArena::~FakeArena() {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& talk : all_) {
      talk->end();
    }
  }
  server_->Shutdown(std::chrono::system_clock::now());
}

grpc::Status FakeArena::Play(grpc::ServerContext* context, grpc::ServerReaderWriter<ArenaMessage, BotMessage>* stream) {
  const auto talk = std::make_shared<Talk>(*stream, *context);
  {
    const std::lock_guard lock(mutex_);
    talks_.push_back(talk);
    all_.push_back(talk);
  }
  came_.notify_one();
  return talk->ended();
}

std::shared_ptr<Talk> FakeArena::accept() {
  std::unique_lock lock(mutex_);
  check(came_.wait_for(lock, patience, [&] { return !talks_.empty(); }), "no bot connects");
  const auto talk = talks_.front();
  talks_.pop_front();
  return talk;
}

kahua::Settings FakeArena::settings() const {
  return {.matches = 2, .addr = addr, .name = "anna", .token = "secret", .patience = patience};
}

std::future<void> start(std::shared_ptr<kahua::Bot> bot, const kahua::Settings& settings, std::stop_token leave) {
  return std::async(std::launch::async,
                    [bot = std::move(bot), settings, leave = std::move(leave)] { kahua::play(*bot, settings, leave); });
}
