// @NAME@ plays @GAME@ for the Kahua arena.
#include "choose.h"

struct MyBot : kahua::Bot {
  // ask.view() is what your seat sees, and ask.legal() has the actions to choose from.
  kahua::Answer choose(const kahua::Ask& ask) override { return kahua::index(best(ask)); }
};

int main() {
  MyBot bot;
  // KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN say where the arena is, and who you are.
  return kahua::run(bot, {.games = {"@GAME@"}, .matches = 4});
}
