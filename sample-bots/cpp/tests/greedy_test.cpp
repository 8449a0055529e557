// The recorded asks are answered as every other language answers them. Argument: the file that holds them.
#include <charconv>
#include <fstream>
#include <iostream>
#include <string>

#include "haleakala/greedy.h"

namespace {

std::string from_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t place = 0; place + 1 < text.size(); place += 2) {
    unsigned char byte = 0;
    std::from_chars(text.data() + place, text.data() + place + 2, byte, 16);
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

}  // namespace

int main(int count, char** arguments) {
  std::ifstream file(count > 1 ? arguments[1] : "");
  std::string line;
  int asks = 0;
  int failed = 0;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) {
      continue;
    }
    const std::size_t blank = line.find(' ');
    arena::v1::Ask ask;
    const bool read = ask.ParseFromString(from_hex(line.substr(blank + 1)));
    const std::uint32_t answered = haleakala::best(ask);
    if (!read || std::to_string(answered) != line.substr(0, blank)) {
      std::cerr << "ask " << asks << ": answered " << answered << ", recorded " << line.substr(0, blank) << '\n';
      ++failed;
    }
    ++asks;
  }
  arena::v1::Ask unknown;
  unknown.set_legal_total(3);
  failed += haleakala::best(unknown) != 0;
  std::cout << asks << " asks, " << failed << " answered wrongly\n";
  return asks > 100 && failed == 0 ? 0 : 1;
}
