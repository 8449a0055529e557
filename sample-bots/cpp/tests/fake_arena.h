// An arena on loopback that sends what a test tells it to send, over real gRPC.
#pragma once

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kahua/arena/v1/bot.grpc.pb.h"
#include "kahua/kahua.h"

using kahua::arena::v1::ArenaMessage;
using kahua::arena::v1::BotMessage;
using Numbers = std::vector<std::uint32_t>;

// The arena's end of one stream.
class Talk {
 public:
  Talk(grpc::ServerReaderWriter<ArenaMessage, BotMessage>& stream, grpc::ServerContext& context);

  const std::string authorization;

  BotMessage hear();
  void say(const ArenaMessage& message);

  // Hears Hello and says Welcome.
  kahua::arena::v1::Hello greet(const std::string& resume_token, std::uint32_t resumed = 0);
  void seat(const std::string& match, bool resumed = false);
  // Asks with as many legal actions, and the events with these numbers.
  void ask(const std::string& match, std::uint32_t ticket, std::uint32_t legal, const Numbers& events = {});
  void events(const std::string& match, const Numbers& events);
  void fault(const std::string& match, const std::string& problem);
  void notice(kahua::Notice::Kind kind, const std::string& text);
  void end_match(const std::string& match);

  // Hears this answer.
  void want(const std::string& match, std::uint32_t ticket, std::uint32_t index);

  // Ends the stream.
  void end(grpc::Status status = grpc::Status::OK);
  grpc::Status ended() { return status_.get_future().get(); }

  // Whether the bot has cancelled the stream, waiting for it.
  bool is_cut();

 private:
  grpc::ServerReaderWriter<ArenaMessage, BotMessage>& stream_;
  grpc::ServerContext& context_;
  std::promise<grpc::Status> status_;
  std::atomic<bool> ended_ = false;
};

class FakeArena : public kahua::arena::v1::BotService::Service {
 public:
  explicit FakeArena(std::shared_ptr<grpc::ServerCredentials> credentials = grpc::InsecureServerCredentials(),
                     const std::function<void(grpc::ServerBuilder&)>& configure = {});
  // Ends the streams that are still open.
  ~FakeArena() override;

  std::string addr;

  grpc::Status Play(grpc::ServerContext* context, grpc::ServerReaderWriter<ArenaMessage, BotMessage>* stream) override;

  // The next stream that a bot opens.
  std::shared_ptr<Talk> accept();

  kahua::Settings settings() const;

 private:
  std::unique_ptr<grpc::Server> server_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::shared_ptr<Talk>> talks_;
  std::vector<std::shared_ptr<Talk>> all_;
};

const grpc::Status gone(grpc::StatusCode::UNAVAILABLE, "gone");

// Answers with the ask's own ticket, so that a mix-up shows.
struct Echo : kahua::Bot {
  kahua::Answer choose(const kahua::Ask& ask) override { return kahua::index(ask.ticket()); }
};

// Plays in the background. The result is what play() throws.
std::future<void> start(std::shared_ptr<kahua::Bot> bot, const kahua::Settings& settings, std::stop_token leave = {});

// What play() throws.
template <typename Error>
std::string error_of(std::future<void>& ended) {
  try {
    ended.get();
  } catch (const Error& error) {
    return error.what();
  }
  throw std::logic_error("the run ends well");
}
