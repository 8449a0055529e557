// Asks are recorded by a run, and read again.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "check.h"
#include "fake_arena.h"
#include "kahua/asks.h"
#include "recorder.h"

namespace {

// A file that is removed at the end.
struct File {
  std::string path = "asks-" + std::to_string(getpid()) + ".jsonl";
  ~File() { std::filesystem::remove(path); }
};

void every_ask_is_recorded_and_read_again() {
  const File file;
  for (const std::uint32_t run : {1, 2}) {
    FakeArena arena;
    auto settings = arena.settings();
    settings.record = file.path;
    auto ended = start(std::make_shared<Echo>(), settings);
    const auto talk = arena.accept();
    talk->greet("token");
    talk->seat("m");
    for (const std::uint32_t ticket : {10 * run, 10 * run + 1}) {
      talk->ask("m", ticket, 100, {ticket});
      talk->want("m", ticket, ticket);
    }
    talk->end();
    ended.get();
  }
  const auto asks = kahua::load_asks(file.path);
  equal(asks.size(), 4U);
  equal(asks[3].ticket(), 21U);
  equal(asks[3].match_id(), "m");
  equal(asks[3].legal_total(), 100U);
  equal(asks[3].events(0).number(), 21U);
}

void a_full_file_ends_the_record_and_a_missing_one_the_start() {
  const File file;
  kahua::Ask ask;
  ask.set_match_id("m");
  kahua::Recorder recorder(file.path, 800);
  for (int times = 0; times < 10; ++times) {
    recorder.add(ask);
  }
  check(!recorder.records(), "it is full");
  const auto size = std::filesystem::file_size(file.path);
  check(size > 0 && size <= 800, std::to_string(size) + " bytes");
  check(!kahua::load_asks(file.path).empty(), "what is there is whole");

  FakeArena arena;
  auto settings = arena.settings();
  settings.record = "no/such/folder";
  Echo bot;
  equal(thrown<kahua::SettingError>([&] { kahua::play(bot, settings); }),
        "KAHUA_RECORD: can't write no/such/folder: no such file or directory");
}

void a_line_that_isnt_an_ask_is_named() {
  const File file;
  std::ofstream(file.path) << R"({"match_id":"m","later":1})" << "\n\n" << "nonsense\n";
  begins(thrown<std::runtime_error>([&] { kahua::load_asks(file.path); }), file.path + ", line 3: it isn't an ask: ");
  equal(thrown<std::runtime_error>([] { kahua::load_asks("missing"); }),
        "can't read missing: no such file or directory");
}

}  // namespace

int main() {
  return run_tests({
      {"every ask is recorded, and read again", every_ask_is_recorded_and_read_again},
      {"a file that is full ends the record, and one that is missing the start",
       a_full_file_ends_the_record_and_a_missing_one_the_start},
      {"a line that isn't an ask is named", a_line_that_isnt_an_ask_is_named},
  });
}
