// What the bot looks at of a view, as plain numbers.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "kahua/games/haleakala/v1/haleakala.pb.h"

namespace haleakala {

// What belongs to one player.
struct Side {
  // Where the discs 1 to 5 are: 0 in hand, s + 1 on beach s.
  std::array<int, 5> discs{};
  // 0 on the beach, n + 1 on space n.
  int shaman = 0;
  std::bitset<18> statues;
  // Cards of the kinds 4 to 11.
  std::array<int, 8> kept{};
  std::bitset<7> bought;

  static Side read(const kahua::games::haleakala::v1::Player& player);

  // The sum of the discs on a beach.
  int sum(int beach) const;
  // Takes all discs off a beach.
  void clear(int beach);
  int hand() const;
  int fish() const;
  int in_landscape(int landscape) const;
  int in_segment(int segment) const;
};

struct Position {
  int scorings = 2;
  int idle = 0;
  int boat = 0;
  std::array<int, 6> lava{};
  int lava_supply = 0;
  // An empty gap is card 0.
  std::array<int, 12> gaps{};
  Side me;
  Side other;

  // Reads it as the player on this seat sees it.
  static Position read(const kahua::games::haleakala::v1::View& view, std::uint32_t seat);

  // The same, seen by the other player.
  Position turned() const;
  bool is_hit(int space) const;
};

}  // namespace haleakala
