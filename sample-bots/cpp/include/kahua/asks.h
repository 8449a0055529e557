// Recorded asks, to try a bot's choices on without an arena.
#pragma once

#include <string>
#include <vector>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// The asks in a file that `kahua asks` or KAHUA_RECORD has written, one on each line. Throws std::runtime_error if the file
// can't be read, or if a line isn't an ask.
std::vector<arena::v1::Ask> load_asks(const std::string& path);

}  // namespace kahua
