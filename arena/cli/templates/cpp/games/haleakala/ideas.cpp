// What the bot thinks of each action in Haleakala: win the beaches where the boat stops, and build statues high up.
#include "ideas.h"

#include <algorithm>
#include <cstdint>

using namespace kahua::games::haleakala::v1;

namespace {

// The points of a statue on a space: 1 in the grassland (spaces 0 to 5), 2 in the forest, 3 on the mountain, 0 if one is there.
double height(const View& view, std::uint32_t space) {
  const bool is_built = std::ranges::any_of(
      view.players(), [&](const Player& player) { return std::ranges::count(player.statues(), space) > 0; });
  return is_built ? 0 : 1 + space / 6;
}

// What a statue is worth where the shaman stands; nothing while he is still on the beach.
double here(const View& view, const Player& me) { return me.has_shaman_space() ? height(view, me.shaman_space()) : 0; }

// What a palm card is worth.
double card_value(const View& view, const Player& me, int card) {
  switch (card) {
    case PALM_CARD_NONE:
      return 0;
    case PALM_CARD_STATUE:  // built where the shaman stands; round 1 or 2, with a scoring at the end of each
      return here(view, me) * (3 - view.round());
    case PALM_CARD_PRIESTESS:
      return 0.5;
    default:
      return 2;
  }
}

// What it is worth for this seat that the boat stops at a beach, with a further disc of its own there.
double stop(const View& view, std::uint32_t seat, std::uint32_t beach, std::uint32_t disc = 0) {
  const Player& me = view.players(seat);  // the players by seat
  int lead = disc;
  for (const Player& player : view.players()) {
    for (const BeachDisc& lying : player.beach_discs()) {  // a player's number discs on beaches
      if (lying.beach() == beach) {
        lead += &player == &me ? static_cast<int>(lying.disc()) : -static_cast<int>(lying.disc());
      }
    }
  }
  // The gaps 2b and 2b + 1 lie at beach b. The greater sum of discs chooses a card first.
  const double better =
      std::max(card_value(view, me, view.gaps(2 * beach)), card_value(view, me, view.gaps(2 * beach + 1)));
  return lead > 0 ? better : lead < 0 ? -better : 0;
}

}  // namespace

// TODO 1: avoid the worst. Say what a move of lava is worth: an eruption destroys statues, first those on the mountain.
//
// TODO 2: look at scores. The player with more fish gets 3 points (the cards in kept()), and every statue scores once in each
// round that is left.
double value(const kahua::Ask& ask, const kahua::Action& action) {
  const View& view = ask.view().haleakala();
  const Player& me = view.players(ask.seat());
  const std::uint32_t boat = view.boat();  // the segment, 0 to 5, in whose water the boat lies
  const Action& move = action.haleakala();
  switch (move.kind_case()) {
    case Action::kPlaceDisc: {
      const std::uint32_t disc = move.place_disc().disc();
      const std::uint32_t beach = move.place_disc().beach();
      if (beach == boat) {  // the boat sails as far as the disc's number says
        return 4 * stop(view, ask.seat(), (boat + disc) % 6);
      }
      return stop(view, ask.seat(), beach, disc) - stop(view, ask.seat(), beach) - 0.1 * disc;
    }
    case Action::kInvoke:
      return 4 * stop(view, ask.seat(), (boat + move.invoke().disc()) % 6);
    case Action::kMoveBoat:
      return 4 * stop(view, ask.seat(), (boat + 1) % 6);
    case Action::kReturnDisc:
      return -0.5;
    case Action::kMoveShaman:
      return height(view, move.move_shaman().space());
    case Action::kKeepShaman:
      return here(view, me);
    case Action::kTakeCard:
      return card_value(view, me, move.take_card().card());
    case Action::kBuyCard:
      return 1;
    default:  // buy nothing, move lava
      return 0;
  }
}
