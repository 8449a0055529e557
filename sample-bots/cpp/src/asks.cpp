#include "kahua/asks.h"

#include <google/protobuf/util/json_util.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>

#include "text.h"

namespace kahua {

std::vector<arena::v1::Ask> load_asks(const std::string& path) {
  google::protobuf::util::JsonParseOptions options;
  // An arena may be newer than this library.
  options.ignore_unknown_fields = true;
  errno = 0;
  std::ifstream file(path);
  std::vector<arena::v1::Ask> asks;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      continue;
    }
    const auto status = google::protobuf::util::JsonStringToMessage(line, &asks.emplace_back(), options);
    if (!status.ok()) {
      throw std::runtime_error(path + ", line " + std::to_string(number) + ": it isn't an ask: " + status.ToString());
    }
  }
  if (!file.is_open() || file.bad()) {
    throw std::runtime_error("can't read " + path + ": " + error_text(errno));
  }
  return asks;
}

}  // namespace kahua
