#include "haleakala/turn.h"

#include <algorithm>

#include "haleakala/worth.h"

namespace haleakala {

namespace {

// What I receive, less what the other player receives, if the boat stops there.
int stopping(const Position& here, int stop) {
  const int mine = here.me.sum(stop);
  const int theirs = here.other.sum(stop);
  if (mine < theirs) {
    return -stopping(here.turned(), stop);
  }
  if (mine == 0) {
    return 0;
  }
  const int first = here.gaps[2 * stop];
  const int second = here.gaps[2 * stop + 1];
  const bool takes_second = first == 0 || (second != 0 && card(here, second) > card(here, first));
  return choose(here, stop, takes_second ? second : first);
}

// How the discs stand: every beach but the boat's as if the boat might stop there, and the discs in hand.
int prospects(const Position& here) {
  int worth = 6 * (here.me.hand() - here.other.hand());
  for (int beach = 0; beach < 6; ++beach) {
    if (beach != here.boat) {
      worth += stopping(here, beach);
    }
  }
  return worth;
}

}  // namespace

int choose(const Position& here, int stop, int chosen) {
  const int first = here.gaps[2 * stop];
  const int second = here.gaps[2 * stop + 1];
  const int left = chosen == first ? second : first;
  const bool shared = here.other.sum(stop) > 0 && left != chosen;
  return card(here, chosen) - (shared ? card(here.turned(), left) : 0);
}

int sail(Position after, int steps, bool invokes) {
  after.boat = (after.boat + steps) % 6;
  if (invokes && after.lava_supply > 0) {
    after.lava[after.boat] += 1;
  }
  const int received = stopping(after, after.boat);
  after.me.clear(after.boat);
  after.other.clear(after.boat);
  return 4 * received + prospects(after) + 4 * after.idle;
}

int linger(const Position& after) {
  const int shaman = after.me.shaman;
  const int walk = shaman == 0 || site(after, shaman - 1) == 0 ? 40 : 0;
  return prospects(after) + walk;
}

int stand(const Position& here, int shaman) {
  if (shaman == 0) {
    return 0;
  }
  const int space = shaman - 1;
  const int landscape = space / 6;
  const int segment = space % 6;
  int next = std::max(site(here, 6 * landscape + (segment + 1) % 6), site(here, 6 * landscape + (segment + 5) % 6));
  if (landscape > 0) {
    next = std::max(next, site(here, space - 6));
  }
  if (landscape < 2) {
    next = std::max(next, site(here, space + 6));
  }
  return 2 * site(here, space) + next;
}

}  // namespace haleakala
