// The bot greedy, which plays Haleakala as GREEDY.md defines.
#include "haleakala/greedy.h"

#include "kahua/kahua.h"

int main() {
  haleakala::Greedy bot;
  return kahua::run(bot, {.games = {"haleakala"}, .matches = 16});
}
