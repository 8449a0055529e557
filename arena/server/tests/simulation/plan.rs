//! What one simulated arena is like: its leagues, its bots, and what happens to it before faults stop.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::referee::Luck;
use kahua_engine::toy::Toy;
use kahua_engine::{Dice, Game, registry};
use kahua_proto::pb::arena::v1::ActionForm;
use kahua_settings::config::{Config, FaultKind, FaultSettings, LeagueSettings, MatchTerms, Tokens};
use kahua_store::{Condition, Crash};

use crate::misdeed::Misdeed;

/// One simulated arena.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) config: Config,
    pub(crate) bots: Vec<Character>,
    /// The arena's lives. The last one goes on until all is played.
    pub(crate) lives: Vec<Life>,
    /// The arena's lag.
    pub(crate) lag: Duration,
    /// Whether to compare the standings with those of an arena that has only read the records. That takes long.
    pub(crate) compares_standings: bool,
}

/// What a bot is like.
#[derive(Clone, Debug)]
pub(crate) struct Character {
    pub(crate) name: BotName,
    pub(crate) matches_max: u32,
    pub(crate) form: ActionForm,
    /// The misdeeds that it may commit.
    pub(crate) misdeeds: Vec<Misdeed>,
    /// One in so many asks goes wrong.
    pub(crate) rarity: u32,
    /// Whether it commits no faults.
    pub(crate) is_innocent: bool,
}

/// One life of the arena, from its start to its end.
#[derive(Debug)]
pub(crate) struct Life {
    /// After how many commits the arena dies, if it lives so long.
    pub(crate) crash: Option<(u32, Crash)>,
    /// How long it lasts. In the last life, faults stop after this time.
    pub(crate) lasts: Duration,
    /// Whether it then shuts down cleanly.
    pub(crate) drains: bool,
    /// What is done to it during this life, by time.
    pub(crate) acts: Vec<(Duration, Act)>,
}

/// Something that is done to the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// Its disk changes.
    Disk(Condition),
    /// An organizer pauses the pairing.
    Pause,
    /// An organizer resumes the pairing.
    Unpause,
    /// An organizer aborts the matches of the bot with this number.
    Abort(usize),
    /// The machine stands still, for longer than any bot may think.
    StandStill(Duration),
}

/// With and without increments, with banks that run out, and with caps. Each is long enough for an innocent bot to come
/// back.
const TIMES: [&str; 6] =
    ["/400ms", "/500ms~20ms", "10s/600ms~20ms", "3s+60ms/400ms~20ms", "2s+80ms", "4s+50ms/1s~50ms"];
/// How much is played.
#[derive(Debug)]
struct Scale {
    game: &'static str,
    bots: u32,
    leagues: u32,
    seats_max: usize,
    sets_max: u32,
}

impl Scale {
    /// Most runs play many short matches of the toy game. One in ten plays a single set of a real game.
    fn draw(dice: &mut Dice) -> Scale {
        if dice.below(10) == 0 {
            let game = dice.pick(registry::all()).info().name;
            return Scale { game, bots: 2, leagues: 1, seats_max: 2, sets_max: 1 };
        }
        let (bots, leagues) = (3 + dice.below(4), 1 + dice.below(3));
        Scale { game: Toy::INFO.name, bots, leagues, seats_max: 4, sets_max: 6 }
    }
}

impl Plan {
    pub(crate) fn draw(dice: &mut Dice) -> Plan {
        let scale = Scale::draw(dice);
        let bots: Vec<Character> = (0..scale.bots).map(|number| character(number, dice)).collect();
        let names: Vec<BotName> = bots.iter().map(|bot| bot.name).collect();
        let leagues = (0..scale.leagues).map(|number| league(number, &scale, &names, dice)).collect();
        let tokens = *dice.pick(&[Tokens::Off, Tokens::Required]);
        let matches_at_once = NonZeroUsize::new(1 + dice.below(12) as usize).expect("not zero");
        let suspend_after = *dice.pick(&[0, 3]);
        let config = Config { tokens, matches_at_once, suspend_after, leagues, ..Config::default() };
        let before = dice.below(5);
        let lives = (0..=before).map(|number| life(bots.len(), number == before, dice)).collect();
        // Too small to hold matches back, which would depend on the number of cores.
        let lag = ms(*dice.pick(&[0, 0, 1, 5]));
        let compares_standings = dice.below(8) == 0;
        Plan { config, bots, lives, lag, compares_standings }
    }
}

