// What the bot builder likes best.
#include <initializer_list>
#include <string>
#include <vector>

#include "check.h"
#include "favourites.h"

namespace {

namespace haleakala = kahua::games::haleakala::v1;

std::string liked(const kahua::Ask& ask) {
  std::string text;
  for (const std::uint32_t index : favourites(ask)) {
    text += " " + std::to_string(index);
  }
  return text;
}

haleakala::Action& add_action(kahua::Ask& ask) {
  ask.set_legal_total(ask.legal_total() + 1);
  return *ask.add_legal()->mutable_haleakala();
}

void it_walks_to_the_highest_space_without_a_statue() {
  kahua::Ask ask;
  auto& view = *ask.mutable_view()->mutable_haleakala();
  view.add_players();
  // Forest 1, mountain 1, grassland 2, mountain 2. The other player has built on mountain 1.
  view.add_players()->add_statues(13);
  for (const std::uint32_t space : {7, 13, 2, 14}) {
    add_action(ask).mutable_move_shaman()->set_space(space);
  }
  equal(liked(ask), std::string(" 3"));
}

void it_takes_a_statue_once_its_shaman_has_left_the_beach() {
  kahua::Ask ask;
  auto& player = *ask.mutable_view()->mutable_haleakala()->add_players();
  for (const auto card : {haleakala::PALM_CARD_SHELL, haleakala::PALM_CARD_STATUE}) {
    add_action(ask).mutable_take_card()->set_card(card);
  }
  player.mutable_shaman_at_hut();
  equal(liked(ask), std::string(" 0 1"));
  player.set_shaman_space(2);
  equal(liked(ask), std::string(" 1"));
}

void it_likes_all_actions_of_another_game() {
  kahua::Ask ask;
  ask.set_legal_total(3);
  equal(liked(ask), std::string(" 0 1 2"));
}

}  // namespace

int main() {
  return run_tests({
      {"it walks to the highest space without a statue", it_walks_to_the_highest_space_without_a_statue},
      {"it takes a statue once its shaman has left the beach", it_takes_a_statue_once_its_shaman_has_left_the_beach},
      {"it likes all actions of another game", it_likes_all_actions_of_another_game},
  });
}
