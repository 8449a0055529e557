// Tries the bot on recorded asks. More of them: run the bot with KAHUA_RECORD=asks.jsonl, or see `kahua asks --help`.
// Argument: the file that has them.
#include <exception>
#include <iostream>

#include "choose.h"

int main(int count, char** arguments) try {
  int failed = 0;
  for (const kahua::Ask& ask : kahua::load_asks(count > 1 ? arguments[1] : "asks.jsonl")) {
    const int chosen = best(ask);
    std::cout << ask.legal(chosen).notation() << ", the best of " << ask.legal_size() << " actions\n";
    for (int index = 0; index < ask.legal_size(); ++index) {
      if (value(ask, ask.legal(index)) > value(ask, ask.legal(chosen))) {
        std::cout << "FAILED: action " << index << " is better than action " << chosen << '\n';
        ++failed;
      }
    }
  }
  return failed == 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "error: " << error.what() << '\n';
  return 1;
}
