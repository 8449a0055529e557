// What a bot is, and what it answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/v1/bot.pb.h"

namespace kahua {

// Something that decides. The same bot is asked for all of its matches, one ask after the other; match_id() tells them
// apart.
class Bot {
 public:
  virtual ~Bot() = default;

  // The answer to this ask: see index(), action() and notation(). The match and the ticket are filled in.
  virtual arena::v1::Answer choose(const arena::v1::Ask& ask) = 0;
};

// Chooses the action with this index in the ask's legal list.
inline arena::v1::Answer index(std::uint32_t index) {
  arena::v1::Answer answer;
  answer.set_index(index);
  return answer;
}

// Chooses by a typed message.
inline arena::v1::Answer action(arena::v1::Action action) {
  arena::v1::Answer answer;
  *answer.mutable_action() = std::move(action);
  return answer;
}

// Chooses by the game's notation.
inline arena::v1::Answer notation(std::string text) {
  arena::v1::Answer answer;
  answer.set_notation(std::move(text));
  return answer;
}

// What a bot plays.
struct Plays {
  // The games; none means every game.
  std::vector<std::string> games = {};
  // How many matches at once, at least 1; KAHUA_MATCHES overrides it.
  std::uint32_t matches = 1;
  // Shown beside its results; at most 32 bytes.
  std::string version = {};
  // How actions are written in asks.
  arena::v1::ActionForm action_form = arena::v1::ACTION_FORM_TYPED;
};

}  // namespace kahua
