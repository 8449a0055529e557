#include "kahua/arena.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "conversation.h"
#include "log.h"

namespace kahua {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The pause after the first failure. It doubles after each further one.
constexpr milliseconds first_pause{50};
constexpr milliseconds longest_pause{2000};
// How long the arena may be silent before it is pinged, and how long it then has to reply.
constexpr int keepalive_ms = 15'000;
constexpr const char* library = "kahua-cpp 0.1.0";

arena::v1::Hello greeting(const Plays& plays, const Settings& settings) {
  arena::v1::Hello hello;
  hello.set_name(settings.name);
  hello.set_version(plays.version);
  for (const std::string& game : plays.games) {
    hello.add_games()->set_game(game);
  }
  hello.set_matches_max(settings.matches.value_or(plays.matches));
  hello.set_library(library);
  hello.set_action_form(plays.action_form);
  return hello;
}

// Whether another attempt is useless.
bool is_final(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::NOT_FOUND:
    case grpc::StatusCode::ALREADY_EXISTS:
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::UNIMPLEMENTED:
    // A newer connection of the same bot has taken over; the two would only displace each other.
    case grpc::StatusCode::ABORTED:
      return true;
    default:
      return false;
  }
}

std::shared_ptr<grpc::Channel> open(const std::string& addr) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, keepalive_ms);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, keepalive_ms);
  // This file pauses between attempts; a channel with a pool of its own adds no pauses.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(addr, grpc::InsecureChannelCredentials(), arguments);
}

// Holds one conversation, from Hello to its end. Returns OK if the arena no longer needs the bot. The resume token of a
// Welcome is stored in `hello` for the next conversation.
grpc::Status converse(Bot& bot, const Settings& settings, arena::v1::Hello& hello, const std::stop_token& leave,
                      bool& was_welcomed) {
  const auto stub = arena::v1::BotService::NewStub(open(settings.addr));
  grpc::ClientContext context;
  if (!settings.token.empty()) {
    context.AddMetadata("authorization", "Bearer " + settings.token);
  }
  const auto stream = stub->Play(&context);
  bool draining = false;
  {
    Conversation conversation(bot, *stream, leave);
    try {
      conversation.hold(hello);
    } catch (...) {
      context.TryCancel();
      throw;
    }
    was_welcomed = !conversation.resume_token().empty();
    if (was_welcomed) {
      hello.set_resume_token(conversation.resume_token());
    }
    draining = conversation.draining();
  }
  grpc::Status status = stream->Finish();
  return status.ok() && draining ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "the arena is shutting down") : status;
}

}  // namespace

void play(Bot& bot, const Plays& plays, const Settings& settings, std::stop_token leave) {
  arena::v1::Hello hello = greeting(plays, settings);
  auto since = steady_clock::now();
  milliseconds pause = first_pause;
  while (true) {
    bool was_welcomed = false;
    const grpc::Status status = converse(bot, settings, hello, leave, was_welcomed);
    if (status.ok()) {
      return;
    }
    if (is_final(status.error_code())) {
      throw Refused("the arena at " + settings.addr + " refuses " + settings.name + ": " + status.error_message());
    }
    if (was_welcomed) {
      since = steady_clock::now();
      pause = first_pause;
    }
    const auto away = std::chrono::duration_cast<milliseconds>(steady_clock::now() - since);
    if (away >= settings.patience) {
      std::ostringstream words;
      words << "the arena at " << settings.addr << " has been unreachable for " << away.count() / 1000
            << " s: " << status.error_message();
      throw OutOfReach(words.str());
    }
    log::line(log::Level::info, "no connection (", status.error_message(), "), trying again in ", pause.count(), " ms");
    std::this_thread::sleep_for(std::min(pause, settings.patience - away));
    pause = std::min(2 * pause, longest_pause);
  }
}

}  // namespace kahua
