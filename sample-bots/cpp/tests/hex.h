// Reading the fixtures, in which bytes are written in hexadecimal digits.
#pragma once

#include <charconv>
#include <string>

inline std::string from_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t place = 0; place + 1 < text.size(); place += 2) {
    unsigned char byte = 0;
    std::from_chars(text.data() + place, text.data() + place + 2, byte, 16);
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}
