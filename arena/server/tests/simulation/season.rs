//! A season of ten weeks as an organizer lives it: two divisions, a cup with a final, a ladder and sixty bots, of which five
//! misbehave. Results are corrected, a bot is disqualified, the arena is killed three times and moves to another machine. Every
//! format must come to its end, and at every start all tables must be those of the evening before.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_engine::toy::Toy;
use kahua_engine::{Game, Seed};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_queries::{get_league_status, get_standings, list_corrections, list_matches};
use kahua_server::{App, harness, prepare_restored};
use kahua_settings::config::{Config, FormatKind, LeagueSettings, Length, MatchTerms};
use kahua_store::{Crash, SimulatedDisk};
use parking_lot::Mutex;
use pb::correct_results_request::Change;
use tokio::time::{Instant, sleep};
use tonic::Request;

use crate::bot::{self, Bot};
use crate::life::{self, Machine};
use crate::misdeed::Misdeed;
use crate::plan::Character;
use crate::witness::Witness;
use crate::world::RULESETS;
use crate::{checks, panics};

const BOTS: usize = 60;
const WEEK_MS: i64 = 7 * 24 * 3600 * 1000;
/// The evening of the first week.
const FIRST_UNIX_MS: i64 = 1_790_000_000_000;
/// How long the ladder begins matches each evening, since it has no end. All tables must stay below the size beyond which an arena
/// computes them in the background.
const LADDER: Duration = Duration::from_millis(250);
/// No evening takes longer.
const EVENING_MAX: Duration = Duration::from_secs(3 * 3600);
/// The bots that misbehave, and how: one in each league, and two on the ladder.
const MISBEHAVE: [(usize, Misdeed); 5] =
    [(3, Misdeed::Late), (15, Misdeed::Illegal), (30, Misdeed::Vanish), (45, Misdeed::Silent), (50, Misdeed::Resign)];

#[test]
fn a_season_of_ten_weeks_comes_to_its_end_through_kills_corrections_and_promotions() {
    panics::watch();
    let mut season = Season::new(Seed::from_number(2026));
    season.evening(1, None, async |_| {});
    season.evening(2, None, async |organizer| organizer.go_on(2).await);
    season.evening(3, Some(How::Dies(150, Crash::Before)), async |organizer| organizer.go_on(3).await);
    season.evening(4, None, async |organizer| {
        organizer.go_on(4).await;
        let (annulled, places) = (organizer.first_match("first"), organizer.first_match("cup"));
        organizer.correct(Change::Annulled(pb::AnnulledMatch { match_id: annulled }), "").await;
        let corrected = pb::CorrectedPlaces { match_id: places, places: vec![1, 1] };
        organizer.correct(Change::Places(corrected), "").await;
    });
    season.evening(5, Some(How::IsKilled(Duration::from_secs(5))), async |organizer| {
        organizer.next_round().await;
        let out = pb::Disqualification { bot: name(20).to_string(), ..Default::default() };
        organizer.correct(Change::Disqualified(out), "second").await;
    });
    season.moves = true;
    season.evening(6, None, async |organizer| organizer.promote("first", "second").await);
    season.evening(7, Some(How::Dies(200, Crash::After)), async |organizer| organizer.go_on(2).await);
    season.evening(8, None, async |organizer| organizer.go_on(3).await);
    let finalists = season.table("cup").into_iter().take(4).collect();
    season.config.leagues.push(LeagueSettings {
        format: FormatKind::Knockout,
        best_of: 3.try_into().ok(),
        third_place: Some(true),
        ..league("final", finalists)
    });
    season.evening(9, None, async |organizer| organizer.divisions(4).await);
    season.evening(10, None, async |_| {});
    season.check();
}

/// How an evening is interrupted.
#[derive(Clone, Copy, Debug)]
enum How {
    /// The arena dies after so many commits.
    Dies(u32, Crash),
    /// It is killed after this time.
    IsKilled(Duration),
}

/// A season of a league: its name and number.
type Named = (String, u32);

