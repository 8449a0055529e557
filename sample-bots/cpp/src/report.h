// What the log reports about matches.
#pragma once

#include <chrono>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// How the bot used its time in a match.
struct Tally {
  std::uint32_t seat = 0;
  int asks = 0;
  std::chrono::nanoseconds used{};
  std::chrono::nanoseconds longest{};

  void add(std::chrono::nanoseconds time);
};

double in_ms(std::chrono::nanoseconds time);

void report_connected(const arena::v1::Welcome& welcome);
void report_seated(const arena::v1::Seated& seated);
void report_ended(const arena::v1::Ended& ended, const Tally& tally);

// Reports faults and notices.
void report_trouble(const arena::v1::ArenaMessage& message);

}  // namespace kahua
