// One conversation with the arena, from Hello to its end.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/v1/bot.grpc.pb.h"
#include "kahua/bot.h"

namespace kahua {

using Stream = grpc::ClientReaderWriterInterface<arena::v1::BotMessage, arena::v1::ArenaMessage>;

class Conversation {
 public:
  Conversation(Bot& bot, Stream& stream, std::stop_token leave)
      : bot_(bot), stream_(stream), leave_(std::move(leave)) {}

  // Sends Hello, then answers every ask until the stream ends. Throws what the bot throws.
  void hold(const arena::v1::Hello& hello);

  // From the arena's Welcome; empty until then.
  const std::string& resume_token() const { return resume_token_; }

  // Whether the arena has announced that it is shutting down.
  bool draining() const { return draining_; }

 private:
  // What the log reports about a match.
  struct Tally {
    std::uint32_t seat = 0;
    int asks = 0;
    std::chrono::nanoseconds used{};
    std::chrono::nanoseconds longest{};
  };

  void hear(const arena::v1::ArenaMessage& message);
  void asked(const arena::v1::Ask& ask);
  void welcomed(const arena::v1::Welcome& welcome);
  void seated(const arena::v1::Seated& seated);
  void ended(const arena::v1::Ended& ended);
  void noticed(const arena::v1::Notice& notice);
  void say(const arena::v1::BotMessage& message);
  void say_bye();

  Bot& bot_;
  Stream& stream_;
  std::stop_token leave_;
  // A stream accepts one message at a time, and Bye comes from another thread.
  std::mutex saying_;
  std::string resume_token_;
  bool draining_ = false;
  std::map<std::string, Tally, std::less<>> tallies_;
  struct Goodbye {
    Conversation& conversation;
    void operator()() const { conversation.say_bye(); }
  };
  // The last member, so that it is destroyed before what it uses.
  std::optional<std::stop_callback<Goodbye>> goodbye_;
};

}  // namespace kahua
