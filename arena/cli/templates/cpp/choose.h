// How the bot chooses: the action that ideas.cpp values most.
#pragma once

#include <limits>

#include "ideas.h"

// The index of the best action; of equals, the first.
//
// TODO 3: look ahead. The library knows the rules, so you can ask what an action leads to, instead of guessing it:
//
//   #include "kahua/rules.h"
//   kahua::Rules rules;  // once, as a member of the bot
//   const auto successors = rules.position(ask, 1).successors(50, 1, 30);
//
// Each successor has the scores right after its action, and in rollouts->mean_scores those after 50 random games of at most
// 30 events.
//
// TODO 4: use the clock. ask.ask_ms() is the time for this ask, and ask.bank_ms() what is left in your bank, in milliseconds.
// Play more random games while there is time.
inline int best(const kahua::Ask& ask) {
  int best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (int index = 0; index < ask.legal_size(); ++index) {
    const double worth = value(ask, ask.legal(index));
    if (worth > most) {
      best = index;
      most = worth;
    }
  }
  return best;
}
