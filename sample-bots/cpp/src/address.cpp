#include "address.h"

#include <arpa/inet.h>

#include <charconv>
#include <string_view>

#include "kahua/run.h"
#include "text.h"

namespace kahua {

namespace {

constexpr const char* expected = "; expected host:port, http://host:port or https://host:port";

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw SettingError("KAHUA_ADDR: " + in_quotes(text) + why + expected);
}

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, port);
  return error == std::errc() && rest == end && port != 0;
}

}  // namespace

Address Address::parse(const std::string& text) {
  if (text.empty()) {
    throw SettingError(std::string("KAHUA_ADDR is not set") + expected);
  }
  std::string scheme = "http";
  std::string rest = text;
  if (const auto end = text.find("://"); end != std::string::npos) {
    scheme = text.substr(0, end);
    rest = text.substr(end + 3);
  }
  if (scheme != "http" && scheme != "https") {
    refuse(text, " has the unknown scheme " + in_quotes(scheme));
  }
  if (rest.ends_with('/')) {
    rest.pop_back();
  }
  const auto colon = rest.rfind(':');
  if (colon == std::string::npos || rest.ends_with(']')) {
    refuse(text, " has no port");
  }
  Address address{.tls = scheme == "https", .host = rest.substr(0, colon), .port = rest.substr(colon + 1)};
  const bool bracketed = address.host.starts_with('[') && address.host.ends_with(']');
  if (bracketed) {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  const char* foreign = bracketed ? "/@[] \t\r\n" : "/@[]: \t\r\n";
  if (address.host.empty() || address.host.find_first_of(foreign) != std::string::npos) {
    refuse(text, " is not an address");
  }
  if (!is_port(address.port)) {
    refuse(text, " has the invalid port " + in_quotes(address.port));
  }
  return address;
}

std::string Address::str() const {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + port;
}

bool Address::is_loopback() const {
  in_addr ipv4{};
  if (inet_pton(AF_INET, host.c_str(), &ipv4) == 1) {
    return (ntohl(ipv4.s_addr) >> 24) == 127;
  }
  in6_addr ipv6{};
  if (inet_pton(AF_INET6, host.c_str(), &ipv6) == 1) {
    return IN6_IS_ADDR_LOOPBACK(&ipv6);
  }
  return host == "localhost";
}

bool Address::is_near() const {
  in_addr ipv4{};
  if (inet_pton(AF_INET, host.c_str(), &ipv4) == 1) {
    const std::uint32_t ip = ntohl(ipv4.s_addr);
    return ip == 0 || ip >> 24 == 127 || ip >> 24 == 10 || ip >> 20 == 0xac1 || ip >> 16 == 0xc0a8 ||
           ip >> 16 == 0xa9fe;
  }
  in6_addr ipv6{};
  if (inet_pton(AF_INET6, host.substr(0, host.find('%')).c_str(), &ipv6) == 1) {
    const bool is_unique_local = (ipv6.s6_addr[0] & 0xfe) == 0xfc;
    return IN6_IS_ADDR_LOOPBACK(&ipv6) || IN6_IS_ADDR_UNSPECIFIED(&ipv6) || IN6_IS_ADDR_LINKLOCAL(&ipv6) ||
           is_unique_local;
  }
  return host.find('.') == std::string::npos || host.ends_with(".localhost");
}

}  // namespace kahua
