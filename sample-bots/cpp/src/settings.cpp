#include <charconv>
#include <cstdlib>

#include "kahua/arena.h"

namespace kahua {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string needed(const char* name, const char* meaning) {
  std::string value = variable(name);
  if (value.empty()) {
    throw std::invalid_argument(std::string(name) + " is not set: it must hold " + meaning);
  }
  return value;
}

std::uint32_t positive(const char* name, const std::string& text) {
  std::uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number == 0) {
    throw std::invalid_argument(std::string(name) + " is \"" + text + "\": expected a whole number of at least 1");
  }
  return number;
}

}  // namespace

Settings Settings::from_env() {
  Settings settings{.addr = needed("KAHUA_ADDR", "the arena's HOST:PORT"),
                    .name = needed("KAHUA_NAME", "the bot's name")};
  if (settings.addr.starts_with("http://")) {
    settings.addr.erase(0, 7);
  }
  settings.token = variable("KAHUA_TOKEN");
  if (const std::string matches = variable("KAHUA_MATCHES"); !matches.empty()) {
    settings.matches = positive("KAHUA_MATCHES", matches);
  }
  return settings;
}

}  // namespace kahua
