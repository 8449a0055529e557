// Calls the bot: works through what the connections bring, and stays the same when the connection changes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "inbox.h"
#include "kahua/bot.h"
#include "kahua/settings.h"
#include "line.h"
#include "report.h"

namespace kahua {

class PerMatch;

class Player {
 public:
  Player(Bot& bot, Line& line, OnError on_error);

  // Works until the inbox is closed. Throws Failure.
  void work(Inbox& inbox);

  // Forgets the open matches at the end of the run. Throws Failure.
  void close();

 private:
  // What is kept of an open match.
  struct Match {
    // Whether the present connection seats the bot in it.
    bool is_seated = true;
    // The number of the next event that the bot hasn't seen.
    std::uint32_t next_event = 0;
    // The latest answer and the connection that took it.
    std::optional<arena::v1::BotMessage> answer = {};
    std::uint32_t ticket = 0;
    int sent_on = 0;
    // Whether the bot has given it up, so that it isn't asked any more.
    bool is_resigned = false;
    Tally tally = {};
  };

  void hear(const Heard& heard);
  void asked(const Ask& ask, int connection);
  std::optional<arena::v1::BotMessage> choose(const Ask& ask);
  // Tells the bot those events that are new to it. Returns false if it fails.
  bool events(const std::string& match_id, EventList events);
  void welcomed(const Welcome& welcome);
  void seated(const Seated& seated);
  void ended(const Ended& ended);
  // Once the connection has taken over all matches that are still open, forgets those that ended in the meantime.
  void drop_others();
  void drop(const std::string& match_id);
  void resign(const std::string& match_id);

  // Calls the bot's code. Returns false if it fails.
  bool call(const std::string& where, const std::string& match_id, const std::function<void()>& code);
  // Shows a failure, and does what the settings say: ends the run, or gives up the match if there is one.
  void failed(const std::string& where, const std::string& what, const std::string& match_id);

  Bot& bot_;
  // The bot, if it has an object for each match.
  PerMatch* per_match_;
  Line& line_;
  OnError on_error_;
  std::map<std::string, Match> matches_;
  // Matches that the present connection has still to take over.
  std::uint32_t resuming_ = 0;
};

}  // namespace kahua
