// One idea for Haleakala: build statues, as high up as you can. It likes the actions that bring it nearer to a statue; of
// every other game it likes all actions equally.
//
// Make it your own: give more kinds of actions a preference, or look at more of the view.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kahua/bot.h"

// How high up a statue on this space would be: 1 for grassland, 2 for forest, 3 for a mountain, and 0 if there is one
// already. Space n is in landscape n / 6.
inline std::uint32_t height(const kahua::games::haleakala::v1::View& view, std::uint32_t space) {
  const bool is_built = std::ranges::any_of(view.players(), [space](const auto& player) {
    return std::ranges::find(player.statues(), space) != player.statues().end();
  });
  return is_built ? 0 : 1 + space / 6;
}

// How much it likes an action. Only the order counts, and only among the actions of the same decision.
inline std::uint32_t preference(const kahua::games::haleakala::v1::View& view, std::uint32_t seat,
                                const kahua::games::haleakala::v1::Action& action) {
  using kahua::games::haleakala::v1::Action;
  using kahua::games::haleakala::v1::PALM_CARD_STATUE;
  const auto& me = view.players(static_cast<int>(seat));
  const std::uint32_t here = me.has_shaman_space() ? height(view, me.shaman_space()) : 0;
  switch (action.kind_case()) {
    case Action::kMoveShaman:
      return height(view, action.move_shaman().space());
    case Action::kKeepShaman:
      return here;
    case Action::kTakeCard:
      return action.take_card().card() == PALM_CARD_STATUE ? here : 0;
    case Action::kPlaceDisc: {
      // The gaps 2b and 2b + 1 lie at beach b. A great number on the disc beats the other player's discs there.
      const int gap = 2 * static_cast<int>(action.place_disc().beach());
      const bool has_statue = view.gaps(gap) == PALM_CARD_STATUE || view.gaps(gap + 1) == PALM_CARD_STATUE;
      return has_statue ? action.place_disc().disc() : 0;
    }
    case Action::kBuyCard:
      return 1;
    default:
      return 0;
  }
}

// The indices of the legal actions that it likes best.
inline std::vector<std::uint32_t> favourites(const kahua::Ask& ask) {
  std::vector<std::uint32_t> preferences(ask.legal_total());
  if (ask.view().has_haleakala()) {
    std::ranges::transform(ask.legal(), preferences.begin(), [&ask](const auto& action) {
      return preference(ask.view().haleakala(), ask.seat(), action.haleakala());
    });
  }
  const std::uint32_t greatest = std::ranges::max(preferences);
  std::vector<std::uint32_t> liked;
  for (std::uint32_t index = 0; index < preferences.size(); ++index) {
    if (preferences[index] == greatest) {
      liked.push_back(index);
    }
  }
  return liked;
}
