#include "client.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <optional>

#include "kahua/run.h"
#include "log.h"
#include "probe.h"
#include "report.h"
#include "status.h"
#include "text.h"

namespace kahua {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The pause after the first failure. It doubles after each further one.
constexpr milliseconds first_pause{50};
constexpr milliseconds longest_pause{2000};
// How often the log says that the arena is still away.
constexpr milliseconds report_every{30'000};
// How long the arena may be silent before it is pinged, and how long it then has to reply.
constexpr int keepalive_ms = 15'000;
// How long one attempt to connect may take.
constexpr int connect_ms = 10'000;
constexpr std::uint32_t protocol_version = 1;

milliseconds since(steady_clock::time_point then) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - then);
}

arena::v1::Hello greeting(const Checked& settings) {
  arena::v1::Hello hello;
  hello.set_name(settings.name);
  hello.set_version(settings.version);
  for (const std::string& game : settings.games) {
    hello.add_games()->set_game(game);
  }
  hello.set_matches_max(settings.matches);
  hello.set_library(KAHUA_LIBRARY);
  hello.set_action_form(settings.action_form);
  hello.set_protocol_version(protocol_version);
  return hello;
}

std::shared_ptr<grpc::Channel> connect(const Checked& settings) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, keepalive_ms);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, keepalive_ms);
  // Without this, only the first two silences are ended by a ping.
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, connect_ms);
  // The client itself pauses between attempts; a channel with a pool of its own adds no pauses.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  if (settings.address.is_near()) {
    // Otherwise gRPC sends everything to the proxy that http_proxy names, even what is for this machine.
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  }
  auto credentials = grpc::InsecureChannelCredentials();
  if (settings.address.tls) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = settings.roots;
    credentials = grpc::SslCredentials(options);
  }
  return grpc::CreateCustomChannel("dns:///" + settings.address.str(), credentials, arguments);
}

}  // namespace

Client::Client(const Checked& settings, Ending& ending, Line& line, Inbox& inbox, Recorder& recorder)
    : settings_(settings),
      ending_(ending),
      line_(line),
      inbox_(inbox),
      recorder_(recorder),
      hello_(greeting(settings)) {}

void Client::stay_connected() {
  auto lost = steady_clock::now();
  milliseconds pause = first_pause;
  std::optional<steady_clock::time_point> reported;
  while (true) {
    const End end = converse();
    // Whether there may be open matches to come back to.
    const bool was_let_in = !hello_.resume_token().empty();
    if (end.is_over || ending_.is_cut() || (ending_.is_leaving() && !was_let_in)) {
      return;
    }
    if (welcomed_) {
      lost = steady_clock::now();
      pause = first_pause;
      reported.reset();
    }
    const milliseconds left = settings_.patience - since(lost);
    if (left <= milliseconds::zero()) {
      const std::string what = end.is_name_in_use ? "the name " + settings_.name + " has been in use"
                                                  : "no arena at " + settings_.address.str();
      throw OutOfReach(what + " for " + words(since(lost)) + " (" + end.reason + ")");
    }
    if (!reported || since(*reported) >= report_every) {
      report_away(end, !reported, left);
      reported = steady_clock::now();
    }
    ending_.wait(std::min(std::max(pause, end.retry_delay), left), !was_let_in);
    pause = std::min(2 * pause, longest_pause);
  }
}

Client::End Client::converse() {
  const auto stub = arena::v1::BotService::NewStub(connect(settings_));
  grpc::ClientContext context;
  if (!settings_.token.empty()) {
    context.AddMetadata("authorization", "Bearer " + settings_.token);
  }
  ending_.watch(&context);
  const auto stream = stub->Play(&context);
  listen(*stream);
  const grpc::Status status = stream->Finish();
  ending_.watch(nullptr);
  return ending_.is_cut() ? End{.is_over = true} : judge(status);
}

void Client::listen(Stream& stream) {
  welcomed_ = false;
  draining_ = false;
  int number = 0;
  arena::v1::BotMessage first;
  *first.mutable_hello() = hello_;
  // If this fails, the next Read fails too and the status says why.
  stream.Write(first);
  arena::v1::ArenaMessage message;
  while (stream.Read(&message)) {
    if (log::shows(log::Level::trace)) {
      log::line(log::Level::trace, "hears ", message.ShortDebugString());
    }
    if (message.has_welcome()) {
      welcomed_ = true;
      hello_.set_resume_token(message.welcome().resume_token());
      number = line_.open(stream);
    }
    draining_ = draining_ || message.notice().kind() == arena::v1::Notice::KIND_DRAINING;
    // Logged before the bot hears it, which may still be thinking.
    report_trouble(message);
    // Recorded after the bot has got it, which loses no time by it.
    const auto asked = recorder_.records() && message.has_ask() ? std::optional(message.ask()) : std::nullopt;
    inbox_.push({.message = std::move(message), .connection = number});
    if (asked) {
      recorder_.add(*asked);
    }
    message.Clear();
  }
  line_.close();
}

// Throws Refused if another attempt is useless.
Client::End Client::judge(const grpc::Status& status) const {
  if (status.ok()) {
    return draining_ ? End{.reason = "the arena is shutting down"} : End{.is_over = true};
  }
  if (status.error_code() == grpc::StatusCode::ALREADY_EXISTS) {
    return {.reason = text_of(status), .retry_delay = retry_delay(status), .is_name_in_use = true};
  }
  if (is_final(status.error_code())) {
    throw Refused("the arena at " + settings_.address.str() + " refuses " + settings_.name + ": " + text_of(status));
  }
  if (welcomed_) {
    return {.reason = text_of(status), .retry_delay = retry_delay(status)};
  }
  const Trouble trouble = diagnose(settings_.address, text_of(status));
  if (trouble.is_final) {
    throw Refused(trouble.text);
  }
  return {.reason = trouble.text, .retry_delay = retry_delay(status)};
}

void Client::report_away(const End& end, bool is_first, milliseconds left) const {
  if (end.is_name_in_use) {
    log::line(log::Level::warn, "the name ", settings_.name, " is in use (", end.reason, "); trying again for up to ",
              words(left), "; if another process has it, stop that process or choose another KAHUA_NAME");
    return;
  }
  const bool was_let_in = !hello_.resume_token().empty();
  log::line(log::Level::info,
            !is_first    ? "still no arena at "
            : was_let_in ? "lost the arena at "
                         : "no arena at ",
            settings_.address.str(), is_first && !was_let_in ? " yet (" : " (", end.reason,
            "); trying again for up to ", words(left));
}

}  // namespace kahua
