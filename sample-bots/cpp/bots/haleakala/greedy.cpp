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
int value(const Position& here, const kahua::games::haleakala::v1::Action& action) {
  using Action = kahua::games::haleakala::v1::Action;
  switch (action.kind_case()) {
    case Action::kPlaceDisc:
      return place(here, action.place_disc().disc(), static_cast<int>(action.place_disc().beach()), false);
    case Action::kInvoke:
      return place(here, action.invoke().disc(), here.boat, true);
    case Action::kReturnDisc:
      return take_back(here, action.return_disc().disc());
    case Action::kMoveBoat:
      return sail(here, 1, false);
    case Action::kMoveShaman:
      return stand(here, static_cast<int>(action.move_shaman().space()) + 1);
    case Action::kKeepShaman:
      return stand(here, here.me.shaman);
    case Action::kTakeCard:
      return choose(here, here.boat, action.take_card().card());
    case Action::kBuyCard:
      return buy(here, action.buy_card().card());
    case Action::kBuyNothing:
      return 0;
    case Action::kMoveLava:
      return move_lava(here, action.move_lava().from_crater(), action.move_lava().to_crater());
    case Action::KIND_NOT_SET:
      break;
  }
  return std::numeric_limits<int>::min();
}

}  // namespace

std::uint32_t best(const kahua::Ask& ask) {
  if (!ask.view().has_haleakala()) {
    return 0;
  }
  const Position here = Position::read(ask.view().haleakala(), ask.seat());
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
