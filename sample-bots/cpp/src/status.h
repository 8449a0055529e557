// The status with which a call ends.
#pragma once

#include <grpcpp/support/status.h>

#include <chrono>
#include <string>

namespace kahua {

// Whether another attempt is useless: see the table of statuses in docs/bots/protocol.md.
bool is_final(grpc::StatusCode code);

// The status's text, with the reason of its ErrorInfo in brackets if it has one.
std::string text_of(const grpc::Status& status);

// How long the arena wants to be left alone; 0 if it doesn't say.
std::chrono::milliseconds retry_delay(const grpc::Status& status);

}  // namespace kahua
