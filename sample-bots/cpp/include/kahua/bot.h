// What a bot is: an object for all matches, or one for each.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "kahua/answer.h"
#include "kahua/arena.h"
#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

using arena::v1::Action;
using arena::v1::Ask;
using arena::v1::Ended;
using arena::v1::FaultNotice;
using arena::v1::MatchEvent;
using arena::v1::Notice;
using arena::v1::Seated;
using arena::v1::Welcome;

// Events of one match, in order. They are valid as long as the call that brings them.
using EventList = std::span<const MatchEvent* const>;

// Decides which action to take. One object plays all of the bot's matches. Its methods are called one after another, on
// the thread that runs the bot, which isn't the network's: they may take their time.
class Bot {
 public:
  virtual ~Bot() = default;

  // Returns the answer to an ask: see index(), action(), notation() and resign().
  virtual Answer choose(const Ask& ask) = 0;

  // The arena has accepted the bot: at first, and again after each reconnect. The handle stays valid for the whole run.
  virtual void on_welcome(const Welcome& /*welcome*/, Arena& /*arena*/) {}

  // A match begins or, with `resumed` set, a new connection takes it over.
  virtual void on_seated(const Seated& /*seated*/) {}

  // Brings every public event of a match exactly once, before the choose() that it matters for.
  virtual void on_events(const std::string& /*match_id*/, EventList /*events*/) {}

  // The last that is heard of a match: its result, and the rating.
  virtual void on_ended(const Ended& /*ended*/) {}

  // What the arena found wrong, what it expected, and what happens as a result. The log tells it in any case.
  virtual void on_fault(const FaultNotice& /*fault*/) {}

  // News that concern the whole connection: the arena shuts down, or pauses.
  virtual void on_notice(const Notice& /*notice*/) {}
};

// Plays one match: see run_per_match(). The methods have the same meaning as those of Bot.
class MatchBot {
 public:
  virtual ~MatchBot() = default;
  virtual Answer choose(const Ask& ask) = 0;
  virtual void on_events(EventList /*events*/) {}
  virtual void on_fault(const FaultNotice& /*fault*/) {}
  virtual void on_ended(const Ended& /*ended*/) {}

  // Called exactly once, last, even if the run ends before the match. Unlike the destructor, it may fail.
  virtual void close() {}
};

// Makes the object for a match that begins. A reconnect keeps the object.
using Begin = std::function<std::unique_ptr<MatchBot>(const Seated& seated)>;

// A bot with an object for each match, for programs that call play().
std::unique_ptr<Bot> per_match(Begin begin);

}  // namespace kahua
