//! Who gets in, who gets a seat, and what is kept for bots that have left.

use std::num::NonZeroU16;
use std::time::Duration;

use super::*;
use crate::bots::{BotStream, Plays};
use crate::lag::Lag;
use crate::time::Time;
use kahua_core::ids::ArenaRun;

fn profile(name: &str, matches_max: u32) -> Profile {
    Profile {
        name: name.parse().unwrap(),
        version: String::new(),
        plays: Plays::Everything,
        matches_max,
        library: String::new(),
        resume_token: None,
        form: pb::ActionForm::Typed,
    }
}

fn enter(
    lobby: &Lobby,
    profile: &Profile,
    resumes: Option<&BotSender>,
) -> Result<(BotSender, BotStream), DisconnectReason> {
    enter_with(lobby, profile, resumes.map(number), false)
}

fn enter_with(
    lobby: &Lobby,
    profile: &Profile,
    resumes: Option<ConnectionNumber>,
    is_proven: bool,
) -> Result<(BotSender, BotStream), DisconnectReason> {
    let (sender, outbound) = BotSender::open(Time::start(), Lag::always(Duration::ZERO));
    let claim = Claim { number: number(&sender), resumes, is_proven };
    lobby.enter(profile, claim, &sender, pb::Welcome::default()).map(|()| (sender, outbound))
}

/// The number of a connection in the first run of an arena.
fn number(sender: &BotSender) -> ConnectionNumber {
    ConnectionNumber::new(ArenaRun(1), sender.id())
}

fn pair() -> PerSeat<BotName> {
    PerSeat::from_values(["a".parse().unwrap(), "b".parse().unwrap()]).unwrap()
}

impl Default for Lobby {
    fn default() -> Lobby {
        lobby_for(1024)
    }
}

/// A lobby for so many bots that suspends none.
fn lobby_for(bots: u16) -> Lobby {
    Lobby::new(NonZeroU16::new(bots).unwrap(), 0, Vec::new())
}

const ID: fn(u64) -> MatchId = |n| MatchId::new(n, [0; 10]);

#[tokio::test]
async fn a_match_needs_room_at_every_bot() {
    let lobby = Lobby::default();
    let _a = enter(&lobby, &profile("a", 2), None).unwrap();
    assert!(lobby.take_seats(ID(1), &pair(), "toy").is_none(), "b isn't there");
    let _b = enter(&lobby, &profile("b", 1), None).unwrap();
    assert!(lobby.take_seats(ID(1), &pair(), "toy").is_some());
    assert!(lobby.take_seats(ID(2), &pair(), "toy").is_none(), "b plays one match at a time");
    lobby.free_seats(ID(1), &pair());
    assert!(lobby.take_seats(ID(2), &pair(), "toy").is_some());
}

#[tokio::test]
async fn a_table_takes_bots_that_are_free_and_players_of_any_name() {
    let lobby = Lobby::default();
    let _a = enter(&lobby, &profile("a", 1), None).unwrap();
    let (sender, _stream) = BotSender::open(Time::start(), Lag::always(Duration::ZERO));
    let connection = Connection { sender, form: pb::ActionForm::Typed };
    let here = || Sitter::Here(Player { name: "b".parse().unwrap(), version: "9".into() }, connection.clone());
    let bot = |name: &str| Sitter::Bot(name.parse().unwrap());
    let take = |id, sitters: [Sitter; 2]| lobby.take_table(ID(id), &PerSeat::from_values(sitters).unwrap(), "toy");
    assert_eq!(take(1, [here(), bot("c")]).unwrap_err().as_str(), "c", "it isn't there");
    assert_eq!(take(1, [bot("a"), bot("a")]).unwrap_err().as_str(), "a", "a bot has one seat in a match");
    assert_eq!(take(1, [here(), here()]).unwrap_err().as_str(), "b", "nobody could tell them apart");
    let seating = take(1, [here(), bot("a")]).unwrap();
    assert_eq!(seating.players.map(|player| player.name.to_string()).into_iter().collect::<Vec<_>>(), ["b", "a"]);
    assert!(lobby.seat_in("a".parse().unwrap(), ID(1)).is_some_and(|seat| seat.seat.number() == 1));
    assert!(lobby.seat_in("b".parse().unwrap(), ID(1)).is_none(), "a player of this process is no bot of the lobby");
    assert_eq!(take(2, [here(), bot("a")]).unwrap_err().as_str(), "a", "it plays one match at a time");
    lobby.free_seats(ID(1), &pair());
    assert!(take(2, [here(), bot("a")]).is_ok());
}