struct Season {
    seed: Seed,
    config: Config,
    disk: SimulatedDisk,
    bots: Vec<Arc<Mutex<Bot>>>,
    witness: Arc<Mutex<Witness>>,
    /// All tables when the arena last stopped.
    tables: BTreeMap<Named, pb::GetStandingsResponse>,
    /// How many corrections there were then.
    corrections: usize,
    /// Whether the arena starts on another machine, from a backup.
    moves: bool,
}

impl Season {
    fn new(seed: Seed) -> Season {
        let bots = (0..BOTS).map(|number| {
            let misdeed = MISBEHAVE.iter().find(|(bot, _)| *bot == number).map(|(_, misdeed)| *misdeed);
            let character = Character {
                name: name(number),
                matches_max: 2,
                form: pb::ActionForm::Typed,
                misdeeds: misdeed.into_iter().collect(),
                rarity: 6,
                is_innocent: misdeed.is_none(),
            };
            Arc::new(Mutex::new(Bot::new(character, seed.derive("bot", number as u64), None)))
        });
        let names = |range: std::ops::Range<usize>| range.map(name).collect();
        let leagues = vec![
            LeagueSettings { sets: 1.try_into().ok(), ..league("first", names(0..12)) },
            LeagueSettings { sets: 1.try_into().ok(), ..league("second", names(12..24)) },
            LeagueSettings {
                format: FormatKind::Swiss,
                rounds: 1.try_into().ok(),
                announce_s: Some(60),
                ..league("cup", names(24..40))
            },
            LeagueSettings { format: FormatKind::Ladder, ..league("ladder", names(40..60)) },
        ];
        Season {
            seed,
            config: Config { matches_at_once: 20.try_into().unwrap(), suspend_after: 3, leagues, ..Config::default() },
            disk: SimulatedDisk::new(seed.derive("disk", 0)).unwrap(),
            bots: bots.collect(),
            witness: Arc::default(),
            tables: BTreeMap::new(),
            corrections: 0,
            moves: false,
        }
    }

    /// The evening of a week: an organizer does this, and then all is played that is planned.
    fn evening(&mut self, week: u64, interruption: Option<How>, organize: impl AsyncFnOnce(Organizer)) {
        let mut begins = FIRST_UNIX_MS + week as i64 * WEEK_MS;
        let mut organize = Some(organize);
        for (life, interruption) in (0..).zip([interruption, None]).filter(|(life, how)| *life == 1 || how.is_some()) {
            self.witness.lock().begin_life();
            let machine = Machine {
                seed: self.seed.derive(&format!("machine of life {life}"), week),
                unix_ms: begins,
                lag: Duration::from_millis(if self.moves { 2 } else { 0 }),
            };
            let organize = organize.take();
            let disk = self.disk.clone();
            let (lasted, has_died) = life::live(&machine, &disk, self.live(interruption, organize));
            assert_eq!(has_died, matches!(interruption, Some(How::Dies(..))), "week {week}, life {life}");
            disk.set_crash(None);
            begins += lasted.as_millis() as i64 + 1000;
            self.bots.iter().for_each(|bot| bot.lock().lose_arena());
            checks::at_rest(&self.disk.reader(), &self.witness.lock());
        }
    }

    async fn live(&mut self, interruption: Option<How>, organize: Option<impl AsyncFnOnce(Organizer)>) {
        let store = self.disk.open().unwrap();
        if std::mem::take(&mut self.moves) {
            prepare_restored(&store).await.unwrap();
        }
        let app = App::build(&self.config, RULESETS.clone(), store).await.unwrap();
        // After a kill, the tables of the last clean stop are out of date.
        for ((league, season), table) in std::mem::take(&mut self.tables) {
            assert_same(&table_of(&app, &league, season), &table, &format!("season {season} of {league}"));
        }
        for bot in &self.bots {
            tokio::spawn(bot::live(app.clone(), bot.clone(), self.witness.clone()));
        }
        let organizer = Organizer(app.clone());
        organizer.pause_ladder(false).await;
        sleep(LADDER).await;
        organizer.pause_ladder(true).await;
        if let Some(organize) = organize {
            organize(organizer).await;
        }
        match interruption {
            Some(How::Dies(commits, side)) => self.disk.set_crash(Some((commits, side))),
            Some(How::IsKilled(after)) => return sleep(after).await,
            None => {}
        }
        self.until_played(&app).await;
        while app.running() > 0 {
            sleep(Duration::from_secs(1)).await;
        }
        app.drain().await;
        self.tables = tables(&app);
        self.corrections = list_corrections(&*app, Default::default()).unwrap().corrections.len();
    }

