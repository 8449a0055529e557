#include "log.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <optional>

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

std::optional<Level> named(std::string_view word) {
  for (std::size_t level = 0; level < names.size(); ++level) {
    if (is_same(trimmed(word), names[level])) {
      return static_cast<Level>(level);
    }
  }
  return std::nullopt;
}

// Takes the first part off a text that consists of parts with commas between them.
std::string_view first_part(std::string_view& text) {
  const auto comma = std::min(text.find(','), text.size());
  const std::string_view part = text.substr(0, comma);
  text.remove_prefix(std::min(comma + 1, text.size()));
  return part;
}

}  // namespace

Level level_of(std::string_view text) {
  while (!text.empty()) {
    if (const auto level = named(first_part(text))) {
      return *level;
    }
  }
  return Level::info;
}

bool names_level(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = first_part(text);
    const auto equals = part.rfind('=');
    if (named(equals == std::string_view::npos ? part : part.substr(equals + 1))) {
      return true;
    }
  }
  return false;
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
