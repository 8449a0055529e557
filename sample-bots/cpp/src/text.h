// How values are written in messages for people.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace kahua {

// In quotation marks, with control characters made visible.
std::string in_quotes(std::string_view text);

// The text with a small first letter, for the middle of a sentence.
std::string lowered(std::string text);

// The name of an enum's value in words: "stale ticket".
std::string in_words(std::string name, std::string_view prefix);

// What an errno means, such as "connection refused".
std::string error_text(int number);

// "4 minutes" or "12 s".
std::string words(std::chrono::milliseconds duration);

// Whether these bytes are text. Others can't be sent in a message's text field.
bool is_utf8(std::string_view bytes);

// "1 legal action", "2 legal actions".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace kahua
