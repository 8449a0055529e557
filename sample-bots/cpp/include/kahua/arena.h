// The connection to the arena: made with patience, lost and found again.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "kahua/bot.h"

namespace kahua {

// Where a bot plays, and as whom.
struct Settings {
  // The arena: HOST:PORT.
  std::string addr;
  // The bot's name: 1 to 32 of a-z A-Z 0-9 - _ .
  std::string name;
  // The bot's token; empty for an arena that is open.
  std::string token = {};
  // How many matches at once; unset leaves it to the bot.
  std::optional<std::uint32_t> matches = {};
  // How long the arena may be out of reach before the bot gives up.
  std::chrono::milliseconds patience = std::chrono::minutes(5);

  // From the variables that the arena gives to the commands that it starts: KAHUA_ADDR and KAHUA_NAME, which must be set,
  // KAHUA_TOKEN, and for tuning by hand KAHUA_MATCHES. Throws std::invalid_argument naming the variable that is wrong.
  static Settings from_env();
};

// The arena won't have the bot; what() says why.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The arena could not be reached for longer than the settings' patience.
struct OutOfReach : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Plays as the environment says until the arena has no more use for the bot, or Ctrl-C: then the open matches are played
// to their end, and a second Ctrl-C ends at once. Returns the exit code for main; a trouble is printed. Logs to stderr;
// KAHUA_LOG=debug shows every ask.
int run(Bot& bot, const Plays& plays);

// As run, inside a program: throws Refused, OutOfReach, or what the bot throws. Requesting a stop of `leave` says goodbye:
// open matches are played to their end, no new ones begin.
void play(Bot& bot, const Plays& plays, const Settings& settings, std::stop_token leave = {});

}  // namespace kahua
