// What the connections bring and the bot hasn't heard yet.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// A message, and the number of the connection that brought it.
struct Heard {
  arena::v1::ArenaMessage message;
  int connection = 0;
};

// A queue from the network's thread to the bot's.
class Inbox {
 public:
  // Waits for room, so that the arena has to wait too. Once the inbox is closed, nothing is added.
  void push(Heard heard) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || waiting_.size() < waiting_max; });
    if (!closed_) {
      waiting_.push_back(std::move(heard));
      changed_.notify_all();
    }
  }

  // The next message; nothing once the inbox is closed and empty.
  std::optional<Heard> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) {
      return std::nullopt;
    }
    Heard heard = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    return heard;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  static constexpr std::size_t waiting_max = 256;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Heard> waiting_;
  bool closed_ = false;
};

}  // namespace kahua