fn character(number: u32, dice: &mut Dice) -> Character {
    let is_innocent = dice.below(2) == 0;
    let forms = [ActionForm::Typed, ActionForm::Notation, ActionForm::Both, ActionForm::None];
    Character {
        name: format!("bot{number}").parse().expect("a bot name"),
        matches_max: 1 + dice.below(4),
        form: *dice.pick(&forms),
        misdeeds: Misdeed::some(is_innocent, dice),
        rarity: 3 + dice.below(30),
        is_innocent,
    }
}

fn league(number: u32, scale: &Scale, names: &[BotName], dice: &mut Dice) -> LeagueSettings {
    let mut bots = names.to_vec();
    dice.shuffle(&mut bots);
    let seats = 2 + dice.below(bots.len().min(scale.seats_max) as u32 - 1) as usize;
    // All bots or only some, but enough for a match.
    bots.truncate(seats + dice.below((bots.len() - seats) as u32 + 1) as usize);
    let sets = 1 + dice.below(scale.sets_max);
    let policy = *dice.pick(&[FaultKind::Auto, FaultKind::Forfeit, FaultKind::Substitute]);
    let terms = MatchTerms {
        seats,
        time: dice.pick(&TIMES).parse().expect("a time control"),
        faults: FaultSettings {
            policy,
            strikes: NonZeroU32::new(1 + dice.below(5)).expect("not zero"),
            reconnect_s: 3 + dice.below(6),
        },
        rated: dice.below(5) > 0,
        luck: *dice.pick(&[Luck::Fresh, Luck::Same]),
        ..MatchTerms::new(scale.game)
    };
    LeagueSettings {
        sets: Some(NonZeroU32::new(sets).expect("not zero")),
        // Without a limit: some bots come with many versions, and the last one must play all its sets.
        versions: NonZeroU32::MAX,
        ..LeagueSettings::new(format!("league{number}"), terms, bots)
    }
}

fn life(bots: usize, is_last: bool, dice: &mut Dice) -> Life {
    let sides = [Crash::Before, Crash::After];
    let crash = (dice.below(2) == 0).then(|| (dice.below(80), *dice.pick(&sides)));
    // Short, so that much is left to play for the next life. The last life is longer, so that most kinds of faults
    // happen before faults stop.
    let lasts = ms(100 + dice.below(if is_last { 6_000 } else { 1_500 }));
    let mut acts = Vec::new();
    let trouble = Act::Disk(*dice.pick(&[Condition::Fails, Condition::Flickers]));
    for (begin, end) in [(trouble, Act::Disk(Condition::Works)), (Act::Pause, Act::Unpause)] {
        if dice.below(4) == 0 {
            let at = ms(dice.below(500));
            acts.extend([(at, begin), (at + ms(dice.below(3_000)), end)]);
        }
    }
    if dice.below(6) == 0 {
        acts.push((ms(dice.below(500)), Act::Abort(dice.below(bots as u32) as usize)));
    }
    if dice.below(6) == 0 {
        acts.push((ms(dice.below(500)), Act::StandStill(ms(500 + dice.below(30_000)))));
    }
    acts.sort_by_key(|(at, _)| *at);
    acts.retain(|(at, _)| *at < lasts);
    Life { crash, lasts, drains: dice.below(3) == 0, acts }
}

fn ms(ms: u32) -> Duration {
    Duration::from_millis(ms.into())
}
