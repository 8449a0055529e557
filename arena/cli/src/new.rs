//! `kahua new`: writes a project for a new bot, with everything that the bot needs.

mod forge;
mod language;
mod project;

use std::path::{Path, PathBuf};

use kahua_core::ids::BotName;
use kahua_engine::registry;

use self::forge::Forge;
use self::language::Language;
use self::project::{NewBot, Updated};
use crate::asks;
use crate::exit::CommandResult;
use crate::games;
use crate::output::print;

/// How many recorded asks a project brings.
const ASKS: usize = 8;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The project holds a bot that plays the game, a test over recorded asks and one that runs `kahua check`, settings for the language's \
linter and formatter, a CI file, a Dockerfile, a README, and the client library, since the libraries aren't on package registries yet.

Examples:
  kahua new my-bot --language python
  kahua new my-bot --language go --game hawaii --ci gitlab
  kahua new my-bot --language bridge --dir bots/first    a shell script, which needs nothing else
  kahua new --update --dir my-bot                        bring the project's library up to date")]
pub(crate) struct Args {
    /// The bot's name in the arena.
    #[arg(required_unless_present = "update")]
    name: Option<BotName>,
    /// The language to write the bot in; `bridge` means a shell script that reads and writes lines.
    #[arg(long, short, required_unless_present = "update")]
    language: Option<Language>,
    /// The game that the bot plays; see `kahua games`. [default: the first of them]
    #[arg(long)]
    game: Option<String>,
    /// The forge whose CI lints and tests every push.
    #[arg(long, default_value = "github")]
    ci: Forge,
    /// The folder of the project. A new project needs a new or an empty one. [default: the bot's name; with --update, this folder]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Replace the client library inside an existing project by that of this `kahua`, and change nothing else.
    #[arg(long, conflicts_with_all = ["name", "language", "game", "ci"])]
    update: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let (Some(name), Some(language)) = (args.name, args.language) else {
        return update(args.dir.as_deref().unwrap_or(Path::new(".")));
    };
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from(name.as_str()));
    let entry = match &args.game {
        Some(game) => games::find(game)?,
        None => registry::all()[0],
    };
    let (game, cheat_sheet) = (entry.info().name, games::cheat_sheet(entry));
    let asks = asks::of_game(game, ASKS, language.asks())?;
    let bot = NewBot { name, game, language, forge: args.ci, asks: &asks, cheat_sheet: &cheat_sheet };
    project::write(&bot, &folder)?;
    Ok(print(&next_steps(name, language, game, &folder.display().to_string()))?)
}

fn update(folder: &Path) -> CommandResult {
    let Updated { language, library, before, files } = project::update(folder)?;
    let (now, folder) = (env!("CARGO_PKG_VERSION"), library.display());
    let mut lines =
        vec![format!("Updated the {} library in {folder}: {before} -> {now}, {files} files", language.title())];
    if !language.build().is_empty() {
        lines.push("Next:".to_owned());
        lines.extend(language.build().iter().map(|step| format!("  {step}")));
    }
    Ok(print(&lines.join("\n"))?)
}

/// What was written, and the commands that try it out.
fn next_steps(name: BotName, language: Language, game: &str, folder: &str) -> String {
    let command = language.command();
    let bot = if command.contains(' ') { format!("\"{command}\"") } else { command.to_owned() };
    let mut steps = vec![format!("cd {}", shell_words::quote(folder))];
    steps.extend(language.build().iter().map(|&step| step.to_owned()));
    steps.push(format!("kahua check --bot {bot}"));
    steps.push(format!("kahua play --game {game} --bot {name}={bot} --bot them=house:random --matches 10"));
    format!("Wrote {folder}, a {} bot for {game}. Next:\n  {}", language.title(), steps.join("\n  "))
}
