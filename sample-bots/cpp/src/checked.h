// The settings, completed from the environment and checked.
#pragma once

#include <functional>
#include <string>

#include "address.h"
#include "kahua/settings.h"

namespace kahua {

// The value of an environment variable; empty if it isn't set.
using Environment = std::function<std::string(const char* variable)>;

std::string process_environment(const char* variable);

struct Checked : Settings {
  Address address;
  // What the file `ca` contains; empty for the system's certificates.
  std::string roots;
};

// Throws SettingError.
Checked check(Settings settings, const Environment& environment = process_environment);

}  // namespace kahua
