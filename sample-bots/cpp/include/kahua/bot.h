// The interface of a bot, and its answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/v1/bot.pb.h"

namespace kahua {

// A bot. One object plays all of the bot's matches, one ask after another; match_id() says which match an ask belongs
// to.
class Bot {
 public:
  virtual ~Bot() = default;

  // Returns the answer to an ask: see index(), action() and notation(). The library fills in match and ticket.
  virtual arena::v1::Answer choose(const arena::v1::Ask& ask) = 0;
};

// Chooses the action with this index in the ask's legal list.
inline arena::v1::Answer index(std::uint32_t index) {
  arena::v1::Answer answer;
  answer.set_index(index);
  return answer;
}

// Chooses an action by its typed message.
inline arena::v1::Answer action(arena::v1::Action action) {
  arena::v1::Answer answer;
  *answer.mutable_action() = std::move(action);
  return answer;
}

// Chooses an action by its notation.
inline arena::v1::Answer notation(std::string text) {
  arena::v1::Answer answer;
  answer.set_notation(std::move(text));
  return answer;
}

// What a bot plays.
struct Plays {
  // The games. An empty list means every game.
  std::vector<std::string> games = {};
  // How many matches at once, at least 1. KAHUA_MATCHES overrides this.
  std::uint32_t matches = 1;
  // The bot's version, shown beside its results. At most 32 bytes.
  std::string version = {};
  // How actions are written in asks.
  arena::v1::ActionForm action_form = arena::v1::ACTION_FORM_TYPED;
};

}  // namespace kahua
