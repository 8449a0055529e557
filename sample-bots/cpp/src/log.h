// The log, on stderr.
#pragma once

#include <sstream>
#include <string>

namespace kahua::log {

enum class Level { debug, info, warn };

// Whether lines of this level are written. The least level is info, unless KAHUA_LOG is debug or warn.
bool shows(Level level);

void write(Level level, const std::string& line);

// Writes a line that consists of these parts.
template <typename... Parts>
void line(Level level, const Parts&... parts) {
  if (shows(level)) {
    std::ostringstream text;
    (text << ... << parts);
    write(level, text.str());
  }
}

}  // namespace kahua::log
