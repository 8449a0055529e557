//! `kahua bench engine`: random games on one core.

use std::time::{Duration, Instant};

use kahua_engine::random_play::RandomPlay;
use kahua_engine::registry::{Visit, visit_all};
use kahua_engine::{Choices, Event, Game, Ruleset, SeatCount, Seed, Wire};
use serde_json::{Value, json};

use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};

/// How long one run plays.
const RUN: Duration = Duration::from_millis(600);
/// How many runs the median is taken of.
const RUNS: usize = 5;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
One decision means that the legal list is built and one action is chosen and played; chance events in between are drawn too. \
The values are medians of five runs on one core.

Examples:
  kahua bench engine
  kahua bench engine --game haleakala --json")]
pub(crate) struct Args {
    /// Only this game [default: every game].
    #[arg(long)]
    game: Option<String>,
    /// Only this number of seats [default: every number that the game allows].
    #[arg(long)]
    seats: Option<usize>,
    /// One JSON object a line: game, seats, decisions_per_s, games_per_s, decisions_per_game, events_per_game,
    /// legal_max.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    if let Some(name) = &args.game {
        let info = crate::games::find(name)?.info();
        if let Some(seats) = args.seats.filter(|seats| !info.seats.contains(seats)) {
            return Err(Failure::usage(format!("{} isn't played with {seats} seats", info.name)));
        }
    }
    let mut bench = Runs { args, rows: Vec::new() };
    visit_all(&mut bench);
    if args.json {
        return Ok(bench.rows.iter().try_for_each(print_json)?);
    }
    let headings = ["game", "seats", "decisions/s", "games/s", "decisions/game", "events/game", "longest list"];
    let keys = ["seats", "decisions_per_s", "games_per_s", "decisions_per_game", "events_per_game", "legal_max"];
    let row = |value: &Value| {
        let text = |key: &str| value[key].to_string();
        std::iter::once(value["game"].as_str().unwrap_or_default().to_owned()).chain(keys.map(text)).collect()
    };
    print(&table(&headings, &[1, 2, 3, 4, 5, 6], bench.rows.iter().map(row)).to_string())?;
    Ok(())
}

struct Runs<'a> {
    args: &'a Args,
    rows: Vec<Value>,
}

impl Visit for Runs<'_> {
    fn visit<G: Wire>(&mut self) {
        if self.args.game.as_ref().is_some_and(|name| name != G::INFO.name) {
            return;
        }
        for seats in G::INFO.seats.clone().filter(|seats| self.args.seats.is_none_or(|only| only == *seats)) {
            let seats = SeatCount::new(seats).expect("a game's seat counts are seat counts");
            self.rows.push(measure::<G>(seats));
        }
    }
}

#[derive(Default)]
struct Count {
    games: u64,
    decisions: u64,
    events: u64,
}

fn measure<G: Game>(seats: SeatCount) -> Value {
    let ruleset = Ruleset::<G>::built_in();
    let options = G::options(&Choices::defaults(G::INFO.options));
    let mut count = Count::default();
    let mut rates = Vec::new();
    for _ in 0..RUNS {
        let (start, before) = (Instant::now(), (count.decisions, count.games));
        while start.elapsed() < RUN {
            let seed = Seed::from_number(count.games);
            play(RandomPlay::<G>::new(seats, options, &ruleset.rules, seed), &mut count);
        }
        let elapsed = start.elapsed().as_secs_f64();
        rates.push(((count.decisions - before.0) as f64 / elapsed, (count.games - before.1) as f64 / elapsed));
    }
    rates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (decisions_per_s, games_per_s) = rates[RUNS / 2];
    json!({
        "game": G::INFO.name,
        "seats": seats.get(),
        "decisions_per_s": decisions_per_s.round() as u64,
        "games_per_s": games_per_s.round() as u64,
        "decisions_per_game": count.decisions / count.games,
        "events_per_game": count.events / count.games,
        "legal_max": G::INFO.legal_max,
    })
}

fn play<G: Game>(mut game: RandomPlay<G>, count: &mut Count) {
    count.games += 1;
    while let Ok(event) = game.step() {
        count.events += 1;
        count.decisions += u64::from(matches!(event, Event::Action(_)));
    }
}
