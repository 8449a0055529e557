#include "signals.h"

#include <semaphore.h>

#include <cerrno>
#include <csignal>

#include "log.h"

namespace kahua {

namespace {

sem_t came;

void back_to_default() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

// Does only what a signal handler may do.
void handle(int /*signal*/) {
  const int kept = errno;
  back_to_default();
  sem_post(&came);
  errno = kept;
}

}  // namespace

Signals::Signals(std::stop_source leave) {
  sem_init(&came, 0, 0);
  waiter_ = std::jthread([leave](const std::stop_token& over) mutable {
    while (sem_wait(&came) != 0 && errno == EINTR) {
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
  sem_post(&came);
}

}  // namespace kahua
