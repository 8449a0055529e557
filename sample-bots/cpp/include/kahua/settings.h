// What a bot plays, where, and under which name.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// What a failure of the bot's own code does.
enum class OnError {
  // Closes the connection and ends the run.
  exit,
  // Gives up the match in which it happened; the others go on.
  resign,
};

// What a program leaves unset comes from the environment variable that is named beside the field, and otherwise from
// the default.
struct Settings {
  // The games that the bot plays. An empty list means every game.
  std::vector<std::string> games = {};
  // How many matches the bot plays at once, at least 1. KAHUA_MATCHES overrides what the program sets.
  std::uint32_t matches = 1;
  // How actions are written in asks.
  arena::v1::ActionForm action_form = arena::v1::ACTION_FORM_TYPED;
  // The bot's own version, shown beside its results: at most 32 bytes. KAHUA_VERSION.
  std::string version = {};
  // The arena: host:port, http://host:port or https://host:port. KAHUA_ADDR; it has no default.
  std::string addr = {};
  // The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'. KAHUA_NAME; it has no default.
  std::string name = {};
  // The bot's token. Empty for an arena that needs none. KAHUA_TOKEN.
  std::string token = {};
  // The path of a PEM file with the certificates to trust for https, instead of the system's. KAHUA_CA.
  std::string ca = {};
  // Whether to send the token without TLS to an address that isn't loopback. KAHUA_ALLOW_CLEARTEXT_TOKEN=1.
  bool allow_cleartext_token = false;
  // A file to which every ask is appended, for load_asks(). Nothing is recorded if it is empty. KAHUA_RECORD.
  std::string record = {};
  // OnError::exit by default. KAHUA_ON_ERROR.
  std::optional<OnError> on_error = {};
  // How long the arena may be unreachable before the bot gives up.
  std::chrono::milliseconds patience = std::chrono::minutes(5);
};

}  // namespace kahua