    /// Waits until every league that ends has played what is planned, while the organizer lets suspended bots back.
    async fn until_played(&self, app: &Arc<App>) {
        let began = Instant::now();
        let is_over = |league: &LeagueSettings| {
            let progress = app.league_progress(&league.name).unwrap();
            progress.planned.is_none_or(|planned| planned == progress.ended)
        };
        while !self.config.leagues.iter().all(is_over) {
            sleep(Duration::from_secs(1)).await;
            panics::check();
            let suspended: Vec<BotName> = app.suspensions().into_keys().collect();
            for name in suspended {
                app.let_back(name).await.unwrap();
            }
            let statuses = || get_league_status(&**app, Default::default());
            assert!(began.elapsed() < EVENING_MAX, "it never ends: {:#?}", statuses());
        }
    }

    /// The bots of a league as its table ranked them when the arena last stopped.
    fn table(&self, league: &str) -> Vec<BotName> {
        names(&self.tables[&(league.to_owned(), 1)])
    }

    /// Checks what the ten weeks have left.
    fn check(&self) {
        let table = |league: &str, season| &self.tables[&(league.to_owned(), season)].pools[0].standings;
        // Two of twelve have changed, and twelve have played four sets each against eleven others.
        let first = table("first", 2);
        assert_eq!(first.len(), 12);
        assert!(first.iter().all(|line| line.matches == 4 * 2 * 11), "{first:#?}");
        let old: Vec<&str> = table("first", 1).iter().map(|line| line.name.as_str()).collect();
        assert_eq!(first.iter().filter(|line| !old.contains(&line.name.as_str())).count(), 2, "two came up");
        let annulled: u64 = table("first", 1).iter().map(|line| 4 * 2 * 11 - line.matches).sum();
        assert_eq!(annulled, 2, "one match counts for neither of its bots");
        assert!(table("second", 1).iter().all(|line| line.name != name(20).as_str()), "it was disqualified");
        assert!(table("cup", 1).iter().all(|line| line.swiss.is_some()), "a cup has points");
        let ranks: Vec<u32> = table("final", 1).iter().map(|line| line.rank).collect();
        assert_eq!(ranks, [1, 2, 3, 4], "the final and the match for the third place were played");
        let lines = || self.tables.values().flat_map(|table| &table.pools).flat_map(|pool| &pool.standings);
        for (number, misdeed) in MISBEHAVE {
            let forfeits: u64 =
                lines().filter(|line| line.name == name(number).as_str()).map(|line| line.forfeits).sum();
            assert!(forfeits > 0, "{misdeed:?}");
        }
        assert_eq!(self.corrections, 3);
    }
}

/// What an organizer does in an arena.
struct Organizer(Arc<App>);

impl Organizer {
    fn calls(&self) -> impl LeagueService {
        harness::leagues(&self.0)
    }

    /// Lets the leagues go on to another week: so many sets in the divisions, and one more round of the cup.
    async fn go_on(&self, sets: u32) {
        self.divisions(sets).await;
        self.next_round().await;
    }

    async fn divisions(&self, sets: u32) {
        for division in ["first", "second"] {
            self.extend(division, Length::Sets(sets.try_into().unwrap())).await;
        }
    }

