//! The ids, in the drawing, of what an action is about: what is there before it is played, and what is there after it.

use kahua_engine::Seat;
use kahua_engine::games::hawaii::{Action, Fleet, Hawaii, Payment, Token, TokenBag};

pub(super) fn of(state: &Hawaii, action: Action) -> Vec<String> {
    let seat = state.board.current_seat();
    match action {
        Action::Place(place) => vec![format!("place-{place}")],
        Action::Cove | Action::Stop => vec!["cove".into()],
        Action::Dock(dock) => vec![format!("dock-{dock}")],
        Action::Track(spot) => vec![format!("track-{spot}")],
        Action::Pay(payment) => paid(payment, seat),
        Action::Price(token) => price(state, seat, token),
        Action::Buy(tile, side) => vec![format!("buy-{tile}-{}", side.number()), format!("ware-{tile}")],
        Action::Boats(fleet) => boats(state.player().ready, fleet, seat),
        Action::Fish(fish) => catch(state, seat, fish),
        Action::Reward(tile) => vec![format!("reward-{tile}"), format!("ware-{tile}")],
        Action::Row(row) => vec![format!("village-{seat}-{row}")],
    }
}

/// The resources that are paid. Their amounts make no difference.
fn paid(payment: Payment, seat: Seat) -> Vec<String> {
    let parts = [("shells", payment.shells), ("feet", payment.feet), ("fruit", payment.fruit)];
    parts.into_iter().filter(|(_, count)| *count > 0).map(|(name, _)| format!("{name}-{seat}")).collect()
}

/// The token at the site, and where it will lie in the player's home. Among equal tokens it is the last.
fn price(state: &Hawaii, seat: Seat, token: Token) -> Vec<String> {
    let Some(place) = state.player().place() else { return Vec::new() };
    let equal = state.board.tokens[place.index()].iter().filter(|other| **other == token).count();
    vec![
        last_of(&format!("token-{place}-{token}"), equal),
        new_of(&format!("price-{seat}-{token}"), &state.player().prices, token),
    ]
}

/// The token in the cove, and where it will lie in the player's home.
fn catch(state: &Hawaii, seat: Seat, fish: u8) -> Vec<String> {
    let cove = &state.board.cove;
    let here = |token: &Token| cove.count(token.index()) > 0 && state.rules.fish_of(*token) == fish;
    let Some(token) = Token::ALL.into_iter().find(here) else { return Vec::new() };
    let equal = usize::from(cove.count(token.index()));
    vec![
        last_of(&format!("cove-{token}"), equal),
        new_of(&format!("catch-{seat}-{token}"), &state.player().fish, token),
    ]
}

fn last_of(id: &str, count: usize) -> String {
    format!("{id}-{}", count.saturating_sub(1))
}

fn new_of(id: &str, bag: &TokenBag, token: Token) -> String {
    format!("{id}-{}", bag.count(token.index()))
}

/// Of the boats of one sort that are ready, the last ones are sent.
fn boats(ready: Fleet, sent: Fleet, seat: Seat) -> Vec<String> {
    let sorts = [("start", ready.start, sent.start), ("1", ready.ones, sent.ones), ("2", ready.twos, sent.twos)];
    let last = |(sort, ready, sent): (&str, u8, u8)| {
        (ready - sent + 1..=ready).map(|number| format!("boat-{seat}-{sort}-{number}")).collect::<Vec<_>>()
    };
    sorts.into_iter().flat_map(last).collect()
}
