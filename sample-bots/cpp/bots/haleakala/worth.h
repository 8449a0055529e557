// What things are worth, in tenths of a point.
#pragma once

#include "haleakala/position.h"

namespace haleakala {

// A new statue of mine on this space.
int site(const Position& here, int space);

// A palm card that I receive.
int card(const Position& here, int kind);

// Buying this card of the display, or nothing.
int buy(const Position& here, int bought);

// Moving one lava disc from crater to crater.
int move_lava(Position here, std::size_t from, std::size_t to);

}  // namespace haleakala
