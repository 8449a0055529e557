// The simplest bot: it knows no game and takes the first action that is legal.
#include "kahua/arena.h"

struct FirstLegal : kahua::Bot {
  arena::v1::Answer choose(const arena::v1::Ask&) override { return kahua::index(0); }
};

int main() {
  FirstLegal bot;
  return kahua::run(bot, {.matches = 16});
}
