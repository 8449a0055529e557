// What every test needs.
#pragma once

#include <initializer_list>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

inline void check(bool holds, const std::string& what) {
  if (!holds) {
    throw std::logic_error(what);
  }
}

template <typename Got, typename Want>
void equal(const Got& got, const Want& want) {
  std::ostringstream text;
  text << "got " << got << ", expected " << want;
  check(got == want, text.str());
}

// Whether the text begins with, or contains, another.
inline void begins(const std::string& text, const std::string& with) { check(text.starts_with(with), "got " + text); }
inline void contains(const std::string& text, const std::string& part) {
  check(text.find(part) != std::string::npos, "expected " + part + " in " + text);
}

// Returns what the exception of this type says that the code throws.
template <typename Error, typename Code>
std::string thrown(const Code& code) {
  try {
    code();
  } catch (const Error& error) {
    return error.what();
  }
  throw std::logic_error("nothing is thrown");
}

// Runs the tests and returns the exit code.
inline int run_tests(std::initializer_list<std::pair<const char*, void (*)()>> tests) {
  int failed = 0;
  for (const auto& [name, test] : tests) {
    try {
      test();
      std::cout << "ok: " << name << std::endl;
    } catch (const std::exception& error) {
      std::cout << "FAILED: " << name << ": " << error.what() << std::endl;
      ++failed;
    }
  }
  return failed == 0 ? 0 : 1;
}
