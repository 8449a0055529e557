#include "haleakala/greedy.h"

#include <limits>

#include "haleakala/position.h"
#include "haleakala/turn.h"
#include "haleakala/worth.h"

namespace haleakala {

namespace {

// Placing a disc: on the boat's beach the boat sails, elsewhere the shaman may walk.
int place(Position after, std::uint32_t disc, int beach, bool invokes) {
  after.me.discs.at(disc - 1) = beach + 1;
  return beach == after.boat ? sail(after, static_cast<int>(disc), invokes) : linger(after);
}

int take_back(Position after, std::uint32_t disc) {
  after.me.discs.at(disc - 1) = 0;
  return linger(after);
}

// What a legal action is worth to the player who decides, in tenths of a point.
int value(const Position& here, const games::haleakala::v1::Action& action) {
  using Action = games::haleakala::v1::Action;
  switch (action.kind_case()) {
    case Action::kPlace:
      return place(here, action.place().disc(), static_cast<int>(action.place().beach()), false);
    case Action::kInvoke:
      return place(here, action.invoke().disc(), here.boat, true);
    case Action::kReturnDisc:
      return take_back(here, action.return_disc().disc());
    case Action::kBoat:
      return sail(here, 1, false);
    case Action::kMoveShaman:
      return stand(here, static_cast<int>(action.move_shaman().space()) + 1);
    case Action::kStay:
      return stand(here, here.me.shaman);
    case Action::kTake:
      return choose(here, here.boat, action.take().card());
    case Action::kBuy:
      return buy(here, action.buy().card());
    case Action::kLava:
      return move_lava(here, action.lava().from(), action.lava().to());
    case Action::KIND_NOT_SET:
      break;
  }
  return std::numeric_limits<int>::min();
}

}  // namespace

std::uint32_t best(const arena::v1::Ask& ask) {
  if (!ask.view().has_haleakala()) {
    return 0;
  }
  const Position here = Position::read(ask.view().haleakala());
  std::uint32_t best = 0;
  int greatest = std::numeric_limits<int>::min();
  for (int index = 0; index < ask.legal_size(); ++index) {
    if (!ask.legal(index).has_haleakala()) {
      continue;
    }
    if (const int worth = value(here, ask.legal(index).haleakala()); worth > greatest) {
      greatest = worth;
      best = static_cast<std::uint32_t>(index);
    }
  }
  return best;
}

}  // namespace haleakala
