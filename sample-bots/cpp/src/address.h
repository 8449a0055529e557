// Where the arena is.
#pragma once

#include <string>

namespace kahua {

struct Address {
  bool tls = false;
  std::string host;
  std::string port;

  // Reads host:port, http://host:port or https://host:port. Throws SettingError.
  static Address parse(const std::string& text);

  // The address as host:port.
  std::string str() const;

  bool is_loopback() const;

  // Whether it is on this machine or in a private network, to which no HTTP proxy leads. No name is looked up.
  bool is_near() const;

  bool operator==(const Address&) const = default;
};

}  // namespace kahua
