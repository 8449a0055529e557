//! What must hold for every game: over the registry, its seat counts, its options, and many seeds.
#![expect(clippy::disallowed_methods, reason = "tests read their tables and goldens")]

mod encoding;
mod golden;
mod laws;
mod paths;
mod playthrough;
mod tables;

use kahua_engine::Wire;
use kahua_engine::encode::Encode;
use kahua_engine::registry::{Visit, visit_all};
use tables::law;

/// What the laws ask of a game.
trait Subject: Wire + Encode {}
impl<G: Wire + Encode> Subject for G {}

law!(every_game_ends_within_its_bounds, games: 1000, laws::ends);
law!(legal_lists_are_sorted_unique_and_there_when_asked, games: 20, laws::lists);
law!(check_agrees_with_the_legal_list, games: 3, laws::check);
law!(chance_is_sampled_as_its_weights_say, games: 10, laws::chance);
law!(a_view_and_what_it_hides_make_the_state, games: 10, laws::views);
law!(events_in_notation_replay_to_the_same_states, games: 10, laws::replay);
law!(an_event_that_cannot_come_is_refused_and_changes_nothing, games: 2, laws::refusals);
law!(a_guess_at_what_is_hidden_fits_the_view, games: 10, laws::guesses);
law!(what_a_seat_is_told_leads_to_the_states_of_the_game, games: 5, laws::followed);
law!(a_seat_that_misses_an_event_guesses_states_that_fit_its_views, games: 5, laws::followed_with_a_gap);
law!(messages_hold_views_actions_and_outcomes_exactly, games: 5, laws::messages);
law!(a_position_in_text_or_bytes_is_the_same_state, games: 1, laws::positions);
law!(a_view_says_who_decides_and_contradicts_no_step, games: 5, laws::seat_to_decide);
law!(events_that_were_played_are_told_again, games: 2, laws::retold);
law!(notation_is_short_plain_and_round_trips, games: 5, laws::notation);
law!(past_states_stay_as_they_were, games: 5, laws::past);
law!(the_same_seed_is_the_same_game, games: 5, laws::determinism);
law!(an_observation_keeps_to_its_layout, games: 3, encoding::observations);
law!(every_legal_action_has_an_id_and_a_path_that_lead_back, games: 20, encoding::actions);
law!(encodings_are_as_written_down, games: 1, encoding::written);
law!(perft_counts_are_as_written_down, games: 1, paths::perft);
law!(goldens_are_as_written_down, games: 1, playthrough::golden);
