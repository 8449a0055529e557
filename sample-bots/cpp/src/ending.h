// How the run is told to end: in good order, or at once.
#pragma once

#include <grpcpp/client_context.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace kahua {

class Ending {
 public:
  // The bot leaves when its open matches have ended.
  void leave();
  bool is_leaving() const;

  // The run ends at once: the present call is cancelled, and each further one.
  void cut();
  bool is_cut() const;

  // The call that cut() cancels from now on; null when it is over.
  void watch(grpc::ClientContext* call);

  // Waits as long, but not after cut() and, if `leaving_wakes`, not after leave().
  void wait(std::chrono::milliseconds time, bool leaving_wakes);

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  grpc::ClientContext* call_ = nullptr;
  bool leaving_ = false;
  bool cut_ = false;
};

}  // namespace kahua
