//! `kahua new`: writes a project for a new bot, with everything that the bot needs.

mod language;
mod project;

use std::path::PathBuf;

use kahua_core::ids::BotName;
use kahua_engine::registry;

use self::language::Language;
use crate::exit::CommandResult;
use crate::games;
use crate::output::print;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The project holds the bot, its project file, a test that runs `kahua check`, a Dockerfile, a README, and the source of the \
client library, since the libraries aren't on package registries yet.

Examples:
  kahua new my-bot --language python
  kahua new my-bot --language go --game hawaii
  kahua new my-bot --language bridge --dir bots/first    a shell script, which needs nothing else")]
pub(crate) struct Args {
    /// The bot's name in the arena.
    name: BotName,
    /// The language to write the bot in; `bridge` means a shell script that reads and writes lines.
    #[arg(long, short)]
    language: Language,
    /// The game that the bot plays; see `kahua games`. [default: the first of them]
    #[arg(long)]
    game: Option<String>,
    /// The folder to write the project to: a new or an empty one. [default: the bot's name]
    #[arg(long)]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from(args.name.as_str()));
    let game = match &args.game {
        Some(game) => games::find(game)?.info().name,
        None => registry::all()[0].info().name,
    };
    project::write(args.language, args.name, game, &folder)?;
    Ok(print(&next_steps(args, game, &folder.display().to_string()))?)
}

/// What was written, and the commands that try it out.
fn next_steps(args: &Args, game: &str, folder: &str) -> String {
    let (name, language) = (args.name, args.language);
    let command = language.command();
    let bot = if command.contains(' ') { format!("\"{command}\"") } else { command.to_owned() };
    let mut steps = vec![format!("cd {}", shell_words::quote(folder))];
    steps.extend(language.build().iter().map(|&step| step.to_owned()));
    steps.push(format!("kahua check --bot {bot}"));
    steps.push(format!("kahua play --game {game} --bot {name}={bot} --bot them=house:random --matches 10"));
    format!("Wrote {folder}, a {} bot for {game}. Next:\n  {}", language.title(), steps.join("\n  "))
}
