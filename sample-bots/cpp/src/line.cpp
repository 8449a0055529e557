#include "line.h"

#include "log.h"
#include "message.h"

namespace kahua {

namespace {

arena::v1::BotMessage a_pause() {
  arena::v1::BotMessage message;
  message.mutable_pause();
  return message;
}

arena::v1::BotMessage a_ready() {
  arena::v1::BotMessage message;
  message.mutable_ready();
  return message;
}

arena::v1::BotMessage a_bye() {
  arena::v1::BotMessage message;
  message.mutable_bye();
  return message;
}

}  // namespace

void Line::resign(const std::string& match_id) {
  const std::lock_guard lock(mutex_);
  resigned_.insert(match_id);
  send(resignation(match_id));
}

void Line::pause() {
  const std::lock_guard lock(mutex_);
  paused_ = true;
  send(a_pause());
}

void Line::ready() {
  const std::lock_guard lock(mutex_);
  paused_ = false;
  send(a_ready());
}

void Line::bye() {
  const std::lock_guard lock(mutex_);
  ending_.leave();
  send(a_bye());
}

int Line::say(const arena::v1::BotMessage& message) {
  const std::lock_guard lock(mutex_);
  send(message);
  return stream_ != nullptr ? connection_ : 0;
}

int Line::open(Stream& stream) {
  const std::lock_guard lock(mutex_);
  stream_ = &stream;
  ++connection_;
  for (const std::string& match_id : resigned_) {
    send(resignation(match_id));
  }
  if (paused_) {
    send(a_pause());
  }
  if (ending_.is_leaving()) {
    send(a_bye());
  }
  return connection_;
}

void Line::close() {
  const std::lock_guard lock(mutex_);
  stream_ = nullptr;
}

void Line::forget(const std::string& match_id) {
  const std::lock_guard lock(mutex_);
  resigned_.erase(match_id);
}

void Line::send(const arena::v1::BotMessage& message) {
  if (stream_ == nullptr) {
    return;
  }
  if (log::shows(log::Level::trace)) {
    log::line(log::Level::trace, "says ", message.ShortDebugString());
  }
  // If this fails, the next Read fails too and the status says why.
  stream_->Write(message);
}

}  // namespace kahua
