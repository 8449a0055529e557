#include "kahua/rules.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/wrappers.pb.h>

#include <concepts>
#include <utility>

#include "checked.h"
#include "rules_process.h"

namespace kahua {

namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

std::string json(const google::protobuf::Message& message) {
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(message, &text).ok()) {
    throw RulesError(RulesError::Kind::request, "the text isn't UTF-8");
  }
  return text;
}

std::string json(std::integral auto number) { return std::to_string(number); }

std::string json(const std::string& text) {
  google::protobuf::StringValue value;
  value.set_value(text);
  return json(value);
}

// The bytes of the message in base64.
std::string bytes(const google::protobuf::Message& message) {
  google::protobuf::BytesValue value;
  value.set_value(message.SerializeAsString());
  return json(value);
}

std::string json(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    list.append(list.size() > 1 ? "," : "").append(json(text));
  }
  return list.append("]");
}

// The line of a request.
class Request {
 public:
  explicit Request(const std::string& op) { raw("op", json(op)); }
  Request(const std::string& op, std::uint64_t position) : Request(op) { with("position", position); }

  template <typename Argument>
  Request& with(const std::string& name, const Argument& argument) {
    return raw(name, json(argument));
  }

  // An argument that is left out if it isn't set.
  template <typename Argument>
  Request& with(const std::string& name, const std::optional<Argument>& argument) {
    return argument ? with(name, *argument) : *this;
  }

  Request& raw(const std::string& name, const std::string& json) {
    text_ += text_.empty() ? '{' : ',';
    text_.append(1, '"').append(name).append("\":").append(json);
    return *this;
  }

  std::string line() const { return text_ + '}'; }

 private:
  std::string text_;
};

[[noreturn]] void fail_with(const std::string& kind, const std::string& text) {
  using enum RulesError::Kind;
  throw RulesError(kind == "illegal" ? illegal : kind == "limit" ? limit : request, text);
}

// The answer to a request. Throws RulesError if it is an error.
Struct ask(RulesProcess& process, const std::string& line) {
  const std::string answer = process.exchange(line);
  Struct fields;
  if (!google::protobuf::util::JsonStringToMessage(answer, &fields).ok()) {
    throw RulesError(RulesError::Kind::process, "this isn't an answer of kahua rules: " + answer.substr(0, 200));
  }
  if (const auto error = fields.fields().find("error"); error != fields.fields().end()) {
    fail_with(fields.fields().at("kind").string_value(), error->second.string_value());
  }
  return fields;
}

// A field of an answer; null if it isn't there.
const Value& field(const Struct& answer, const std::string& name) {
  const auto found = answer.fields().find(name);
  return found == answer.fields().end() ? Value::default_instance() : found->second;
}

template <typename Number>
std::vector<Number> numbers(const Value& list) {
  std::vector<Number> found;
  for (const Value& number : list.list_value().values()) {
    found.push_back(static_cast<Number>(number.number_value()));
  }
  return found;
}

std::vector<std::string> texts(const Value& list) {
  std::vector<std::string> found;
  for (const Value& text : list.list_value().values()) {
    found.push_back(text.string_value());
  }
  return found;
}

Phase phase_of(const Struct& answer) {
  const std::string& phase = field(answer, "phase").string_value();
  return phase == "decide" ? Phase::decide : phase == "chance" ? Phase::chance : Phase::over;
}

std::optional<std::uint32_t> seat_of(const Struct& answer) {
  const Value& seat = field(answer, "seat");
  return seat.has_number_value() ? std::optional(static_cast<std::uint32_t>(seat.number_value())) : std::nullopt;
}

Rollouts rollouts_of(const Struct& answer) {
  return {.mean_scores = numbers<double>(field(answer, "mean_scores")),
          .wins = numbers<double>(field(answer, "wins")),
          .finished = static_cast<std::uint32_t>(field(answer, "finished").number_value())};
}

Successor successor_of(const Struct& answer) {
  Successor successor{.action = field(answer, "action").string_value(),
                      .phase = phase_of(answer),
                      .seat = seat_of(answer),
                      .scores = numbers<std::int32_t>(field(answer, "scores")),
                      .rollouts = {}};
  if (answer.fields().contains("mean_scores")) {
    successor.rollouts = rollouts_of(answer);
  }
  return successor;
}

std::vector<std::string> default_command() {
  const std::string program = process_environment("KAHUA_RULES");
  return {program.empty() ? "kahua" : program, "rules"};
}

}  // namespace

Rules::Rules() : Rules(default_command()) {}

Rules::Rules(const std::vector<std::string>& command) : process_(std::make_shared<RulesProcess>(command)) {}

Rules::~Rules() { process_->close(); }

Position Rules::start(const std::string& game, const Start& start) {
  Request request("start");
  request.with("game", game).with("seats", start.seats).with("options", start.options).with("seed", start.seed);
  return {process_, request.line()};
}

Position Rules::position(const arena::v1::Ask& ask, std::uint64_t seed) {
  arena::v1::Ask brief;
  brief.set_game(ask.game());
  brief.set_seat(ask.seat());
  *brief.mutable_view() = ask.view();
  brief.set_legal_total(ask.legal_total());
  return {process_, Request("from_ask").raw("ask", bytes(brief)).with("seed", seed).line()};
}

