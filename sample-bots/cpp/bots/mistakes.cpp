// A bot for tests of how failures look: it takes the first legal action, but makes the mistake that KAHUA_MISTAKE names.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "kahua/kahua.h"

namespace {

constexpr std::array<std::string_view, 9> mistakes = {"",       "throw",   "overflow", "negative", "null",
                                                      "beyond", "illegal", "slow",     "on_ended"};

volatile bool is_deep_enough = false;

// Calls itself until the stack is full. What is read after the call keeps the compiler from making it a loop.
int deeper(int depth) {
  volatile int kept = depth;
  const int below = is_deep_enough ? 0 : deeper(depth + 1);
  return below + kept;
}

class Mistaken : public kahua::Bot {
 public:
  explicit Mistaken(std::string mistake) : mistake_(std::move(mistake)) {}

  kahua::Answer choose(const kahua::Ask& ask) override {
    if (mistake_ == "throw") {
      throw std::runtime_error("a mistake in choose");
    }
    if (mistake_ == "overflow") {
      return kahua::index(deeper(1));
    }
    if (mistake_ == "negative") {
      return kahua::index(-1);
    }
    if (mistake_ == "null") {
      return {};
    }
    if (mistake_ == "beyond") {
      return kahua::index(ask.legal_total());
    }
    if (mistake_ == "illegal") {
      return kahua::notation("nonsense");
    }
    if (mistake_ == "slow") {
      std::this_thread::sleep_for(std::chrono::seconds(30));
    }
    return kahua::index(0);
  }

  void on_ended(const kahua::Ended&) override {
    if (mistake_ == "on_ended") {
      throw std::runtime_error("a mistake in on_ended");
    }
  }

 private:
  std::string mistake_;
};

}  // namespace

int main() {
  const char* set = std::getenv("KAHUA_MISTAKE");
  const std::string mistake = set != nullptr ? set : "";
  if (std::find(mistakes.begin(), mistakes.end(), mistake) == mistakes.end()) {
    std::cerr << "KAHUA_MISTAKE: \"" << mistake << "\" is a mistake that a bot in C++ can't make\n";
    return 2;
  }
  Mistaken bot(mistake);
  return kahua::run(bot, {.matches = 4});
}
