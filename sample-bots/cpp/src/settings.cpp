#include "kahua/settings.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include "checked.h"
#include "kahua/run.h"
#include "log.h"
#include "text.h"

namespace kahua {

namespace {

constexpr std::size_t name_max = 32;

bool is_name(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return name.size() <= name_max && name.find_first_not_of(allowed) == std::string_view::npos;
}

OnError on_error(const std::string& text) {
  if (text.empty() || text == "exit") {
    return OnError::exit;
  }
  if (text == "resign") {
    return OnError::resign;
  }
  throw SettingError("KAHUA_ON_ERROR: " + in_quotes(text) + " is unknown; expected exit or resign");
}

std::uint32_t matches(const std::string& text) {
  std::uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number == 0) {
    throw SettingError("KAHUA_MATCHES: " + in_quotes(text) + " is not valid; expected a whole number of at least 1");
  }
  return number;
}

bool is_on(const char* variable, const Environment& environment) {
  const std::string text = environment(variable);
  if (text != "" && text != "0" && text != "1") {
    throw SettingError(std::string(variable) + ": " + in_quotes(text) + " is unknown; expected 1 or 0");
  }
  return text == "1";
}

void check_log(const std::string& text) {
  if (!text.empty() && !log::names_level(text)) {
    throw SettingError("KAHUA_LOG: " + in_quotes(text) + " is unknown; expected error, warn, info, debug or trace");
  }
}

// Fills in what the program has left unset.
void complete(Settings& settings, const Environment& environment) {
  const std::pair<const char*, std::string*> texts[] = {
      {"KAHUA_ADDR", &settings.addr}, {"KAHUA_NAME", &settings.name},       {"KAHUA_TOKEN", &settings.token},
      {"KAHUA_CA", &settings.ca},     {"KAHUA_VERSION", &settings.version}, {"KAHUA_RECORD", &settings.record},
  };
  for (const auto& [variable, field] : texts) {
    if (field->empty()) {
      *field = environment(variable);
    }
  }
  if (is_on("KAHUA_ALLOW_CLEARTEXT_TOKEN", environment)) {
    settings.allow_cleartext_token = true;
  }
  if (!settings.on_error) {
    settings.on_error = on_error(environment("KAHUA_ON_ERROR"));
  }
  const std::string overriding = environment("KAHUA_MATCHES");
  settings.matches = overriding.empty() ? std::max(settings.matches, 1U) : matches(overriding);
}

void check_name(const std::string& name) {
  if (name.empty()) {
    throw SettingError("KAHUA_NAME is not set; expected the bot's name");
  }
  if (!is_name(name)) {
    throw SettingError("KAHUA_NAME: " + in_quotes(name) +
                       " is not a valid bot name; expected 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'");
  }
}

void check_token(const Checked& settings) {
  const std::string& token = settings.token;
  if (std::any_of(token.begin(), token.end(), [](unsigned char code) { return code <= ' ' || code == 0x7f; })) {
    throw SettingError("KAHUA_TOKEN contains white space; copy it again without line breaks");
  }
  if (std::any_of(token.begin(), token.end(), [](unsigned char code) { return code > 0x7f; })) {
    throw SettingError("KAHUA_TOKEN contains a character that isn't ASCII; copy it again");
  }
  const bool is_safe = settings.address.tls || settings.address.is_loopback() || settings.allow_cleartext_token;
  if (!token.empty() && !is_safe) {
    throw SettingError("KAHUA_TOKEN would be sent unencrypted to " + settings.address.host +
                       "; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1");
  }
}

std::string read_ca(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    throw SettingError("KAHUA_CA: can't read " + path + ": " + error_text(errno) +
                       "; expected a PEM file with CA certificates");
  }
  if (text.find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw SettingError("KAHUA_CA: can't read " + path +
                       ": there is no certificate in it; expected a PEM file with CA certificates");
  }
  return text;
}

}  // namespace

std::string process_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

Checked check(Settings settings, const Environment& environment) {
  complete(settings, environment);
  Address address = Address::parse(settings.addr);
  Checked checked{std::move(settings), std::move(address), {}};
  check_name(checked.name);
  check_token(checked);
  check_log(environment("KAHUA_LOG"));
  if (!checked.ca.empty()) {
    checked.roots = read_ca(checked.ca);
  }
  return checked;
}

}  // namespace kahua
