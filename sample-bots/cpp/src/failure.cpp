#include "failure.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>

#include "text.h"

namespace kahua {

namespace {

// How many exceptions nested in one another are shown.
constexpr int depth_max = 16;

std::string type_of_current() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) {
    return "an unknown exception";
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status),
                                                    std::free);
  return name ? name.get() : type->name();
}

std::string text_from(int depth) {
  std::string text = type_of_current();
  try {
    throw;
  } catch (const std::exception& error) {
    text += std::string(": ") + error.what();
    try {
      std::rethrow_if_nested(error);
    } catch (...) {
      text += depth < depth_max ? "\n  caused by " + text_from(depth + 1) : "";
    }
  } catch (const std::string& thrown) {
    text += ": " + thrown;
  } catch (const char* thrown) {
    text += std::string(": ") + thrown;
  } catch (...) {
    // The type is all that there is to say.
  }
  return text;
}

}  // namespace

std::string where_asked(const std::string& call, const arena::v1::Ask& ask) {
  return where_in(call, ask.match_id()) + ", ticket " + std::to_string(ask.ticket()) + " (" + ask.game() + ", seat " +
         std::to_string(ask.seat()) + ", " + counted(ask.legal_total(), "legal action") + ")";
}

std::string where_in(const std::string& call, const std::string& match_id) {
  return call + " failed" + (match_id.empty() ? "" : " in match " + match_id);
}

std::string exception_text() { return text_from(1); }

}  // namespace kahua
