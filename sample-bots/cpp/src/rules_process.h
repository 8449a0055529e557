// The process `kahua rules`, which answers lines.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace kahua {

class RulesProcess {
 public:
  // Starts it. Throws RulesError.
  explicit RulesProcess(const std::vector<std::string>& command);
  ~RulesProcess() { close(); }

  RulesProcess(const RulesProcess&) = delete;
  RulesProcess& operator=(const RulesProcess&) = delete;

  // The answer to a line. Throws RulesError if there is none.
  std::string exchange(const std::string& line);

  // Frees this position before the next line.
  void forget(std::uint64_t position);

  // Ends the process.
  void close();

 private:
  bool send(const std::string& lines);
  // Reads the next line, without its end. Returns false if there is none.
  bool receive(std::string& line);
  // Waits for the process; how it ended.
  std::string ended();

  std::string command_;
  pid_t id_ = 0;
  // Both standard streams of the process; -1 once it was closed.
  int socket_ = -1;
  // What was read beyond the last line.
  std::string read_;
  // How the process ended by itself.
  std::string end_;
  std::vector<std::uint64_t> unused_;
  std::mutex turn_;
};

}  // namespace kahua
