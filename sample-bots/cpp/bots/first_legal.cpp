// The simplest bot: it knows no game and takes the first action that is legal.
#include "kahua/kahua.h"

struct FirstLegal : kahua::Bot {
  kahua::Answer choose(const kahua::Ask&) override { return kahua::index(0); }
};

int main() {
  FirstLegal bot;
  return kahua::run(bot, {.matches = 16});
}
