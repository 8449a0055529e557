#include "text.h"

#include <cctype>
#include <iomanip>
#include <sstream>
#include <system_error>

namespace kahua {

std::string quoted(std::string_view text) {
  std::ostringstream written;
  written << '"' << std::hex << std::setfill('0');
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x20 || code == 0x7f) {
      written << "\\x" << std::setw(2) << static_cast<unsigned>(code);
    } else {
      written << letter;
    }
  }
  written << '"';
  return written.str();
}

std::string lowered(std::string text) {
  if (!text.empty()) {
    text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  }
  return text;
}

std::string error_text(int number) { return lowered(std::generic_category().message(number)); }

std::string words(std::chrono::milliseconds duration) {
  using std::chrono::round;
  if (const auto minutes = round<std::chrono::minutes>(duration); minutes.count() >= 2) {
    return std::to_string(minutes.count()) + " minutes";
  }
  return std::to_string(round<std::chrono::seconds>(duration).count()) + " s";
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace kahua
