// Messages to the arena.
#pragma once

#include <stdexcept>
#include <string>

#include "kahua/answer.h"
#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// An answer that can't be sent. what() says why, and what was expected.
struct BadAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The message that takes the answer to the arena. Throws BadAnswer.
arena::v1::BotMessage message_of(const Answer& answer, const arena::v1::Ask& ask);

arena::v1::BotMessage resignation(const std::string& match_id);

}  // namespace kahua
