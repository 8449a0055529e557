// How a failure of the bot's own code is described.
#pragma once

#include <string>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// "choose failed in match M, ticket 7 (haleakala, seat 1, 12 legal actions)".
std::string where_asked(const std::string& call, const arena::v1::Ask& ask);

// "on_ended failed in match M"; without the match if the id is empty.
std::string where_in(const std::string& call, const std::string& match_id);

// The exception that is being handled: its type and text, and those of the exceptions nested in it.
std::string exception_text();

}  // namespace kahua
