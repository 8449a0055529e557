#include <csignal>
#include <iostream>
#include <thread>

#include "kahua/arena.h"
#include "log.h"

namespace kahua {

namespace {

// Waits for Ctrl-C in a thread of its own: the first one requests to leave, the second one ends the program. Must be
// called before any other thread is started, because threads inherit the blocked signal.
void wait_for_interrupts(std::stop_source leave) {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_BLOCK, &interrupt, nullptr);
  std::thread([interrupt, leave]() mutable {
    int signal = 0;
    sigwait(&interrupt, &signal);
    log::line(log::Level::info, "leaving when the open matches have ended; interrupt again to leave at once");
    leave.request_stop();
    sigwait(&interrupt, &signal);
    std::_Exit(128 + signal);
  }).detach();
}

}  // namespace

int run(Bot& bot, const Plays& plays) {
  std::stop_source leave;
  wait_for_interrupts(leave);
  try {
    play(bot, plays, Settings::from_env(), leave.get_token());
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
  }
}

}  // namespace kahua
