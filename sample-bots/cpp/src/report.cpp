#include "report.h"

#include <algorithm>
#include <sstream>

#include "log.h"
#include "text.h"

namespace kahua {

using log::Level;

void Tally::add(std::chrono::nanoseconds time) {
  asks += 1;
  used += time;
  longest = std::max(longest, time);
}

double in_ms(std::chrono::nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

void report_connected(const arena::v1::Welcome& welcome) {
  log::line(Level::info, welcome.name(), " is connected to an arena of version ", welcome.arena_version(), "; ",
            "open matches to continue: ", welcome.resumed_matches());
}

void report_seated(const arena::v1::Seated& seated) {
  std::string players;
  for (const auto& player : seated.players()) {
    players += (players.empty() ? "" : ", ") + player.name();
  }
  log::line(Level::info, "match ", seated.match_id(), seated.resumed() ? " continues: " : " begins: ", seated.game(),
            ", seat ", seated.seat(), " of ", players);
}

void report_ended(const arena::v1::Ended& ended, const Tally& tally) {
  const int seat = static_cast<int>(tally.seat);
  std::ostringstream text;
  if (seat < ended.results_size()) {
    const auto& result = ended.results(seat);
    text << "place " << result.place() << " of " << ended.results_size() << " with " << result.score() << " points";
    if (result.has_given_up()) {
      text << ", given up (" << in_words(arena::v1::FaultCause_Name(result.given_up()), "FAULT_CAUSE_") << ")";
    }
  } else {
    text << "no result (" << ended.termination().reason() << ")";
  }
  if (seat < ended.ratings_size()) {
    text << "; rating " << ended.ratings(seat).before() << " to " << ended.ratings(seat).after();
  }
  log::line(Level::info, "match ", ended.match_id(), " ended: ", text.str(), "; ", counted(tally.asks, "ask"), ", ",
            in_ms(tally.used), " ms used, at most ", in_ms(tally.longest), " ms for one");
}

void report_trouble(const arena::v1::ArenaMessage& message) {
  if (message.has_fault()) {
    const auto& fault = message.fault();
    std::ostringstream where;
    if (fault.has_match_id()) {
      where << " in match " << fault.match_id();
    }
    if (fault.has_ticket()) {
      where << ", ticket " << fault.ticket();
    }
    log::line(Level::warn, "fault", where.str(), ": ",
              in_words(arena::v1::FaultCause_Name(fault.cause()), "FAULT_CAUSE_"), ": ", fault.problem(),
              "; expected: ", fault.expected(), "; now: ", fault.consequence());
  }
  if (message.has_notice()) {
    log::line(Level::info, "the arena: ", in_words(arena::v1::Notice::Kind_Name(message.notice().kind()), "KIND_"),
              ": ", message.notice().text());
  }
}

}  // namespace kahua
