#include "kahua/answer.h"

#include "message.h"
#include "text.h"

namespace kahua {

namespace {

// Puts the choice into the message, according to its form.
struct Sender {
  const arena::v1::Ask& ask;
  const std::string& comment;

  arena::v1::BotMessage operator()(const Answer::Nothing&) const {
    throw BadAnswer("choose answered nothing; expected kahua::index, action, notation or resign");
  }

  arena::v1::BotMessage operator()(const Answer::Resignation&) const { return resignation(ask.match_id()); }

  arena::v1::BotMessage operator()(std::int64_t index) const {
    if (index < 0 || index >= ask.legal_total()) {
      throw BadAnswer("choose answered index " + std::to_string(index) + ", but there " +
                      (ask.legal_total() == 1 ? "is " : "are ") + counted(ask.legal_total(), "legal action") + ": 0" +
                      (ask.legal_total() > 1 ? " to " + std::to_string(ask.legal_total() - 1) : ""));
    }
    auto message = empty();
    message.mutable_answer()->set_index(static_cast<std::uint32_t>(index));
    return message;
  }

  arena::v1::BotMessage operator()(const arena::v1::Action& action) const {
    if (!is_utf8(action.notation())) {
      throw BadAnswer("choose answered an action whose notation isn't UTF-8; expected one of the ask's legal actions");
    }
    if (action.notation().empty() && action.game_case() == arena::v1::Action::GAME_NOT_SET) {
      throw BadAnswer("choose answered an empty action; expected one of the ask's legal actions");
    }
    auto message = empty();
    *message.mutable_answer()->mutable_action() = action;
    return message;
  }

  arena::v1::BotMessage operator()(const std::string& notation) const {
    if (notation.empty()) {
      throw BadAnswer("choose answered an empty notation; expected that of one of the ask's legal actions");
    }
    if (!is_utf8(notation)) {
      throw BadAnswer("choose answered a notation that isn't UTF-8; expected that of one of the ask's legal actions");
    }
    auto message = empty();
    message.mutable_answer()->set_notation(notation);
    return message;
  }

  arena::v1::BotMessage empty() const {
    if (!is_utf8(comment)) {
      throw BadAnswer("choose answered with a comment that isn't UTF-8; the arena itself cuts long comments");
    }
    arena::v1::BotMessage message;
    auto& answer = *message.mutable_answer();
    answer.set_match_id(ask.match_id());
    answer.set_ticket(ask.ticket());
    answer.set_comment(comment);
    return message;
  }
};

}  // namespace

arena::v1::BotMessage message_of(const Answer& answer, const arena::v1::Ask& ask) {
  return std::visit(Sender{ask, answer.comment()}, answer.choice());
}

arena::v1::BotMessage resignation(const std::string& match_id) {
  arena::v1::BotMessage message;
  message.mutable_resign()->set_match_id(match_id);
  return message;
}

}  // namespace kahua
