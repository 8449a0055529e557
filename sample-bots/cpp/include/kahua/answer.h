// What a bot answers to an ask.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "kahua/arena/v1/bot.pb.h"

namespace kahua {

// Made with index(), action(), notation() or resign(). One that was made with none of them can't be sent.
class Answer {
 public:
  struct Nothing {};
  struct Resignation {};
  using Choice = std::variant<Nothing, std::int64_t, arena::v1::Action, std::string, Resignation>;

  Answer() = default;
  explicit Answer(Choice choice) : choice_(std::move(choice)) {}

  // Adds a comment for the record. The arena cuts it after 200 bytes.
  Answer with_comment(std::string comment) && {
    comment_ = std::move(comment);
    return std::move(*this);
  }

  const Choice& choice() const { return choice_; }
  const std::string& comment() const { return comment_; }

 private:
  Choice choice_;
  std::string comment_;
};

// Chooses the action with this index in the ask's legal list.
Answer index(std::integral auto index) { return Answer(static_cast<std::int64_t>(index)); }

// Chooses an action by its typed message.
inline Answer action(arena::v1::Action action) { return Answer(std::move(action)); }

// Chooses an action by its notation.
inline Answer notation(std::string text) { return Answer(std::move(text)); }

// Gives up the match.
inline Answer resign() { return Answer(Answer::Resignation()); }

}  // namespace kahua
