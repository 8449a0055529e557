// What a bot's author gets to read, on stderr.
#pragma once

#include <sstream>
#include <string>

namespace kahua::log {

enum class Level { debug, info, warn };

// Lines below this level are left out; info unless KAHUA_LOG says debug or warn.
bool shows(Level level);

void write(Level level, const std::string& line);

// A line of all these parts.
template <typename... Parts>
void line(Level level, const Parts&... parts) {
  if (shows(level)) {
    std::ostringstream text;
    (text << ... << parts);
    write(level, text.str());
  }
}

}  // namespace kahua::log