Position Rules::from_view(const std::string& game, const arena::v1::View& view, std::uint64_t seed) {
  return {process_, Request("from_view").with("game", game).raw("view", bytes(view)).with("seed", seed).line()};
}

std::string Rules::exchange(const std::string& line) { return process_->exchange(line); }

Position::Position(std::shared_ptr<RulesProcess> process, const std::string& request) : process_(std::move(process)) {
  update(request);
}

Position& Position::operator=(Position&& other) noexcept {
  // What this one was is freed with the other.
  std::swap(process_, other.process_);
  std::swap(handle_, other.handle_);
  phase_ = other.phase_;
  seat_ = other.seat_;
  legal_total_ = other.legal_total_;
  places_ = std::move(other.places_);
  drawn_ = std::move(other.drawn_);
  return *this;
}

Position::~Position() {
  // One that was moved from has no process.
  if (process_) {
    process_->forget(handle_);
  }
}

void Position::update(const std::string& request) {
  const Struct answer = ask(*process_, request);
  handle_ = static_cast<std::uint64_t>(field(answer, "position").number_value());
  phase_ = phase_of(answer);
  seat_ = seat_of(answer);
  legal_total_ = static_cast<std::uint32_t>(field(answer, "legal_total").number_value());
  places_ = numbers<std::uint32_t>(field(answer, "places"));
  drawn_ = texts(field(answer, "drawn"));
}

std::vector<std::string> Position::legal() const {
  return texts(field(ask(*process_, Request("legal", handle_).line()), "legal"));
}

void Position::play(std::uint32_t index, Seed seed) {
  update(Request("play", handle_).with("action", index).with("seed", seed).line());
}

void Position::play(const std::string& notation, Seed seed) {
  update(Request("play", handle_).with("action", notation).with("seed", seed).line());
}

Position Position::after(std::uint32_t index, Seed seed) const {
  return {process_, Request("play", handle_).with("action", index).with("seed", seed).raw("copy", "true").line()};
}

Position Position::after(const std::string& notation, Seed seed) const {
  return {process_, Request("play", handle_).with("action", notation).with("seed", seed).raw("copy", "true").line()};
}

std::vector<Outcome> Position::chance() const {
  const Struct answer = ask(*process_, Request("chance", handle_).line());
  const double total = field(answer, "weights_total").number_value();
  std::vector<Outcome> outcomes;
  for (const Value& outcome : field(answer, "outcomes").list_value().values()) {
    const Struct& fields = outcome.struct_value();
    outcomes.push_back({.notation = field(fields, "outcome").string_value(),
                        .probability = field(fields, "weight").number_value() / total});
  }
  return outcomes;
}

void Position::play_chance(const std::string& notation) {
  update(Request("play", handle_).with("chance", notation).line());
}

void Position::sample(std::uint64_t seed) { update(Request("sample", handle_).with("seed", seed).line()); }

void Position::observe(std::span<const arena::v1::MatchEvent* const> events) {
  arena::v1::MatchEvents message;
  for (const arena::v1::MatchEvent* event : events) {
    *message.add_events() = *event;
  }
  update(Request("observe", handle_).raw("events", bytes(message)).line());
}

std::vector<std::int32_t> Position::scores() const {
  return numbers<std::int32_t>(field(ask(*process_, Request("scores", handle_).line()), "scores"));
}

std::string Position::text(std::optional<std::uint32_t> seat) const {
  return field(ask(*process_, Request("text", handle_).with("seat", seat).line()), "text").string_value();
}

arena::v1::View Position::view(std::optional<std::uint32_t> seat) const {
  const Struct answer = ask(*process_, Request("view", handle_).with("seat", seat).raw("form", "\"bytes\"").line());
  google::protobuf::BytesValue value;
  arena::v1::View view;
  const bool is_read =
      google::protobuf::util::JsonStringToMessage(json(field(answer, "view").string_value()), &value).ok();
  if (!is_read || !view.ParseFromString(value.value())) {
    throw RulesError(RulesError::Kind::process, "the view in the answer can't be read");
  }
  return view;
}

std::vector<Successor> Position::successors(std::uint32_t rollouts, std::uint64_t seed,
                                            std::optional<std::uint32_t> events_max) const {
  Request request("successors", handle_);
  request.with("rollouts", rollouts).with("seed", seed).with("events_max", events_max);
  const Struct answer = ask(*process_, request.line());
  std::vector<Successor> successors;
  for (const Value& successor : field(answer, "successors").list_value().values()) {
    successors.push_back(successor_of(successor.struct_value()));
  }
  return successors;
}

Rollouts Position::rollout(std::uint32_t n, std::uint64_t seed, std::optional<std::uint32_t> events_max) const {
  Request request("rollout", handle_);
  request.with("n", n).with("seed", seed).with("events_max", events_max);
  return rollouts_of(ask(*process_, request.line()));
}

Position Position::clone() const { return {process_, Request("clone", handle_).line()}; }

Position Position::redraw(std::uint64_t seed) const {
  return {process_, Request("redraw", handle_).with("seed", seed).line()};
}

}  // namespace kahua
