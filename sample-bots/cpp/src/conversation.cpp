#include "conversation.h"

#include "log.h"

namespace kahua {

namespace {

using log::Level;

double in_ms(std::chrono::nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

void faulted(const arena::v1::FaultNotice& fault) {
  log::line(Level::warn, "fault in match ", fault.match_id(), ", ask ", fault.ticket(), ": ",
            arena::v1::FaultCause_Name(fault.cause()), ": ", fault.problem(), "; expected: ", fault.expected(),
            "; now: ", fault.consequence());
}

}  // namespace

void Conversation::hold(const arena::v1::Hello& hello) {
  arena::v1::BotMessage first;
  *first.mutable_hello() = hello;
  say(first);
  arena::v1::ArenaMessage message;
  while (stream_.Read(&message)) {
    hear(message);
  }
}

void Conversation::hear(const arena::v1::ArenaMessage& message) {
  switch (message.message_case()) {
    case arena::v1::ArenaMessage::kAsk:
      return asked(message.ask());
    case arena::v1::ArenaMessage::kWelcome:
      return welcomed(message.welcome());
    case arena::v1::ArenaMessage::kSeated:
      return seated(message.seated());
    case arena::v1::ArenaMessage::kFault:
      return faulted(message.fault());
    case arena::v1::ArenaMessage::kEnded:
      return ended(message.ended());
    case arena::v1::ArenaMessage::kNotice:
      return noticed(message.notice());
    case arena::v1::ArenaMessage::kSeen:
    case arena::v1::ArenaMessage::MESSAGE_NOT_SET:
      return;
  }
}

void Conversation::asked(const arena::v1::Ask& ask) {
  const auto began = std::chrono::steady_clock::now();
  arena::v1::BotMessage message;
  arena::v1::Answer& answer = *message.mutable_answer();
  answer = bot_.choose(ask);
  answer.set_match_id(ask.match_id());
  answer.set_ticket(ask.ticket());
  const auto used = std::chrono::steady_clock::now() - began;
  say(message);
  if (const auto found = tallies_.find(ask.match_id()); found != tallies_.end()) {
    Tally& tally = found->second;
    tally.asks += 1;
    tally.used += used;
    tally.longest = std::max<std::chrono::nanoseconds>(tally.longest, used);
  }
  if (log::shows(Level::debug)) {
    const std::string limit = ask.has_ask_ms() ? " of " + std::to_string(ask.ask_ms()) + " ms" : "";
    log::line(Level::debug, "ask ", ask.ticket(), " of ", ask.match_id(), ": ", ask.legal_total(), " legal, answered ",
              answer.ShortDebugString(), " after ", in_ms(used), " ms", limit);
  }
}

void Conversation::welcomed(const arena::v1::Welcome& welcome) {
  resume_token_ = welcome.resume_token();
  log::line(Level::info, welcome.name(), " is connected to an arena of version ", welcome.arena_version(), "; ",
            welcome.resumed_matches(), " matches continue");
  goodbye_.emplace(leave_, Goodbye{*this});
}

void Conversation::seated(const arena::v1::Seated& seated) {
  tallies_[seated.match_id()] = Tally{.seat = seated.seat()};
  std::string players;
  for (const auto& player : seated.players()) {
    players += (players.empty() ? "" : ", ") + player.name();
  }
  log::line(Level::info, "match ", seated.match_id(), ": ", seated.game(), ", seat ", seated.seat(), " of ", players);
}

void Conversation::ended(const arena::v1::Ended& ended) {
  const auto found = tallies_.extract(ended.match_id());
  const Tally tally = found.empty() ? Tally{} : found.mapped();
  std::ostringstream came;
  if (static_cast<int>(tally.seat) < ended.results_size()) {
    const auto& result = ended.results(static_cast<int>(tally.seat));
    came << "place " << result.place() << " of " << ended.results_size() << " with " << result.score() << " points";
  } else {
    came << "no result (" << ended.termination().reason() << ")";
  }
  log::line(Level::info, "match ", ended.match_id(), " ended: ", came.str(), "; ", tally.asks, " asks, ",
            in_ms(tally.used), " ms used, at most ", in_ms(tally.longest), " ms for one");
}

void Conversation::noticed(const arena::v1::Notice& notice) {
  log::line(Level::info, "the arena: ", arena::v1::Notice::Kind_Name(notice.kind()), " ", notice.text());
  draining_ = draining_ || notice.kind() == arena::v1::Notice::KIND_DRAINING;
}

void Conversation::say(const arena::v1::BotMessage& message) {
  const std::lock_guard<std::mutex> lock(saying_);
  // If this fails, the next Read fails too and the status says why.
  stream_.Write(message);
}

void Conversation::say_bye() {
  arena::v1::BotMessage message;
  message.mutable_bye();
  say(message);
}

}  // namespace kahua
