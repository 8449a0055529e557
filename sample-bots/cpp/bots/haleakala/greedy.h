// A bot that plays Haleakala by looking one decision ahead, exactly as ../../../GREEDY.md defines.
#pragma once

#include <cstdint>

#include "kahua/bot.h"

namespace haleakala {

// The index of the action with the greatest value; of equal values, the first. 0 for an ask of another game.
std::uint32_t best(const kahua::Ask& ask);

struct Greedy : kahua::Bot {
  kahua::Answer choose(const kahua::Ask& ask) override { return kahua::index(best(ask)); }
};

}  // namespace haleakala
