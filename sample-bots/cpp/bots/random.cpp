// A bot that knows no game and chooses at random, seeded by KAHUA_SEED and its name.
#include <cstdlib>
#include <random>
#include <string>

#include "kahua/kahua.h"

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

class Random : public kahua::Bot {
 public:
  explicit Random(const std::string& text) : Random(std::seed_seq(text.begin(), text.end())) {}

  kahua::Answer choose(const kahua::Ask& ask) override {
    return kahua::index(std::uniform_int_distribution<std::uint32_t>(0, ask.legal_total() - 1)(lots_));
  }

 private:
  explicit Random(std::seed_seq seed) : lots_(seed) {}

  std::mt19937_64 lots_;
};

}  // namespace

int main() {
  Random bot(variable("KAHUA_SEED") + " " + variable("KAHUA_NAME"));
  return kahua::run(bot, {.matches = 16, .action_form = kahua::arena::v1::ACTION_FORM_NONE});
}
