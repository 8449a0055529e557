#include "player.h"

#include <chrono>

#include "failure.h"
#include "kahua/run.h"
#include "log.h"
#include "message.h"
#include "per_match.h"

namespace kahua {

namespace {

EventList list(const google::protobuf::RepeatedPtrField<MatchEvent>& events) {
  return {events.data(), static_cast<std::size_t>(events.size())};
}

}  // namespace

Player::Player(Bot& bot, Line& line, OnError on_error)
    : bot_(bot), per_match_(dynamic_cast<PerMatch*>(&bot)), line_(line), on_error_(on_error) {}

void Player::work(Inbox& inbox) {
  while (const auto heard = inbox.pop()) {
    hear(*heard);
  }
}

void Player::close() {
  std::optional<Failure> first;
  while (!matches_.empty()) {
    try {
      drop(std::string(matches_.begin()->first));
    } catch (const Failure& failure) {
      first = first ? first : failure;
    }
  }
  if (first) {
    throw Failure(*first);
  }
}

void Player::hear(const Heard& heard) {
  using arena::v1::ArenaMessage;
  const ArenaMessage& message = heard.message;
  switch (message.message_case()) {
    case ArenaMessage::kAsk:
      return asked(message.ask(), heard.connection);
    case ArenaMessage::kEvents:
      events(message.events().match_id(), list(message.events().events()));
      return;
    case ArenaMessage::kWelcome:
      return welcomed(message.welcome());
    case ArenaMessage::kSeated:
      return seated(message.seated());
    case ArenaMessage::kEnded:
      return ended(message.ended());
    case ArenaMessage::kFault: {
      const auto& match_id = message.fault().match_id();
      call(where_in("on_fault", match_id), match_id, [&] { bot_.on_fault(message.fault()); });
      return;
    }
    case ArenaMessage::kNotice:
      call(where_in("on_notice", ""), "", [&] { bot_.on_notice(message.notice()); });
      return;
    case ArenaMessage::MESSAGE_NOT_SET:
      return;
  }
}

void Player::asked(const Ask& ask, int connection) {
  Match& match = matches_[ask.match_id()];
  if (match.answer && match.ticket == ask.ticket()) {
    // A reconnect repeats the open ask. Its answer may have been lost, unless it took this connection.
    if (match.sent_on != connection) {
      match.sent_on = line_.say(*match.answer);
    }
    return;
  }
  if (match.is_resigned || !events(ask.match_id(), list(ask.events()))) {
    return;
  }
  const auto began = std::chrono::steady_clock::now();
  auto message = choose(ask);
  if (!message) {
    return;
  }
  if (message->has_resign()) {
    return resign(ask.match_id());
  }
  match.sent_on = line_.say(*message);
  match.answer = std::move(message);
  match.ticket = ask.ticket();
  const auto used = std::chrono::steady_clock::now() - began;
  match.tally.add(used);
  if (log::shows(log::Level::debug)) {
    const std::string limit = ask.has_ask_ms() ? " of " + std::to_string(ask.ask_ms()) + " ms" : "";
    log::line(log::Level::debug, "ticket ", ask.ticket(), " of match ", ask.match_id(), ": ", ask.legal_total(),
              " legal, answered ", match.answer->answer().ShortDebugString(), " after ", in_ms(used), " ms", limit);
  }
}

std::optional<arena::v1::BotMessage> Player::choose(const Ask& ask) {
  const std::string where = where_asked("choose", ask);
  Answer answer;
  if (!call(where, ask.match_id(), [&] { answer = bot_.choose(ask); })) {
    return std::nullopt;
  }
  try {
    return message_of(answer, ask);
  } catch (const BadAnswer& bad) {
    failed(where, bad.what(), ask.match_id());
    return std::nullopt;
  }
}

bool Player::events(const std::string& match_id, EventList events) {
  Match& match = matches_[match_id];
  while (!events.empty() && events.front()->number() < match.next_event) {
    events = events.subspan(1);
  }
  if (events.empty()) {
    return true;
  }
  match.next_event = events.back()->number() + 1;
  if (match.is_resigned) {
    return true;
  }
  return call(where_in("on_events", match_id), match_id, [&] { bot_.on_events(match_id, events); });
}

void Player::welcomed(const Welcome& welcome) {
  report_connected(welcome);
  for (auto& [match_id, match] : matches_) {
    match.is_seated = false;
  }
  resuming_ = welcome.resumed_matches();
  drop_others();
  call(where_in("on_welcome", ""), "", [&] { bot_.on_welcome(welcome, line_); });
}

void Player::seated(const Seated& seated) {
  Match& match = matches_[seated.match_id()];
  match.is_seated = true;
  match.tally.seat = seated.seat();
  report_seated(seated);
  if (seated.resumed() && resuming_ > 0) {
    --resuming_;
    drop_others();
  }
  if (!match.is_resigned) {
    const std::string where = where_in(per_match_ != nullptr ? "begin" : "on_seated", seated.match_id());
    call(where, seated.match_id(), [&] { bot_.on_seated(seated); });
  }
}

void Player::ended(const Ended& ended) {
  Match& match = matches_[ended.match_id()];
  report_ended(ended, match.tally);
  // The match is over, so there is nothing to resign.
  match.is_resigned = true;
  call(where_in("on_ended", ended.match_id()), ended.match_id(), [&] { bot_.on_ended(ended); });
  drop(ended.match_id());
}

void Player::drop_others() {
  if (resuming_ > 0) {
    return;
  }
  std::vector<std::string> gone;
  for (const auto& [match_id, match] : matches_) {
    if (!match.is_seated) {
      gone.push_back(match_id);
    }
  }
  for (const std::string& match_id : gone) {
    drop(match_id);
  }
}

void Player::drop(const std::string& match_id) {
  matches_.erase(match_id);
  line_.forget(match_id);
  if (per_match_ != nullptr) {
    call(where_in("close", match_id), match_id, [&] { per_match_->close(match_id); });
  }
}

void Player::resign(const std::string& match_id) {
  if (const auto found = matches_.find(match_id); found != matches_.end() && !found->second.is_resigned) {
    found->second.is_resigned = true;
    line_.resign(match_id);
  }
}

bool Player::call(const std::string& where, const std::string& match_id, const std::function<void()>& code) {
  std::string what;
  try {
    code();
    return true;
  } catch (...) {
    what = exception_text();
  }
  failed(where, what, match_id);
  return false;
}

void Player::failed(const std::string& where, const std::string& what, const std::string& match_id) {
  const std::string text = where + ": " + what;
  log::line(log::Level::error, text);
  if (on_error_ == OnError::exit || match_id.empty()) {
    throw Failure(text);
  }
  resign(match_id);
}

}  // namespace kahua
