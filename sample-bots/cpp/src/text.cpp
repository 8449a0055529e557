#include "text.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <iomanip>
#include <sstream>
#include <system_error>

namespace kahua {

std::string in_quotes(std::string_view text) {
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

std::string in_words(std::string name, std::string_view prefix) {
  if (name.starts_with(prefix)) {
    name.erase(0, prefix.size());
  }
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return letter == '_' ? ' ' : static_cast<char>(std::tolower(letter)); });
  return name;
}

std::string error_text(int number) { return lowered(std::generic_category().message(number)); }

std::string words(std::chrono::milliseconds duration) {
  using std::chrono::round;
  if (const auto minutes = round<std::chrono::minutes>(duration); minutes.count() >= 2) {
    return std::to_string(minutes.count()) + " minutes";
  }
  return std::to_string(round<std::chrono::seconds>(duration).count()) + " s";
}

bool is_utf8(std::string_view bytes) {
  // The least code point that needs so many bytes after the first.
  constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
  for (std::size_t place = 0; place < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[place++]);
    const std::size_t more = std::countl_one(first) == 0 ? 0 : std::countl_one(first) - 1U;
    if (first >= 0x80 && (more < 1 || more > 3)) {
      return false;
    }
    char32_t code = more == 0 ? first : first & (0x3f >> more);
    for (std::size_t step = 0; step < more; ++step) {
      if (place == bytes.size() || (static_cast<unsigned char>(bytes[place]) & 0xc0) != 0x80) {
        return false;
      }
      code = code << 6 | (static_cast<unsigned char>(bytes[place++]) & 0x3f);
    }
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    if (code < least[more] || code > 0x10ffff || is_surrogate) {
      return false;
    }
  }
  return true;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace kahua
