#include "haleakala/worth.h"

#include <algorithm>
#include <optional>

namespace haleakala {

namespace {

using namespace kahua::games::haleakala::v1;

// Places in the kept cards.
constexpr std::size_t kept_white = 5;
constexpr std::size_t kept_black = 6;

// The kinds with a butterfly, by their places in the kept cards.
constexpr std::array<int, 6> butterflies = {0, 1, 3, 4, 5, 7};

int sign(int number) { return (number > 0) - (number < 0); }

// A palm card that I receive, without its butterfly.
int plain(const Position& here, int kind) {
  const Side& me = here.me;
  switch (kind) {
    case PALM_CARD_STATUE:
      return me.shaman == 0 ? 0 : site(here, me.shaman - 1);
    case PALM_CARD_SHELL:
      return 25;
    case PALM_CARD_PRIESTESS:
      return 8;
    case PALM_CARD_FISH1:
    case PALM_CARD_FISH2:
    case PALM_CARD_FISH3:
    case PALM_CARD_FISH4:
    case PALM_CARD_FISH5: {
      const int baskets = kind - PALM_CARD_FISH1 + 1;
      const int lead = me.fish() - here.other.fish();
      return 15 * here.scorings * (sign(lead + baskets) - sign(lead)) + 4 * baskets;
    }
    case PALM_CARD_WHITE_PEARL:
      return 10 * here.scorings * (1 + me.kept[kept_black]);
    case PALM_CARD_BLACK_PEARL:
      return 10 * here.scorings * (2 + me.kept[kept_white]);
    case PALM_CARD_NAUTILUS:
      return 30;
    default:
      return 0;
  }
}

// The statues that the eruption spares, mine less the other player's.
int spared(const Position& here) {
  int worth = 0;
  for (int space = 0; space < 18; ++space) {
    if (!here.is_hit(space)) {
      const int owner = static_cast<int>(here.me.statues[space]) - static_cast<int>(here.other.statues[space]);
      worth += owner * 10 * (space / 6 + 1) * here.scorings;
    }
  }
  return worth;
}

// The best that moving one lava disc can do; 0 if there is none.
int best_lava(const Position& here) {
  std::optional<int> best;
  for (std::size_t from = 0; from < 6; ++from) {
    if (here.lava[from] == 0) {
      continue;
    }
    for (const std::size_t step : {1, 5}) {
      const int worth = move_lava(here, from, (from + step) % 6);
      best = std::max(best.value_or(worth), worth);
    }
  }
  return best.value_or(0);
}

}  // namespace

int site(const Position& here, int space) {
  const Side& me = here.me;
  const bool built = me.statues[space] || here.other.statues[space];
  if (built || here.is_hit(space) || me.statues.count() >= 8) {
    return 0;
  }
  const int landscape = space / 6;
  int worth = 10 * (landscape + 1) * here.scorings;
  if (landscape == 1 && me.bought[DISPLAY_CARD_FOREST]) {
    worth += 20;
  }
  if (landscape == 2 && me.bought[DISPLAY_CARD_MOUNTAIN]) {
    worth += 30;
  }
  return me.in_segment(space % 6) == 2 ? worth + 20 : worth;
}

int card(const Position& here, int kind) {
  const bool butterfly = std::find(butterflies.begin(), butterflies.end(), kind - PALM_CARD_FISH1) != butterflies.end();
  return plain(here, kind) + (butterfly ? (here.me.bought[DISPLAY_CARD_BUTTERFLIES] ? 10 : 2) : 0);
}

int buy(const Position& here, int bought) {
  const Side& me = here.me;
  int count = 0;
  switch (bought) {
    case DISPLAY_CARD_BUTTERFLIES:
      for (const int kind : butterflies) {
        count += me.kept[kind];
      }
      return 10 * count - 10;
    case DISPLAY_CARD_MAJORITY:
      for (int landscape = 0; landscape < 3; ++landscape) {
        count += me.in_landscape(landscape) > here.other.in_landscape(landscape);
      }
      return 20 * count - 10;
    case DISPLAY_CARD_SEGMENT:
      for (int segment = 0; segment < 6; ++segment) {
        count += me.in_segment(segment) == 3;
      }
      return 40 * count - 10;
    case DISPLAY_CARD_FOREST:
      return 20 * me.in_landscape(1) - 20;
    case DISPLAY_CARD_MOUNTAIN:
      return 30 * me.in_landscape(2) - 20;
    case DISPLAY_CARD_PRIESTESS:
      return best_lava(here) - 10;
    default:
      return 0;
  }
}

int move_lava(Position here, std::size_t from, std::size_t to) {
  const int before = spared(here);
  here.lava.at(from) -= 1;
  here.lava.at(to) += 1;
  return spared(here) - before;
}

}  // namespace haleakala
