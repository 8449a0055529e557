#include "log.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <ctime>
#include <iomanip>
#include <iostream>

#include "checked.h"

namespace kahua::log {

namespace {

constexpr std::array<std::string_view, 5> names = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR"};

bool is_same(std::string_view text, std::string_view name) {
  return std::equal(text.begin(), text.end(), name.begin(), name.end(),
                    [](unsigned char one, char other) { return std::toupper(one) == other; });
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

Level level_of(std::string_view text) {
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    for (std::size_t level = 0; level < names.size(); ++level) {
      if (is_same(trimmed(text.substr(0, comma)), names[level])) {
        return static_cast<Level>(level);
      }
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return Level::info;
}

bool shows(Level level) {
  static const Level least = level_of(process_environment("KAHUA_LOG"));
  return level >= least;
}

void write(Level level, const std::string& line) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::ostringstream text;
  text << std::put_time(&parts, "%Y-%m-%dT%H:%M:%SZ ") << std::left << std::setw(5)
       << names[static_cast<std::size_t>(level)] << ' ' << line << '\n';
  // Written in one piece, so that lines of two threads don't mix.
  std::cerr << text.str();
}

}  // namespace kahua::log