    async fn next_round(&self) {
        let request = pb::GetLeagueStatusRequest { league: Some("cup".into()), ..Default::default() };
        let status = get_league_status(&*self.0, request).unwrap().leagues.remove(0);
        let present = Length::from_wire(&status.length.unwrap()).unwrap().number();
        self.extend("cup", Length::Rounds(present.checked_add(1).unwrap())).await;
    }

    async fn extend(&self, league: &str, length: Length) {
        let request = pb::ExtendLeagueRequest { league: league.into(), length: Some(length.to_wire()) };
        self.calls().extend_league(Request::new(request)).await.unwrap();
    }

    async fn pause_ladder(&self, paused: bool) {
        let request = pb::SetLeaguePausedRequest { league: "ladder".into(), paused: Some(paused) };
        self.calls().set_league_paused(Request::new(request)).await.unwrap();
    }

    /// The id of a match of this league that has ended.
    fn first_match(&self, league: &str) -> String {
        let wanted = pb::ListMatchesRequest { league: Some(league.into()), running: Some(false), ..Default::default() };
        list_matches(&*self.0, wanted).unwrap().matches.remove(0).match_id
    }

    async fn correct(&self, change: Change, league: &str) {
        let (why, league) = ("the organizer has looked into it".to_owned(), league.to_owned());
        let request = pb::CorrectResultsRequest { why, change: Some(change), league, season: None };
        self.calls().correct_results(Request::new(request)).await.unwrap();
    }

    /// The last two of the upper division and the first two of the lower one change places.
    async fn promote(&self, upper: &str, lower: &str) {
        let (mut up, mut down) = (names(&table_of(&self.0, upper, 1)), names(&table_of(&self.0, lower, 1)));
        let relegated = up.split_off(up.len() - 2);
        let promoted: Vec<BotName> = down.drain(..2).collect();
        up.extend(promoted);
        down.extend(relegated);
        for (league, bots) in [(upper, up), (lower, down)] {
            let bots = bots.iter().map(ToString::to_string).collect();
            let request = pb::StartSeasonRequest { league: league.into(), bots };
            assert_eq!(self.calls().start_season(Request::new(request)).await.unwrap().into_inner().season, 2);
        }
    }
}

/// Every table of every league.
fn tables(app: &App) -> BTreeMap<Named, pb::GetStandingsResponse> {
    let statuses = get_league_status(app, Default::default()).unwrap().leagues;
    let leagues = statuses.into_iter().filter_map(|status| status.league);
    let seasons = leagues.flat_map(|league| (1..=league.season).map(move |season| (league.name.clone(), season)));
    seasons.map(|(league, season)| ((league.clone(), season), table_of(app, &league, season))).collect()
}

fn table_of(app: &App, league: &str, season: u32) -> pb::GetStandingsResponse {
    let wanted = pb::GetStandingsRequest { league: Some(league.into()), season: Some(season), ..Default::default() };
    get_standings(app, wanted).unwrap()
}

/// Checks that a table is the same as before, line by line.
fn assert_same(now: &pb::GetStandingsResponse, before: &pb::GetStandingsResponse, named: &str) {
    let lines = |table: &pb::GetStandingsResponse| -> Vec<_> {
        table.pools.iter().flat_map(|pool| pool.standings.clone()).collect()
    };
    for (now, before) in lines(now).iter().zip(&lines(before)) {
        assert_eq!(now, before, "{named} isn't what its records give");
    }
    assert!(now == before, "{named} isn't what its records give");
}

fn names(table: &pb::GetStandingsResponse) -> Vec<BotName> {
    table.pools[0].standings.iter().map(|line| line.name.parse().unwrap()).collect()
}

fn league(name: &str, bots: Vec<BotName>) -> LeagueSettings {
    let terms = MatchTerms { time: "10s/600ms~20ms".parse().unwrap(), ..MatchTerms::new(Toy::INFO.name) };
    LeagueSettings::new(name, terms, bots)
}

fn name(number: usize) -> BotName {
    format!("bot{number:02}").parse().unwrap()
}
