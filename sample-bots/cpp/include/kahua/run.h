// Runs a bot: connects it to the arena, and reconnects after a lost connection.
#pragma once

#include <stdexcept>
#include <stop_token>
#include <string>

#include "kahua/bot.h"
#include "kahua/settings.h"

namespace kahua {

// A setting is missing or wrong. Nothing was connected yet.
struct SettingError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The arena refuses the bot, or every further attempt to connect is useless for another reason. what() says why.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The arena was unreachable for longer than the settings' patience.
struct OutOfReach : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The bot's own code failed: it threw, or answered what can't be sent. The log has shown it.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Plays until the arena no longer needs the bot, and returns the exit code for main. Logs to stderr, at the level that
// KAHUA_LOG names. The code is 1 if the bot fails, is refused or can't reach the arena, and 2 if a setting is wrong.
// After Ctrl-C or SIGTERM the bot leaves when its open matches have ended, with 0; a second signal ends the program at
// once.
int run(Bot& bot, const Settings& settings = {});

// Like run(), with an object for each match: `begin` makes it, and it is then asked, told and closed.
int run_per_match(Begin begin, const Settings& settings = {});

// Like run(), for larger programs: doesn't touch signals, and throws one of the four exceptions above. Once a stop of
// `leave` is requested, the bot leaves when its open matches have ended.
void play(Bot& bot, const Settings& settings = {}, std::stop_token leave = {});

}  // namespace kahua
