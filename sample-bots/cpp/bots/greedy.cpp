// The bot greedy, which plays Haleakala as GREEDY.md says.
#include "haleakala/greedy.h"
#include "kahua/arena.h"

int main() {
  haleakala::Greedy bot;
  return kahua::run(bot, {.games = {"haleakala"}, .matches = 16});
}
