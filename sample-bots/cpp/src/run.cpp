#include "kahua/run.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <thread>

#include "checked.h"
#include "client.h"
#include "ending.h"
#include "inbox.h"
#include "line.h"
#include "player.h"
#include "recorder.h"
#include "signals.h"

namespace kahua {

namespace {

void work(Player& player, Inbox& inbox) {
  try {
    player.work(inbox);
  } catch (const Failure&) {
    try {
      player.close();
    } catch (const Failure&) {
      // The log has shown this one too; the first is what ends the run.
    }
    throw;
  }
  player.close();
}

// Opens those that are closed. Otherwise a connection gets the number of one, and what is printed goes to the arena.
void open_standard_streams() {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (fcntl(number, F_GETFD) < 0 && errno == EBADF) {
      // The lowest number that is free: this one.
      [[maybe_unused]] const int opened = open("/dev/null", O_RDWR);
    }
  }
}

}  // namespace

void play(Bot& bot, const Settings& settings, std::stop_token leave) {
  const Checked checked = check(settings);
  Recorder recorder(checked.record);
  Ending ending;
  Line line(ending);
  Inbox inbox;
  std::exception_ptr broken;
  std::jthread network([&] {
    try {
      Client(checked, ending, line, inbox, recorder).stay_connected();
    } catch (...) {
      broken = std::current_exception();
    }
    inbox.close();
  });
  const std::stop_callback goodbye(std::move(leave), [&] { line.bye(); });
  Player player(bot, line, *checked.on_error);
  try {
    work(player, inbox);
  } catch (...) {
    ending.cut();
    inbox.close();
    throw;
  }
  network.join();
  if (broken) {
    std::rethrow_exception(broken);
  }
}

int run(Bot& bot, const Settings& settings) {
  open_standard_streams();
  // gRPC's own log would repeat in its words what this library says in plain ones.
  setenv("GRPC_VERBOSITY", "NONE", 0);
  const std::stop_source leave;
  try {
    const Signals signals(leave);
    play(bot, settings, leave.get_token());
    return 0;
  } catch (const Failure&) {
    // The log has shown it.
    return 1;
  } catch (const SettingError& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}

int run_per_match(Begin begin, const Settings& settings) { return run(*per_match(std::move(begin)), settings); }

}  // namespace kahua
