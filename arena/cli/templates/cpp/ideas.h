// What the bot thinks of actions. ideas.cpp is the place to begin.
#pragma once

#include "kahua/kahua.h"

// How good an action is. Only actions of the same decision are compared.
double value(const kahua::Ask& ask, const kahua::Action& action);
