// Ctrl-C and SIGTERM.
#pragma once

#include <stop_token>
#include <thread>

namespace kahua {

// While it lives, the first signal requests a stop of `leave`, and a second one ends the program.
class Signals {
 public:
  explicit Signals(std::stop_source leave);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  std::jthread waiter_;
};

}  // namespace kahua
