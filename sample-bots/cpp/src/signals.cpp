#include "signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "log.h"

namespace kahua {

namespace {

// A pipe, since writing is one of the few things that a signal handler may do.
int pipe_ends[2] = {-1, -1};

// The process that the signals are for. One that the bot forks has the handlers too, and the other end of the pipe.
pid_t owner = -1;

void back_to_default() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

void wake() {
  const char any = 0;
  // There is always room for the two bytes that are ever written.
  [[maybe_unused]] const auto written = write(pipe_ends[1], &any, 1);
}

void handle(int signal) {
  const int kept = errno;
  if (getpid() == owner) {
    back_to_default();
    wake();
  } else {
    // A terminal sends Ctrl-C to both, and the bot that leaves still needs its process: the next one ends it.
    std::signal(signal, SIG_DFL);
    if (signal == SIGTERM) {
      raise(signal);
    }
  }
  errno = kept;
}

}  // namespace

Signals::Signals(std::stop_source leave) {
  if (pipe(pipe_ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "can't make a pipe for signals");
  }
  for (const int end : pipe_ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  owner = getpid();
  waiter_ = std::jthread([leave](const std::stop_token& over) mutable {
    char any = 0;
    while (read(pipe_ends[0], &any, 1) < 0 && errno == EINTR) {
    }
    if (!over.stop_requested()) {
      log::line(log::Level::info, "leaving when the open matches have ended; a second signal leaves at once");
      leave.request_stop();
    }
  });
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
}

Signals::~Signals() {
  back_to_default();
  waiter_.request_stop();
  wake();
  waiter_.join();
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

}  // namespace kahua
