// What a bot can tell the arena besides its answers.
#pragma once

#include <string>

namespace kahua {

// Valid for the whole run, and may be used from any thread. What is told while there is no connection is told again
// after the reconnect.
class Arena {
 public:
  virtual ~Arena() = default;

  // Gives up a match. The seat is placed last.
  virtual void resign(const std::string& match_id) = 0;

  // Asks for no new matches. The open ones continue.
  virtual void pause() = 0;

  // Asks for new matches again after pause().
  virtual void ready() = 0;

  // Leaves once the open matches have ended; the run then ends.
  virtual void bye() = 0;
};

}  // namespace kahua
