// Appends asks to the file that KAHUA_RECORD names.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

class Recorder {
 public:
  // How large the file may become.
  static constexpr std::uintmax_t bytes_max = std::uintmax_t{64} << 20;

  // Opens the file. With an empty path, nothing is recorded. Throws SettingError.
  explicit Recorder(std::string path, std::uintmax_t bytes_max = Recorder::bytes_max);

  bool records() const { return file_.is_open(); }

  // Adds a line. If that fails, or if the file is full, the log says so once, and nothing more is recorded.
  void add(const arena::v1::Ask& ask);

 private:
  void stop(const std::string& why);

  std::string path_;
  std::uintmax_t left_ = 0;
  std::ofstream file_;
};

}  // namespace kahua
