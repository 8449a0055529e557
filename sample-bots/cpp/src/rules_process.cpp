#include "rules_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "kahua/rules.h"
#include "text.h"

extern char** environ;

namespace kahua {

namespace {

// Elsewhere, a socket is told once that writing to it raises no signal.
#ifdef MSG_NOSIGNAL
constexpr int send_flags = MSG_NOSIGNAL;
void raise_no_signal(int) {}
#else
constexpr int send_flags = 0;
void raise_no_signal(int socket) {
  const int on = 1;
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
}
#endif

[[noreturn]] void fail(const std::string& text) { throw RulesError(RulesError::Kind::process, text); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

// Starts the command with this socket as its standard input and output. Returns 0 or an errno.
int spawn(pid_t& id, const std::vector<std::string>& command, int socket) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  const int error = posix_spawnp(&id, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

RulesProcess::RulesProcess(const std::vector<std::string>& command) : command_(joined(command)) {
  if (command.empty()) {
    fail("the command of the rules is empty; expected a program and its arguments");
  }
  // A socket and no pipes: writing to one whose other end has gone can be kept from raising SIGPIPE.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    fail("can't start " + command_ + ": " + error_text(errno));
  }
  for (const int end : ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  raise_no_signal(ends[0]);
  const int error = spawn(id_, command, ends[1]);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    fail("can't start " + command_ + ": " + error_text(error) +
         "; put kahua into a folder of PATH, or set KAHUA_RULES to its path");
  }
  socket_ = ends[0];
}

std::string RulesProcess::exchange(const std::string& line) {
  const std::lock_guard lock(turn_);
  if (socket_ < 0) {
    fail("these rules were closed");
  }
  std::string answer;
  if (end_.empty()) {
    std::string lines;
    for (const std::uint64_t position : std::exchange(unused_, {})) {
      lines += (lines.empty() ? R"({"op":"free","positions":[)" : ",") + std::to_string(position);
    }
    const bool frees = !lines.empty();
    lines += frees ? "]}\n" : "";
    if (send(lines + line + "\n") && (!frees || receive(answer)) && receive(answer)) {
      return answer;
    }
    end_ = ended();
  }
  fail(command_ + " has ended (" + end_ + ")");
}

void RulesProcess::forget(std::uint64_t position) {
  const std::lock_guard lock(turn_);
  unused_.push_back(position);
}

void RulesProcess::close() {
  const std::lock_guard lock(turn_);
  if (socket_ >= 0) {
    ::close(std::exchange(socket_, -1));
    if (end_.empty()) {
      end_ = ended();
    }
  }
}

bool RulesProcess::send(const std::string& lines) {
  std::size_t sent = 0;
  while (sent < lines.size()) {
    const ssize_t count = ::send(socket_, lines.data() + sent, lines.size() - sent, send_flags);
    if (count < 0 && errno != EINTR) {
      return false;
    }
    sent += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  return true;
}

bool RulesProcess::receive(std::string& line) {
  std::size_t searched = 0;
  std::size_t end = std::string::npos;
  while ((end = read_.find('\n', searched)) == std::string::npos) {
    searched = read_.size();
    char part[65536];
    const ssize_t count = ::recv(socket_, part, sizeof part, 0);
    if (count == 0 || (count < 0 && errno != EINTR)) {
      return false;
    }
    read_.append(part, count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  line = read_.substr(0, end);
  read_.erase(0, end + 1);
  return true;
}

std::string RulesProcess::ended() {
  // It may still wait for input.
  shutdown(socket_, SHUT_RDWR);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0) {
    if (errno != EINTR) {
      return "its exit status is unknown";
    }
  }
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                             : "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace kahua
