#include "log.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <string_view>

namespace kahua::log {

namespace {

Level least() {
  const char* set = std::getenv("KAHUA_LOG");
  const std::string_view level = set != nullptr ? set : "info";
  return level == "debug" ? Level::debug : level == "warn" ? Level::warn : Level::info;
}

}  // namespace

bool shows(Level level) {
  static const Level shown = least();
  return level >= shown;
}

void write(Level level, const std::string& line) {
  constexpr const char* names[] = {"DEBUG", "INFO ", "WARN "};
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::ostringstream text;
  text << std::put_time(&parts, "%Y-%m-%dT%H:%M:%SZ ") << names[static_cast<int>(level)] << ' ' << line << '\n';
  // Written in one piece, so that lines of two threads don't mix.
  std::cerr << text.str();
}

}  // namespace kahua::log
