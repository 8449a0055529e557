// What a program does that calls run(): its exit code, what it prints, and what a signal does. With an argument, this
// program is such a bot: it runs in a process of its own, since it ends the process.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>

#include "check.h"
#include "fake_arena.h"

namespace {

using namespace std::chrono_literals;

std::string own_path;

struct Thrower : kahua::Bot {
  kahua::Answer choose(const kahua::Ask&) override { throw std::runtime_error("oh no"); }
};

// Answers with the number of a process that it forks.
struct Forker : kahua::Bot {
  kahua::Answer choose(const kahua::Ask&) override {
    const pid_t child = fork();
    while (child == 0) {
      pause();
    }
    return kahua::index(child);
  }
};

int be_a_bot(const std::string& kind) {
  if (kind == "thrower") {
    Thrower bot;
    return kahua::run(bot);
  }
  if (kind == "forker") {
    Forker bot;
    return kahua::run(bot);
  }
  Echo bot;
  return kahua::run(bot);
}

// A bot in a process of its own.
class Program {
 public:
  Program(const std::string& kind, const std::string& addr) : log_("run-" + std::to_string(getpid()) + ".log") {
    std::vector<std::string> environment = {"KAHUA_ADDR=" + addr, "KAHUA_NAME=anna", "KAHUA_LOG=trace"};
    // No proxy stands between the bot and an arena on its machine; at this one, nobody listens.
    for (const char* proxy : {"grpc_proxy=", "https_proxy=", "http_proxy=", "all_proxy="}) {
      environment.push_back(std::string(proxy) + "http://127.0.0.1:1");
    }
    std::vector<char*> variables;
    for (std::string& variable : environment) {
      variables.push_back(variable.data());
    }
    variables.push_back(nullptr);
    char* arguments[] = {own_path.data(), const_cast<char*>(kind.c_str()), nullptr};
    const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    id_ = fork();
    check(id_ >= 0 && out >= 0, "the program can't be started");
    if (id_ == 0) {
      dup2(out, STDERR_FILENO);
      execve(own_path.c_str(), arguments, variables.data());
      _exit(127);
    }
    close(out);
  }

  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  ~Program() {
    if (id_ > 0) {
      kill(id_, SIGKILL);
      waitpid(id_, nullptr, 0);
    }
    unlink(log_.c_str());
  }

  void send(int signal) const { kill(id_, signal); }

  // The status with which it ends, as waitpid() tells it.
  int wait() {
    int status = 0;
    waitpid(std::exchange(id_, -1), &status, 0);
    return status;
  }

  void want_exit(int code) {
    const int status = wait();
    check(WIFEXITED(status) && WEXITSTATUS(status) == code, "status " + std::to_string(status) + ": " + log());
  }

  std::string log() const {
    std::ifstream file(log_);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  void want_once(const std::string& text) const {
    const std::string all = log();
    const auto first = all.find(text);
    check(first != std::string::npos && all.find(text, first + 1) == std::string::npos,
          "expected once: " + text + "\n" + all);
  }

 private:
  std::string log_;
  pid_t id_ = -1;
};

void a_failure_is_shown_once() {
  FakeArena arena;
  Program program("thrower", arena.addr);
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 7, 12);
  program.want_exit(1);
  program.want_once(
      "ERROR choose failed in match a, ticket 7 (haleakala, seat 1, 12 legal actions): std::runtime_error: oh no\n");
}

void a_wrong_setting_ends_the_program_with_2() {
  Program program("echo", "localhost");
  program.want_exit(2);
  equal(program.log(),
        "error: KAHUA_ADDR: \"localhost\" has no port; expected host:port, http://host:port or https://host:port\n");
}

void a_signal_leaves_in_good_order() {
  for (const int signal : {SIGINT, SIGTERM}) {
    FakeArena arena;
    Program program("echo", arena.addr);
    const auto talk = arena.accept();
    talk->greet("t1");
    talk->ask("a", 1, 3);
    talk->want("a", 1, 1);
    program.send(signal);
    check(talk->hear().has_bye(), "no Bye");
    talk->ask("a", 2, 3);
    talk->want("a", 2, 2);
    talk->end();
    program.want_exit(0);
    program.want_once("leaving when the open matches have ended");
  }
}

void a_second_signal_ends_at_once() {
  FakeArena arena;
  Program program("echo", arena.addr);
  const auto talk = arena.accept();
  talk->greet("t1");
  talk->ask("a", 1, 3);
  talk->want("a", 1, 1);
  program.send(SIGTERM);
  check(talk->hear().has_bye(), "no Bye");
  program.send(SIGTERM);
  const int status = program.wait();
  check(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "status " + std::to_string(status));
}

// Whether this process runs. One whose parent hasn't looked at its end doesn't.
bool runs(pid_t id) {
  std::ifstream file("/proc/" + std::to_string(id) + "/stat");
  const std::string stat{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return !stat.empty() && stat.find(") Z ") == std::string::npos;
}

void a_forked_process_ends_at_sigterm_and_lives_through_one_ctrl_c() {
  FakeArena arena;
  Program program("forker", arena.addr);
  const auto talk = arena.accept();
  talk->greet("t1");
  const auto forked = [&](std::uint64_t ticket) {
    talk->ask("a", ticket, std::numeric_limits<std::int32_t>::max());
    return static_cast<pid_t>(talk->hear().answer().index());
  };
  const pid_t child = forked(1);
  kill(child, SIGINT);
  const pid_t other = forked(2);
  check(runs(child), "it has ended");
  for (const pid_t id : {child, other}) {
    kill(id, SIGTERM);
    for (int tries = 0; runs(id); ++tries) {
      check(tries < 6000, "it hasn't ended");
      std::this_thread::sleep_for(10ms);
    }
  }
  // The signals were for the children alone.
  kill(forked(3), SIGKILL);
  talk->end();
  program.want_exit(0);
}

void an_arena_that_is_not_up_is_reported_at_once() {
  Program program("echo", "127.0.0.1:1");
  const std::string line = "no arena at 127.0.0.1:1 yet (connection refused); trying again for up to 5 minutes\n";
  for (int tries = 0; program.log().find(line) == std::string::npos; ++tries) {
    check(tries < 2000, "never logged: " + line + program.log());
    std::this_thread::sleep_for(10ms);
  }
  program.send(SIGINT);
  program.want_exit(0);
  program.want_once(line);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) {
    return be_a_bot(arguments[1]);
  }
  own_path = arguments[0];
  return run_tests({
      {"a failure is shown once", a_failure_is_shown_once},
      {"a wrong setting ends the program with 2", a_wrong_setting_ends_the_program_with_2},
      {"a signal leaves in good order", a_signal_leaves_in_good_order},
      {"a second signal ends at once", a_second_signal_ends_at_once},
      {"a forked process ends at SIGTERM and lives through one Ctrl-C",
       a_forked_process_ends_at_sigterm_and_lives_through_one_ctrl_c},
      {"an arena that is not up is reported at once", an_arena_that_is_not_up_is_reported_at_once},
  });
}
