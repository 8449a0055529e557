// The bot builder: of the actions that favourites.h likes best, it chooses one at random.
#include <cstdlib>
#include <random>
#include <string>

#include "favourites.h"
#include "kahua/kahua.h"

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

class Builder : public kahua::Bot {
 public:
  explicit Builder(const std::string& text) : Builder(std::seed_seq(text.begin(), text.end())) {}

  kahua::Answer choose(const kahua::Ask& ask) override {
    const auto liked = favourites(ask);
    return kahua::index(liked[std::uniform_int_distribution<std::size_t>(0, liked.size() - 1)(lots_)]);
  }

 private:
  explicit Builder(std::seed_seq seed) : lots_(seed) {}

  std::mt19937_64 lots_;
};

}  // namespace

int main() {
  Builder bot(variable("KAHUA_SEED") + " " + variable("KAHUA_NAME"));
  return kahua::run(bot, {.matches = 16});
}
