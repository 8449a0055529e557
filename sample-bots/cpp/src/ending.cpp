#include "ending.h"

namespace kahua {

void Ending::leave() {
  const std::lock_guard lock(mutex_);
  leaving_ = true;
  changed_.notify_all();
}

bool Ending::is_leaving() const {
  const std::lock_guard lock(mutex_);
  return leaving_;
}

void Ending::cut() {
  const std::lock_guard lock(mutex_);
  cut_ = true;
  if (call_ != nullptr) {
    call_->TryCancel();
  }
  changed_.notify_all();
}

bool Ending::is_cut() const {
  const std::lock_guard lock(mutex_);
  return cut_;
}

void Ending::watch(grpc::ClientContext* call) {
  const std::lock_guard lock(mutex_);
  call_ = call;
  if (cut_ && call != nullptr) {
    call->TryCancel();
  }
}

void Ending::wait(std::chrono::milliseconds time, bool leaving_wakes) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [&] { return cut_ || (leaving_wakes && leaving_); });
}

}  // namespace kahua
