// What the actions of a turn are worth, in tenths of a point.
#pragma once

#include "haleakala/position.h"

namespace haleakala {

// Choosing this card at a stop, less what the other player then receives.
int choose(const Position& here, int stop, int chosen);

// The boat sails: what both players receive, and how things stand afterwards.
int sail(Position after, int steps, bool invokes);

// How things stand where the boat stays, and what it is worth that the shaman may walk.
int linger(const Position& after);

// Having the shaman there: 0 for the beach, n + 1 for space n.
int stand(const Position& here, int shaman);

}  // namespace haleakala