#[tokio::test]
async fn a_taken_name_is_given_up_only_to_its_owner() {
    let lobby = Lobby::default();
    let (first, _stream) = enter(&lobby, &profile("a", 1), None).unwrap();
    assert_eq!(enter(&lobby, &profile("a", 1), None).unwrap_err(), DisconnectReason::NameTaken("a".parse().unwrap()));
    assert_eq!(first.disconnect_reason(), None);
    let (second, _stream) = enter(&lobby, &profile("a", 1), Some(&first)).unwrap();
    assert_eq!(first.disconnect_reason(), Some(&DisconnectReason::Moved));
    lobby.leave("a".parse().unwrap(), first.id());
    assert_eq!(lobby.sender("a".parse().unwrap()).map(|sender| sender.id()), Some(second.id()), "the older one's end");
}

#[tokio::test]
async fn only_so_many_bots_are_let_in() {
    let lobby = lobby_for(3);
    let bots: Vec<_> = (0..3).map(|n| enter(&lobby, &profile(&format!("bot-{n}"), 1), None)).collect();
    assert!(bots.iter().all(Result::is_ok));
    let refusal = enter(&lobby, &profile("one-more", 1), None).unwrap_err();
    assert_eq!(refusal.to_string(), "3 bots are connected, and the arena takes no more; try again later");
    let older = &bots[0].as_ref().unwrap().0;
    enter(&lobby, &profile("bot-0", 1), Some(older)).expect("who takes over takes no room");
    enter(&lobby, &profile("returning", 1), Some(older)).expect("who was here before finds room");
}

#[tokio::test]
async fn a_bot_with_a_seat_gets_in_however_full_it_is() {
    let lobby = lobby_for(2);
    let (a, _stream) = enter(&lobby, &profile("a", 1), None).unwrap();
    let _b = enter(&lobby, &profile("b", 1), None).unwrap();
    let _seating = lobby.take_seats(ID(1), &pair(), "toy").unwrap();
    lobby.leave("a".parse().unwrap(), a.id());
    let _other = enter(&lobby, &profile("other", 1), None).unwrap();
    let full = DisconnectReason::Full(2.try_into().unwrap());
    assert_eq!(enter(&lobby, &profile("one-more", 1), None).unwrap_err(), full);
    enter(&lobby, &profile("a", 1), None).expect("its match waits for it");
}

#[tokio::test]
async fn a_bot_that_leaves_keeps_its_seat_and_finds_it_again() {
    let lobby = Lobby::default();
    let (sender, _stream) = enter(&lobby, &profile("a", 1), None).unwrap();
    let _b = enter(&lobby, &profile("b", 1), None).unwrap();
    let mut seating = lobby.take_seats(ID(1), &pair(), "toy").unwrap();
    lobby.leave("a".parse().unwrap(), sender.id());
    assert!(seating.inbox.connections.borrow_and_update()[Seat::FIRST].is_none());
    let (again, _stream) = enter(&lobby, &profile("a", 1), None).unwrap();
    let found = seating.inbox.connections.borrow_and_update()[Seat::FIRST].clone();
    assert_eq!(found.map(|connection| connection.sender.id()), Some(again.id()));
}

