// The recorded asks are answered as every other language answers them. Argument: the file that holds them.
#include <fstream>
#include <iostream>
#include <string>

#include "haleakala/greedy.h"
#include "hex.h"

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
    kahua::Ask ask;
    const bool read = ask.ParseFromString(from_hex(line.substr(blank + 1)));
    const std::uint32_t answered = haleakala::best(ask);
    if (!read || std::to_string(answered) != line.substr(0, blank)) {
      std::cerr << "ask " << asks << ": answered " << answered << ", recorded " << line.substr(0, blank) << '\n';
      ++failed;
    }
    ++asks;
  }
  kahua::Ask unknown;
  unknown.set_legal_total(3);
  failed += haleakala::best(unknown) != 0;
  std::cout << asks << " asks, " << failed << " answered wrongly\n";
  return asks > 100 && failed == 0 ? 0 : 1;
}
