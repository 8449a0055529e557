// The log, on stderr.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

namespace kahua::log {

enum class Level { trace, debug, info, warn, error };

// The level that the text of KAHUA_LOG names: the first plain level in it, since it may hold filters for the arena's own
// log such as "info,kahua=debug".
Level level_of(std::string_view text);

// Whether the text names any level, be it only in a filter for the arena's own log such as "kahua=debug".
bool names_level(std::string_view text);

// Whether lines of this level are written.
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
