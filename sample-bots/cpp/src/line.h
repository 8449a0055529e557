// The bot's side of the line to the arena, over all connections of a run.
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "ending.h"
#include "kahua/arena.h"
#include "kahua/arena/v1/bot.grpc.pb.h"

namespace kahua {

using Stream = grpc::ClientReaderWriterInterface<arena::v1::BotMessage, arena::v1::ArenaMessage>;

class Line final : public Arena {
 public:
  explicit Line(Ending& ending) : ending_(ending) {}

  void resign(const std::string& match_id) override;
  void pause() override;
  void ready() override;
  void bye() override;

  // Sends on the present connection, and returns its number: 0 if there is none.
  int say(const arena::v1::BotMessage& message);

  // Takes up a new connection, once the arena has said Welcome, and tells what still holds. Returns its number.
  int open(Stream& stream);
  void close();

  // Nothing more needs to be told about a match that is over.
  void forget(const std::string& match_id);

 private:
  void send(const arena::v1::BotMessage& message);

  Ending& ending_;
  std::mutex mutex_;
  // Null between connections.
  Stream* stream_ = nullptr;
  // Counts the connections. It tells answers to a repeated ask apart from those that are already on their way.
  int connection_ = 0;
  bool paused_ = false;
  // Matches that the bot has given up and whose end it hasn't heard of yet.
  std::set<std::string> resigned_;
};

}  // namespace kahua
