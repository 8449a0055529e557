// One message of each kind is read, and written back the same. Argument: the file that holds them.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "hex.h"
#include "kahua/arena/v1/bot.pb.h"

namespace {

// Whether these bytes are a message of this kind, and are written back the same.
template <typename Message>
bool holds(const std::string& what, const std::string& bytes) {
  Message message;
  if (!message.ParseFromString(bytes)) {
    return false;
  }
  const auto* oneof = Message::descriptor()->FindOneofByName("message");
  const auto* kind = message.GetReflection()->GetOneofFieldDescriptor(message, oneof);
  return kind != nullptr && kind->name() == what && message.SerializeAsString() == bytes;
}

}  // namespace

int main(int count, char** arguments) {
  std::ifstream file(count > 1 ? arguments[1] : "");
  std::string line;
  int messages = 0;
  int failed = 0;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) {
      continue;
    }
    std::istringstream words(line);
    std::string who;
    std::string what;
    std::string digits;
    words >> who >> what >> digits;
    const std::string bytes = from_hex(digits);
    const bool good = who == "bot" ? holds<kahua::arena::v1::BotMessage>(what, bytes)
                                   : holds<kahua::arena::v1::ArenaMessage>(what, bytes);
    if (!good) {
      std::cerr << who << ' ' << what << " is read or written otherwise\n";
      ++failed;
    }
    ++messages;
  }
  std::cout << messages << " messages, " << failed << " wrong\n";
  return messages >= 13 && failed == 0 ? 0 : 1;
}
