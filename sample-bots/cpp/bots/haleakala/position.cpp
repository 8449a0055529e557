#include "haleakala/position.h"

#include <algorithm>
#include <utility>

namespace haleakala {

using namespace kahua::games::haleakala::v1;

namespace {

// As many numbers as there are, at most as many as there is room for.
template <typename Numbers, std::size_t size>
void fill(std::array<int, size>& into, const Numbers& from) {
  std::copy_n(from.begin(), std::min<std::size_t>(size, from.size()), into.begin());
}

}  // namespace

Side Side::read(const Player& player) {
  Side side;
  for (const auto& disc : player.beach_discs()) {
    side.discs.at(disc.disc() - 1) = static_cast<int>(disc.beach()) + 1;
  }
  if (player.has_shaman_space()) {
    side.shaman = static_cast<int>(player.shaman_space()) + 1;
  }
  for (const auto space : player.statues()) {
    side.statues.set(space);
  }
  for (const auto card : player.kept()) {
    side.kept.at(card - PALM_CARD_FISH1) += 1;
  }
  for (const auto card : player.bought()) {
    side.bought.set(static_cast<std::size_t>(card));
  }
  return side;
}

int Side::sum(int beach) const {
  int sum = 0;
  for (int disc = 1; disc <= 5; ++disc) {
    sum += discs[disc - 1] == beach + 1 ? disc : 0;
  }
  return sum;
}

void Side::clear(int beach) { std::replace(discs.begin(), discs.end(), beach + 1, 0); }

int Side::hand() const { return static_cast<int>(std::count(discs.begin(), discs.end(), 0)); }

int Side::fish() const {
  int fish = 0;
  for (int baskets = 1; baskets <= 5; ++baskets) {
    fish += baskets * kept[baskets - 1];
  }
  return fish;
}

int Side::in_landscape(int landscape) const {
  int count = 0;
  for (int segment = 0; segment < 6; ++segment) {
    count += statues[landscape * 6 + segment];
  }
  return count;
}

int Side::in_segment(int segment) const { return statues[segment] + statues[6 + segment] + statues[12 + segment]; }

Position Position::read(const View& view, std::uint32_t seat) {
  Position here;
  here.scorings = view.round() == 2 ? 1 : 2;
  here.idle = static_cast<int>(view.idle_turns());
  here.boat = static_cast<int>(view.boat());
  fill(here.lava, view.lava());
  here.lava_supply = static_cast<int>(view.lava_supply());
  fill(here.gaps, view.gaps());
  std::replace(here.gaps.begin(), here.gaps.end(), static_cast<int>(PALM_CARD_NONE), 0);
  here.me = Side::read(view.players(static_cast<int>(seat)));
  here.other = Side::read(view.players(static_cast<int>(1 - seat)));
  return here;
}

Position Position::turned() const {
  Position turned = *this;
  std::swap(turned.me, turned.other);
  return turned;
}

bool Position::is_hit(int space) const { return lava[space % 6] > 2 - space / 6; }

}  // namespace haleakala
