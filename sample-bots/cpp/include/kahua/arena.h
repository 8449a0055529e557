// Connects a bot to the arena, and reconnects after a lost connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "kahua/bot.h"

namespace kahua {

// Where a bot plays, and under which name.
struct Settings {
  // The arena: HOST:PORT.
  std::string addr;
  // The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'.
  std::string name;
  // The bot's token. Empty for an arena that needs none.
  std::string token = {};
  // How many matches to play at once. Unset leaves it to the bot.
  std::optional<std::uint32_t> matches = {};
  // How long the arena may be unreachable before the bot gives up.
  std::chrono::milliseconds patience = std::chrono::minutes(5);

  // Reads the variables that kahua sets for the bots that it starts: KAHUA_ADDR and KAHUA_NAME, which are required, and
  // KAHUA_TOKEN. KAHUA_MATCHES may be set by hand. Throws std::invalid_argument, which names the variable that is
  // missing or wrong.
  static Settings from_env();
};

// The arena refuses the bot. what() says why.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The arena was unreachable for longer than the settings' patience.
struct OutOfReach : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Plays with the settings from the environment until the arena no longer needs the bot, or until Ctrl-C: then it plays
// the open matches to their end, and a second Ctrl-C stops at once. Prints an error, and returns the exit code for
// main. Logs to stderr; with KAHUA_LOG=debug it also logs every ask.
int run(Bot& bot, const Plays& plays);

// Like run, for larger programs: throws Refused, OutOfReach, or what the bot throws. After a stop of `leave` is
// requested, the open matches are played to their end and no new ones begin.
void play(Bot& bot, const Plays& plays, const Settings& settings, std::stop_token leave = {});

}  // namespace kahua
