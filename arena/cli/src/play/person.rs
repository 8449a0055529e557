//! `kahua play` with a person: the bots wait in an arena whose pages are open, and matches begin in the browser.

use std::str::FromStr;

use kahua_core::ids::BotName;

use super::{Args, Plan};
use crate::bot_arg::BotArg;
use crate::data::data_dir;
use crate::exit::{CommandResult, Failure};
use crate::output::{complain, print};
use crate::own_arena::{self, Setup};
use crate::pages_address::pages_address;

/// What stands for a person in the place of a bot's command.
const PERSON: &str = "person";

/// Who plays, as the command line says it: a bot, or a person.
#[derive(Clone, Debug)]
pub(crate) enum PlayerArg {
    Bot(BotArg),
    Person(BotName),
}

impl FromStr for PlayerArg {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<PlayerArg> {
        match text.split_once('=') {
            Some((name, PERSON)) => Ok(PlayerArg::Person(name.parse()?)),
            _ => text.parse().map(PlayerArg::Bot),
        }
    }
}

impl PlayerArg {
    /// The bot; `None` for a person.
    pub(super) fn bot(&self) -> Option<&BotArg> {
        match self {
            PlayerArg::Bot(bot) => Some(bot),
            PlayerArg::Person(_) => None,
        }
    }

    pub(super) fn name(&self) -> BotName {
        match self {
            PlayerArg::Bot(bot) => bot.name,
            PlayerArg::Person(name) => *name,
        }
    }
}

/// Lets the bots wait for people until Ctrl-C.
pub(super) async fn play(args: &Args, bots: Vec<BotArg>, plan: Plan) -> CommandResult {
    if !args.listen.ip().is_loopback() {
        let advice = "other machines find the pages of `kahua serve`";
        return Err(Failure::usage(format!(
            "a person plays on this machine, so --listen must be on loopback; {advice}"
        )));
    }
    if args.json {
        return Err(Failure::usage("with a person among the players, there is no result to print as --json"));
    }
    let dir = data_dir(args.data.as_ref(), "play")?;
    let (game, seats) = (plan.league.terms.game.clone(), plan.league.terms.seats);
    let names: Vec<String> = bots.iter().map(|bot| bot.name.to_string()).collect();
    let setup = Setup {
        listen: args.listen,
        matches_at_once: args.matches_at_once,
        suspend_after: 0,
        games: plan.games,
        leagues: vec![plan.league],
        for_people: true,
        bots,
        restarts: args.restarts,
        data: dir.clone(),
        confinement: args.confine.prepare(&dir)?,
    };
    let arena = own_arena::open(setup).await?;
    let pages = pages_address(arena.addr(), false);
    let bots = names.join(",");
    print(&format!("Play in your browser: {pages}play/?game={game}&seats={seats}&bots={bots}"))?;
    print("The bots wait there until you press Ctrl-C.")?;
    let on_trouble = |trouble| {
        complain(&format!("{trouble}"));
        Ok(())
    };
    // Its user ends it by a signal, so that isn't a failure.
    arena.play(std::future::pending(), on_trouble).await?.saved()?;
    let dir = dir.display();
    Ok(print(&format!("The data is in {dir}. See the matches in a browser: kahua serve --data {dir}"))?)
}
