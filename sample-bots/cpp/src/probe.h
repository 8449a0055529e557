// Finds out why a connection failed, which gRPC reports only as text that differs from version to version.
#pragma once

#include <string>

#include "address.h"

namespace kahua {

struct Trouble {
  std::string text;
  // Whether another attempt would meet the same trouble.
  bool is_final = false;
};

// Connects once more, to see what is there. `reported` is gRPC's text, which counts where nothing else is found.
Trouble diagnose(const Address& address, const std::string& reported);

}  // namespace kahua
