#include "recorder.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "kahua/run.h"
#include "log.h"
#include "text.h"

namespace kahua {

Recorder::Recorder(std::string path, std::uintmax_t bytes_max) : path_(std::move(path)) {
  if (path_.empty()) {
    return;
  }
  errno = 0;
  file_.open(path_, std::ios::app);
  if (!file_.is_open()) {
    throw SettingError("KAHUA_RECORD: can't write " + path_ + ": " + error_text(errno));
  }
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path_, unknown);
  // A pipe has no size.
  left_ = unknown ? bytes_max : bytes_max - std::min(size, bytes_max);
}

void Recorder::add(const arena::v1::Ask& ask) {
  if (!records()) {
    return;
  }
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  std::string line;
  if (!google::protobuf::util::MessageToJsonString(ask, &line, options).ok()) {
    return stop("an ask can't be written as JSON");
  }
  line += '\n';
  if (line.size() > left_) {
    return stop("it has reached its greatest size");
  }
  left_ -= line.size();
  errno = 0;
  if (!(file_ << line << std::flush)) {
    stop(error_text(errno));
  }
}

void Recorder::stop(const std::string& why) {
  file_.close();
  log::line(log::Level::warn, "KAHUA_RECORD: nothing more is recorded in ", path_, ": ", why);
}

}  // namespace kahua