#[tokio::test]
async fn a_bot_that_says_bye_leaves_after_its_last_match() {
    let lobby = Lobby::default();
    let (sender, _stream) = enter(&lobby, &profile("a", 1), None).unwrap();
    let _b = enter(&lobby, &profile("b", 1), None).unwrap();
    let _seating = lobby.take_seats(ID(1), &pair(), "toy").unwrap();
    lobby.set_readiness("a".parse().unwrap(), sender.id(), Readiness::Leaving);
    assert_eq!(sender.disconnect_reason(), None);
    lobby.free_seats(ID(1), &pair());
    assert_eq!(sender.disconnect_reason(), Some(&DisconnectReason::Left));
}

#[tokio::test]
async fn a_resume_token_counts_until_a_newer_one_has_arrived() {
    let (lobby, a) = (Lobby::default(), profile("a", 1));
    let (first, _stream) = enter(&lobby, &a, None).unwrap();
    let (second, _stream) = enter(&lobby, &a, Some(&first)).unwrap();
    // The second Welcome got lost with its connection: the bot still has the first resume token only.
    let (third, _stream) = enter(&lobby, &a, Some(&first)).unwrap();
    lobby.note_welcome_received(a.name, third.id(), number(&third));
    for old in [&first, &second] {
        assert_eq!(enter(&lobby, &a, Some(old)).unwrap_err(), DisconnectReason::ResumeTokenOld(a.name));
    }
    assert_eq!(third.disconnect_reason(), None);
    enter(&lobby, &a, Some(&third)).expect("the newest counts");
}

#[tokio::test]
async fn the_name_of_a_bot_that_dropped_out_of_a_match_is_kept_for_it() {
    let lobby = Lobby::default();
    let (a, kept) = (profile("a", 1), DisconnectReason::NameKept("a".parse().unwrap()));
    let (sender, _stream) = enter(&lobby, &a, None).unwrap();
    let _b = enter(&lobby, &profile("b", 1), None).unwrap();
    let _seating = lobby.take_seats(ID(1), &pair(), "toy").unwrap();
    lobby.note_welcome_received(a.name, sender.id(), number(&sender));
    lobby.leave(a.name, sender.id());
    assert_eq!(enter(&lobby, &a, None).unwrap_err(), kept);
    let (proven, _stream) = enter_with(&lobby, &a, None, true).expect("nobody else has the bot's token");
    lobby.leave(a.name, proven.id());
    assert_eq!(enter(&lobby, &a, None).unwrap_err(), kept);
    let (back, _stream) = enter(&lobby, &a, Some(&sender)).expect("nobody else has the bot's resume token");
    lobby.leave(a.name, back.id());
    lobby.free_seats(ID(1), &pair());
    enter(&lobby, &a, None).expect("a bot without open matches keeps nothing");
}

#[tokio::test]
async fn a_seat_for_another_node_is_freed_by_whoever_took_it_last() {
    let lobby = Lobby::default();
    let (name, two, id) = ("a".parse().unwrap(), SeatCount::new(2).unwrap(), ID(1));
    let take = || lobby.take_seat(name, Seat::new(1), id, two).unwrap();
    let mut first = take();
    assert!(first.inbox.connections.borrow()[Seat::new(1)].is_none(), "the bot isn't there yet");
    let a = enter(&lobby, &profile("a", 1), None).unwrap();
    assert!(first.inbox.connections.borrow()[Seat::new(1)].is_some());
    let second = take();
    assert!(first.inbox.commands.recv().await.is_none(), "it is closed");
    lobby.free_seat(name, id, &first.handle);
    assert_eq!(lobby.seats_of(name).len(), 1);
    lobby.set_readiness(name, a.0.id(), Readiness::Leaving);
    assert_eq!(a.0.disconnect_reason(), None, "it leaves when its matches are over");
    lobby.free_seat(name, id, &second.handle);
    assert_eq!(lobby.seats_of(name).len(), 0);
    assert_eq!(a.0.disconnect_reason(), Some(&DisconnectReason::Left));
}
