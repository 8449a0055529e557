// What the bot thinks of each action in Kanaloa: collect tiles, and sacrifice them for the temples that count at the end.
#include "ideas.h"

#include <algorithm>
#include <array>
#include <cstdint>

using namespace kahua::games::kanaloa::v1;

namespace {

// The value of a tile, by the order of the enum: 4 and 5 with one god, 2 to 4 with two, 2 to 5 with Kane.
double points(int tile) {
  return tile <= TILE_LO5  ? 4 + (tile - TILE_KL4) % 2
         : tile < TILE_KA2 ? 2 + (tile - TILE_KLKU2) % 3
                           : 2 + tile - TILE_KA2;
}

// The temples that a tile is for.
std::array<int, 2> gods(int tile) {
  constexpr std::array<std::array<int, 2>, 6> pairs{{{1, 2}, {2, 3}, {3, 4}, {4, 1}, {1, 3}, {2, 4}}};
  if (tile <= TILE_LO5) {
    return {(tile + 1) / 2, TEMPLE_UNSPECIFIED};
  }
  return tile < TILE_KA2 ? pairs[(tile - TILE_KLKU2) / 3] : std::array<int, 2>{TEMPLE_KANE, TEMPLE_UNSPECIFIED};
}

// The points at the end: those of Kane, the last temple, and as many again for each temple that is at least as high.
double score(const std::array<double, 5>& temples) {
  const double kane = temples.back();
  return kane * std::ranges::count_if(temples, [&](double value) { return value >= kane; });
}

// What a sacrifice of all tiles in hand that show the temple is worth. It takes the turn in which a piece could have moved, so
// it should be worth more than a tile.
double sacrifice(const Player& me, int temple) {
  double offered = 0;
  for (const int tile : me.hand()) {  // the tiles in hand
    const auto shown = gods(tile);
    offered += std::ranges::count(shown, temple) > 0 ? points(tile) : 0;
  }
  const TempleValues& now = me.temples();  // the temples' values
  std::array<double, 5> values{1.0 * now.kanaloa(), 1.0 * now.ku(), 1.0 * now.pele(), 1.0 * now.lono(),
                               1.0 * now.kane()};
  const double before = score(values);
  values[temple - 1] += offered;
  return score(values) - before + offered - 6;
}

// The value of the best tile on an island.
double tiles_at(const View& view, int island) {
  double best = 0;
  for (const IslandTiles& place : view.islands()) {  // the islands with tiles
    for (const int tile : place.tiles()) {
      best = std::max(best, place.island() == island ? points(tile) : 0);
    }
  }
  return best;
}

// How many fish a piece could follow from an island: white ones and its own, from the tail to the head.
double ways_out(const View& view, std::uint32_t seat, int island) {
  return std::ranges::count_if(view.fish(), [&](const Fish& fish) {  // the fish on the currents
    const bool is_mine = fish.has_seat() && fish.seat() == seat;
    return fish.tail() == island && (is_mine || fish.side() == FISH_SIDE_WHITE);
  });
}

}  // namespace

// TODO 1: avoid the worst. The owner of Ku's card (view.cards()) robs players who meet its pieces: don't go there with a good
// hand.
//
// TODO 2: look at scores. At the end Kane's temple counts, and as much again for each temple that is at least as high: take
// tiles for the one that is missing, not just the greatest.
double value(const kahua::Ask& ask, const kahua::Action& action) {
  const View& view = ask.view().kanaloa();
  const Player& me = view.players(ask.seat());  // the players by seat
  const Action& move = action.kanaloa();
  switch (move.kind_case()) {
    case Action::kPlacePiece:
      return tiles_at(view, move.place_piece().island());
    case Action::kPlaceSecondPiece:
      return 1 + tiles_at(view, move.place_second_piece().island());
    case Action::kLandPiece:
      return tiles_at(view, move.land_piece().island());
    case Action::kMovePiece:
      return tiles_at(view, move.move_piece().head()) + 0.1 * ways_out(view, ask.seat(), move.move_piece().head());
    case Action::kBeginSacrifice:
      return sacrifice(me, move.begin_sacrifice().temple());
    case Action::kAddTile: {  // a tile of Kane suits every temple, but Kane's own needs it most
      const int temple = view.open().offer().temple();  // the open decision, with what it is about
      const int tile = move.add_tile().tile();
      return gods(tile)[0] == TEMPLE_KANE && temple != TEMPLE_KANE ? -1 : points(tile);
    }
    case Action::kTakeTile:
      return points(move.take_tile().tile());
    case Action::kRobTile:
      return points(move.rob_tile().tile());
    case Action::kVetoChange:
      return 1;
    case Action::kSwapTiles:
    case Action::kReverseFish:
    case Action::kRecolourFish:
      return -1;
    default:  // lay a fish, remove a piece, flip, dolphin, volcano, and whatever ends or allows something
      return 0;
  }
}
