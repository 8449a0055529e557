#include "probe.h"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <memory>
#include <optional>
#include <string_view>

#include "text.h"

namespace kahua {

namespace {

// How long each step may take.
constexpr int step_ms = 2000;

// The first byte of the records with which a TLS server answers: a handshake, or an alert to what isn't TLS.
constexpr unsigned char tls_alert = 0x15;
constexpr unsigned char tls_handshake = 0x16;

// What a client says first in HTTP/2, with empty settings.
constexpr std::string_view http2_greeting{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33};
// A TLS record with an empty ClientHello, which every TLS server refuses with an alert.
constexpr std::string_view tls_greeting{"\x16\3\1\0\4\1\0\0\0", 9};

class Socket {
 public:
  explicit Socket(int number) : number_(number) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }

  // Returns 0, or what went wrong.
  int connect(const addrinfo& target) const {
    if (number_ < 0 || fcntl(number_, F_SETFL, O_NONBLOCK) != 0) {
      return errno;
    }
    if (::connect(number_, target.ai_addr, target.ai_addrlen) == 0) {
      return 0;
    }
    if (errno != EINPROGRESS) {
      return errno;
    }
    if (!is_ready(POLLOUT)) {
      return ETIMEDOUT;
    }
    int error = 0;
    socklen_t size = sizeof(error);
    return getsockopt(number_, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
  }

  // The first byte of the answer: -1 if the other side closes the connection, and nothing if it says nothing.
  std::optional<int> ask(std::string_view greeting) const {
    ::send(number_, greeting.data(), greeting.size(), MSG_NOSIGNAL);
    if (!is_ready(POLLIN)) {
      return std::nullopt;
    }
    unsigned char first = 0;
    return ::recv(number_, &first, 1, 0) == 1 ? first : -1;
  }

 private:
  bool is_ready(short event) const {
    pollfd waiting{.fd = number_, .events = event, .revents = 0};
    return ::poll(&waiting, 1, step_ms) == 1;
  }

  int number_;
};

struct Found {
  // What keeps us from connecting; empty if nothing does.
  std::string unreachable;
  std::optional<int> first_byte;
};

Found look(const Address& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  if (const int error = getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &list); error != 0) {
    return {.unreachable = lowered(gai_strerror(error)), .first_byte = {}};
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> targets(list, freeaddrinfo);
  int error = 0;
  for (const addrinfo* target = targets.get(); target != nullptr; target = target->ai_next) {
    const Socket socket(::socket(target->ai_family, target->ai_socktype, target->ai_protocol));
    error = socket.connect(*target);
    if (error == 0) {
      return {.unreachable = {}, .first_byte = socket.ask(address.tls ? tls_greeting : http2_greeting)};
    }
  }
  return {.unreachable = error_text(error), .first_byte = {}};
}

bool mentions(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](unsigned char one, unsigned char other) { return std::tolower(one) == other; }) != text.end();
}

// gRPC's text without the address and the layers around the cause.
std::string cause_in(const std::string& reported) {
  constexpr std::string_view before = "handshake failed";
  const auto found = reported.find(before);
  const auto colon = found == std::string::npos ? found : reported.find(": ", found + before.size());
  return colon == std::string::npos ? reported : reported.substr(colon + 2);
}

}  // namespace

Trouble diagnose(const Address& address, const std::string& reported) {
  const Found found = look(address);
  if (!found.unreachable.empty()) {
    return {found.unreachable};
  }
  const bool is_tls = found.first_byte == tls_alert || found.first_byte == tls_handshake;
  const bool is_closed = found.first_byte == -1;
  if (!address.tls) {
    if (is_tls) {
      return {address.str() + " speaks TLS; use https://", true};
    }
    return {is_closed ? "it closed the connection at once; if it speaks TLS, use https://" : reported};
  }
  if (found.first_byte && !is_tls && !is_closed) {
    return {address.str() + " does not speak TLS; if the arena has no certificate, use http://", true};
  }
  // Texts of gRPC's own begin like this; others come from the arena.
  if (!mentions(reported, "failed to connect to all addresses")) {
    return {reported};
  }
  const std::string cause = cause_in(reported);
  if (mentions(cause, "certificate")) {
    return {"the certificate of " + address.str() + " isn't trusted: " + cause + "; KAHUA_CA can name the CA to trust",
            true};
  }
  return {"the TLS handshake failed: " + cause + "; if the arena has no certificate, use http://"};
}

}  // namespace kahua
