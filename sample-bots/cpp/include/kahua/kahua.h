// The library for writing bots for the Kahua board game arena. A bot is one method:
//
//   struct FirstLegal : kahua::Bot {
//     kahua::Answer choose(const kahua::Ask&) override { return kahua::index(0); }
//   };
//
//   int main() {
//     FirstLegal bot;
//     return kahua::run(bot);
//   }
//
// run() connects to the arena that the environment names (KAHUA_ADDR, KAHUA_NAME, KAHUA_TOKEN) and plays every match in
// which the arena seats the bot. A bot that wants to hear more than asks overrides more methods of Bot; one that keeps
// something for each match is easier to write with run_per_match().
#pragma once

#include "kahua/answer.h"
#include "kahua/arena.h"
#include "kahua/asks.h"
#include "kahua/bot.h"
#include "kahua/run.h"
#include "kahua/settings.h"
