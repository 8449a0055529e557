#include "per_match.h"

#include <stdexcept>

namespace kahua {

std::unique_ptr<Bot> per_match(Begin begin) { return std::make_unique<PerMatch>(std::move(begin)); }

void PerMatch::on_seated(const Seated& seated) {
  if (find(seated.match_id()) != nullptr) {
    return;
  }
  auto bot = begin_(seated);
  if (!bot) {
    throw std::logic_error("begin returned a null pointer; expected a bot for the match");
  }
  bots_[seated.match_id()] = std::move(bot);
}

Answer PerMatch::choose(const Ask& ask) {
  MatchBot* bot = find(ask.match_id());
  if (bot == nullptr) {
    throw std::logic_error("the arena asked about a match without having seated the bot in it");
  }
  return bot->choose(ask);
}

void PerMatch::on_events(const std::string& match_id, EventList events) {
  if (MatchBot* bot = find(match_id)) {
    bot->on_events(events);
  }
}

void PerMatch::on_ended(const Ended& ended) {
  if (MatchBot* bot = find(ended.match_id())) {
    bot->on_ended(ended);
  }
}

void PerMatch::on_fault(const FaultNotice& fault) {
  if (MatchBot* bot = find(fault.match_id())) {
    bot->on_fault(fault);
  }
}

void PerMatch::close(const std::string& match_id) {
  if (const auto node = bots_.extract(match_id)) {
    node.mapped()->close();
  }
}

MatchBot* PerMatch::find(const std::string& match_id) const {
  const auto found = bots_.find(match_id);
  return found == bots_.end() ? nullptr : found->second.get();
}

}  // namespace kahua
