// @NAME@ knows no game and takes the first action that is legal.
#include "kahua/kahua.h"

struct MyBot : kahua::Bot {
  // ask.view() is what your seat sees, and ask.legal() has the actions to choose from.
  kahua::Answer choose(const kahua::Ask& ask) override { return kahua::index(0); }
};

int main() {
  MyBot bot;
  return kahua::run(bot);
}
