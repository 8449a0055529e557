// Settings are checked before anything is connected.
#include <unistd.h>

#include <fstream>
#include <map>

#include "check.h"
#include "checked.h"
#include "kahua/kahua.h"
#include "log.h"
#include "text.h"

namespace {

using Variables = std::map<std::string, std::string>;

kahua::Checked check_in(const Variables& variables, kahua::Settings settings = {}) {
  return kahua::check(std::move(settings), [&](const char* variable) {
    const auto found = variables.find(variable);
    return found == variables.end() ? "" : found->second;
  });
}

void what_is_wrong_is_named() {
  const std::string expected = "; expected host:port, http://host:port or https://host:port";
  const std::string empty = "empty-" + std::to_string(getpid()) + ".pem";
  std::ofstream{empty};
  const struct {
    const char* variable;
    std::string value;
    std::string want;
  } cases[] = {
      {"KAHUA_ADDR", "", "KAHUA_ADDR is not set" + expected},
      {"KAHUA_ADDR", "localhost", "KAHUA_ADDR: \"localhost\" has no port" + expected},
      {"KAHUA_ADDR", "https://h", "KAHUA_ADDR: \"https://h\" has no port" + expected},
      {"KAHUA_ADDR", "[::1]", "KAHUA_ADDR: \"[::1]\" has no port" + expected},
      {"KAHUA_ADDR", "ftp://h:1", "KAHUA_ADDR: \"ftp://h:1\" has the unknown scheme \"ftp\"" + expected},
      {"KAHUA_ADDR", "h:0", "KAHUA_ADDR: \"h:0\" has the invalid port \"0\"" + expected},
      {"KAHUA_ADDR", "h:65536", "KAHUA_ADDR: \"h:65536\" has the invalid port \"65536\"" + expected},
      {"KAHUA_ADDR", "http://h:1/x", "KAHUA_ADDR: \"http://h:1/x\" has the invalid port \"1/x\"" + expected},
      {"KAHUA_ADDR", "::1", "KAHUA_ADDR: \"::1\" is not an address" + expected},
      {"KAHUA_ADDR", ":1", "KAHUA_ADDR: \":1\" is not an address" + expected},
      {"KAHUA_NAME", "", "KAHUA_NAME is not set; expected the bot's name"},
      {"KAHUA_NAME", "a b",
       "KAHUA_NAME: \"a b\" is not a valid bot name; expected 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'"},
      {"KAHUA_TOKEN", "secret\n", "KAHUA_TOKEN contains white space; copy it again without line breaks"},
      {"KAHUA_TOKEN", "secret\xc3\xa9", "KAHUA_TOKEN contains a character that isn't ASCII; copy it again"},
      {"KAHUA_ADDR", "kahua.example:1",
       "KAHUA_TOKEN would be sent unencrypted to kahua.example; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1"},
      {"KAHUA_CA", "missing.pem",
       "KAHUA_CA: can't read missing.pem: no such file or directory; expected a PEM file with CA certificates"},
      {"KAHUA_CA", empty,
       "KAHUA_CA: can't read " + empty + ": there is no certificate in it; expected a PEM file with CA certificates"},
      {"KAHUA_LOG", "verbose", "KAHUA_LOG: \"verbose\" is unknown; expected error, warn, info, debug or trace"},
      {"KAHUA_ALLOW_CLEARTEXT_TOKEN", "yes", "KAHUA_ALLOW_CLEARTEXT_TOKEN: \"yes\" is unknown; expected 1 or 0"},
      {"KAHUA_ON_ERROR", "x", "KAHUA_ON_ERROR: \"x\" is unknown; expected exit or resign"},
      {"KAHUA_MATCHES", "0", "KAHUA_MATCHES: \"0\" is not valid; expected a whole number of at least 1"},
  };
  for (const auto& [variable, value, want] : cases) {
    Variables variables = {{"KAHUA_ADDR", "127.0.0.1:1"}, {"KAHUA_NAME", "b"}, {"KAHUA_TOKEN", "secret"}};
    variables[variable] = value;
    equal(thrown<kahua::SettingError>([&] { check_in(variables); }), want);
  }
  unlink(empty.c_str());
}

void what_the_program_sets_counts_before_the_environment() {
  Variables variables = {{"KAHUA_ADDR", "http://[::1]:7"}, {"KAHUA_NAME", "env"}, {"KAHUA_VERSION", "1"},
                         {"KAHUA_MATCHES", "3"},           {"KAHUA_TOKEN", "t"},  {"KAHUA_ON_ERROR", "resign"}};
  const auto settings = check_in(variables, {.matches = 2, .name = "code", .on_error = kahua::OnError::exit});
  equal(settings.name, "code");
  equal(settings.version, "1");
  equal(settings.matches, 3U);
  check(settings.on_error == kahua::OnError::exit, "the environment counts before the program");
  check(settings.address == kahua::Address{false, "::1", "7"}, settings.address.str());
  equal(settings.address.str(), "[::1]:7");

  variables["KAHUA_ADDR"] = "https://kahua.example:443/";
  check(check_in(variables).address == kahua::Address{true, "kahua.example", "443"}, "https is read otherwise");
  check(check_in(variables).on_error == kahua::OnError::resign, "KAHUA_ON_ERROR is not read");
}

void a_token_goes_where_the_program_lets_it() {
  Variables variables = {{"KAHUA_NAME", "b"}, {"KAHUA_TOKEN", "t"}};
  for (const std::string addr : {"localhost:1", "127.9.9.9:1", "[::1]:1", "https://kahua.example:1"}) {
    variables["KAHUA_ADDR"] = addr;
    equal(check_in(variables).token, "t");
  }
  variables["KAHUA_ADDR"] = "kahua.example:1";
  equal(check_in(variables, {.allow_cleartext_token = true}).token, "t");
  variables["KAHUA_ALLOW_CLEARTEXT_TOKEN"] = "1";
  equal(check_in(variables).token, "t");
}

void addresses_to_which_no_proxy_leads_are_known() {
  for (const char* host : {"localhost", "a.localhost", "arena", "0.0.0.0", "127.0.0.1", "10.1.2.3", "172.31.0.1",
                           "192.168.0.1", "169.254.0.1", "::1", "fd00::1", "fe80::1%lo"}) {
    check((kahua::Address{.tls = false, .host = host, .port = "1"}.is_near()), host);
  }
  for (const char* host : {"arena.example", "localhost.example", "8.8.8.8", "172.32.0.1", "2606:4700::1"}) {
    check(!(kahua::Address{.tls = false, .host = host, .port = "1"}.is_near()), host);
  }
}

void the_log_level_survives_filters() {
  using kahua::log::Level;
  const std::pair<const char*, Level> cases[] = {
      {"", Level::info},
      {"trace", Level::trace},
      {"WARN", Level::warn},
      {"kahua=debug, error", Level::error},
      {"info,kahua=debug", Level::info},
      {"nonsense", Level::info},
      {",", Level::info},
  };
  for (const auto& [text, want] : cases) {
    check(kahua::log::level_of(text) == want, text);
  }
}

void times_are_written_for_people() {
  equal(kahua::words(std::chrono::minutes(5)), "5 minutes");
  equal(kahua::words(std::chrono::milliseconds(299'900)), "5 minutes");
  equal(kahua::words(std::chrono::seconds(80)), "80 s");
}

void only_text_is_utf8() {
  for (const char* text : {"", "boat", "caf\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8c\x8b", "\xf4\x8f\xbf\xbf"}) {
    check(kahua::is_utf8(text), text);
  }
  // Cut off, alone, longer than needed, half of a pair, beyond the last, and no first byte at all.
  for (const char* bytes :
       {"caf\xc3", "\xa9", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"}) {
    check(!kahua::is_utf8(bytes), bytes);
  }
}

}  // namespace

int main() {
  return run_tests({
      {"what is wrong is named", what_is_wrong_is_named},
      {"what the program sets counts before the environment", what_the_program_sets_counts_before_the_environment},
      {"a token goes where the program lets it", a_token_goes_where_the_program_lets_it},
      {"addresses to which no proxy leads are known", addresses_to_which_no_proxy_leads_are_known},
      {"the log level survives filters", the_log_level_survives_filters},
      {"only text is UTF-8", only_text_is_utf8},
      {"times are written for people", times_are_written_for_people},
  });
}
