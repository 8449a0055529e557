// A bot with an object for each match.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "kahua/bot.h"

namespace kahua {

class PerMatch final : public Bot {
 public:
  explicit PerMatch(Begin begin) : begin_(std::move(begin)) {}

  // Begins the match, unless a reconnect only takes it over.
  void on_seated(const Seated& seated) override;
  Answer choose(const Ask& ask) override;
  void on_events(const std::string& match_id, EventList events) override;
  void on_ended(const Ended& ended) override;
  void on_fault(const FaultNotice& fault) override;

  // The last that is heard of a match, for whatever reason.
  void close(const std::string& match_id);

 private:
  // Null if there is none.
  MatchBot* find(const std::string& match_id) const;

  Begin begin_;
  std::map<std::string, std::unique_ptr<MatchBot>> bots_;
};

}  // namespace kahua
