// The network's side of a run: holds one connection after another and puts what they bring into the inbox.
#pragma once

#include <chrono>
#include <string>

#include "checked.h"
#include "ending.h"
#include "inbox.h"
#include "kahua/arena/v1/bot.pb.h"
#include "line.h"
#include "recorder.h"

namespace kahua {

class Client {
 public:
  Client(const Checked& settings, Ending& ending, Line& line, Inbox& inbox, Recorder& recorder);

  // Returns when the arena no longer needs the bot, or when the run is cut. Throws Refused or OutOfReach.
  void stay_connected();

 private:
  // How a connection ended.
  struct End {
    // Whether the arena no longer needs the bot.
    bool is_over = false;
    // Why not.
    std::string reason = {};
    // How long the arena wants to be left alone.
    std::chrono::milliseconds retry_delay = {};
    // Whether another connection has the bot's name, or one that was lost and still has open matches.
    bool is_name_in_use = false;
  };

  // Holds one connection, from Hello to its end.
  End converse();
  void listen(Stream& stream);
  End judge(const grpc::Status& status) const;
  void report_away(const End& end, bool is_first, std::chrono::milliseconds left) const;

  const Checked& settings_;
  Ending& ending_;
  Line& line_;
  Inbox& inbox_;
  Recorder& recorder_;
  arena::v1::Hello hello_;
  // Of the present connection: whether the arena has said Welcome, and that it is shutting down.
  bool welcomed_ = false;
  bool draining_ = false;
};

}  // namespace kahua
