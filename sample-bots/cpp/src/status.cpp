#include "status.h"

#include <optional>

#include "error_details.pb.h"

namespace kahua {

namespace {

// The first detail of this type.
template <typename Detail>
std::optional<Detail> detail(const grpc::Status& status, const std::string& name) {
  error_details::Status details;
  if (!details.ParseFromString(status.error_details())) {
    return std::nullopt;
  }
  for (const auto& any : details.details()) {
    Detail detail;
    if (any.type_url().ends_with("/" + name) && detail.ParseFromString(any.value())) {
      return detail;
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_final(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::OUT_OF_RANGE:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::NOT_FOUND:
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::UNIMPLEMENTED:
    // A newer connection of the same bot has taken over; the two would only displace each other.
    case grpc::StatusCode::ABORTED:
      return true;
    default:
      return false;
  }
}

std::string text_of(const grpc::Status& status) {
  const auto info = detail<error_details::ErrorInfo>(status, "google.rpc.ErrorInfo");
  std::string text = status.error_message();
  if (text.empty()) {
    text = "it ends the call with status " + std::to_string(status.error_code()) + " and no text";
  }
  return text + (info ? " (" + info->reason() + ")" : "");
}

std::chrono::milliseconds retry_delay(const grpc::Status& status) {
  const auto info = detail<error_details::RetryInfo>(status, "google.rpc.RetryInfo");
  if (!info) {
    return {};
  }
  const auto& delay = info->retry_delay();
  return std::chrono::seconds(delay.seconds()) +
         std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(delay.nanos()));
}

}  // namespace kahua
