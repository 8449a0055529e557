//! The command line: the list of all commands, and how each is run.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{
    ask, asks, audit, backup, bench, bot, bridge, check, cluster, compact, compare, correction, demo, doctor, faults,
    forward, games, grade, head, house, keep, league, matches, new, organizer, play, playthrough, report, restore,
    rules, serve, site, sprt, standings, store, verify, webhook, worker,
};

#[derive(Debug, Parser)]
#[command(
    name = "kahua",
    version,
    about = "A bot arena for board games. It runs the games, asks bots for their moves over gRPC, and keeps records and \
             ratings.",
    after_help = "\
Examples:
  kahua demo                           see everything at work in a minute
  kahua serve --data league            run an arena on this machine for bots to connect to
  kahua play --game haleakala --bot a=\"python3 a.py\" --bot b=house:greedy --matches 20
  kahua new my-bot --language python   start a bot of your own
  kahua check --bot \"python3 a.py\"     find out whether this bot is ready for a league

Exit codes:
  0    success
  1    a check failed (check, verify, doctor, backup, restore, store copy), or the first bot isn't stronger (sprt),
       or a submission hasn't passed (grade)
  2    the command line or a settings file is wrong
  3    something outside kahua went wrong: a port, a file, a store, or a bot that doesn't start
  4    the matches weren't enough to decide (sprt, grade)
  5    all matches were played, but a bot crashed or committed a fault (play), or an answer would be a fault (ask)
  6    not all matches were played (play)
  101  a defect in kahua
  130  a second signal has ended a command that was leaving in good order (bridge, worker)"
)]
struct Kahua {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// See everything at work: an arena, bots in processes of their own, rated matches, and a live table.
    Demo(demo::Args),
    /// Run an arena for bots to connect to.
    Serve(serve::Args),
    /// Start the bots you name, play matches between them, and print a cross table and ratings.
    Play(play::Args),
    /// Play two bots against each other until it is certain enough whether one is stronger.
    Sprt(sprt::Args),
    /// Grade submissions: play each against references of known strength until it is certain enough whether it passes.
    Grade(grade::Args),
    /// Write a project for a bot of your own, in the language of your choice.
    New(new::Args),
    /// Check step by step that a bot keeps to the protocol before it enters a league.
    Check(check::Args),
    /// Connect a program that reads asks and writes answers as lines, so that it needs no gRPC.
    Bridge(bridge::Args),
    /// Print asks of random games or of a recorded match, to try a bot's choices without an arena.
    Asks(asks::Args),
    /// Hand the asks of a recorded match to a bot again: what would its new version do?
    Ask(ask::Args),
    /// Answer requests about the rules as lines of JSON: legal actions, what they lead to, chance, and random games.
    Rules(rules::Args),
    /// Print the rating tables, computed from the records.
    Standings(standings::Args),
    /// Say by how much one bot is stronger than another, and how certain that is.
    Compare(compare::Args),
    /// List, show, replay, export and correct matches.
    #[command(subcommand)]
    Match(matches::Command),
    /// Say why bots lost matches: each fault, with what the bot wrote during the match.
    Faults(faults::Args),
    /// Write leagues, standings, bots and matches as web pages into a folder, to publish them without opening a port.
    Site(site::Args),
    /// Replay every record and check that all of it follows from the rules, the seed and the decisions.
    Verify(verify::Args),
    /// Print the signed head of the records, by which anybody can check later that none was deleted or changed.
    Head(head::Args),
    /// Check everything that an arena depends on, and say how to fix what is wrong.
    Doctor(doctor::Args),
    /// Copy the data of an arena while it runs.
    Backup(backup::Args),
    /// Make a data directory from a backup.
    Restore(restore::Args),
    /// Free the disk space that an arena's data no longer needs.
    Compact(compact::Args),
    /// Copy a whole store from a data directory into a PostgreSQL database, or back.
    #[command(subcommand)]
    Store(store::Command),
    /// Say what has happened in an arena in the last days: matches, leagues, versions, suspensions, corrections, faults, space.
    Report(report::Args),
    /// Print what organizers have done.
    Audit(audit::Args),
    /// Add bots to an arena, list them, renew and revoke their tokens, and end their connections.
    #[command(subcommand)]
    Bot(bot::Command),
    /// Look after the leagues of an arena, while it runs or on its data directory.
    #[command(subcommand)]
    League(league::Command),
    /// List what organizers have corrected of results, and take corrections back.
    #[command(subcommand)]
    Correction(correction::Command),
    /// Make tokens for those who look after an arena, and take them away.
    #[command(subcommand)]
    Organizer(organizer::Command),
    /// Try the webhooks of a settings file.
    #[command(subcommand)]
    Webhook(webhook::Command),
    /// Look at the arenas that share a store.
    #[command(subcommand)]
    Cluster(cluster::Command),
    /// Lend this machine's cores to an arena: play matches for it with bots that are started here.
    Worker(worker::Args),
    /// List the games with their seat counts, options and rulesets.
    Games(games::Args),
    /// Play one random game and print every step of it, for golden files and cross-checks.
    Playthrough(playthrough::Args),
    /// Measure the speed of the engine, of the bots, or of the whole arena on this machine.
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Run a house bot in this process.
    #[command(hide = true)]
    House(house::Args),
    /// Run a bot's command, and end all that it has started when the arena has gone.
    #[command(hide = true)]
    Keep(keep::Args),
    /// Stand for the arena inside of a sandbox, and run a bot's command there.
    #[command(hide = true)]
    Forward(forward::Args),
}

/// Runs the command that the process was started with.
#[must_use]
pub(crate) fn main() -> ExitCode {
    let done = match Kahua::parse().command {
        Command::Demo(args) => demo::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Sprt(args) => sprt::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::New(args) => new::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Bridge(args) => bridge::run(&args),
        Command::Asks(args) => asks::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Standings(args) => standings::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Match(command) => matches::run(&command),
        Command::Faults(args) => faults::run(&args),
        Command::Site(args) => site::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Head(args) => head::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::Compact(args) => compact::run(&args),
        Command::Store(command) => store::run(&command),
        Command::Report(args) => report::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Bot(command) => bot::run(&command),
        Command::League(command) => league::run(&command),
        Command::Correction(command) => correction::run(&command),
        Command::Organizer(command) => organizer::run(&command),
        Command::Webhook(command) => webhook::run(&command),
        Command::Cluster(command) => cluster::run(&command),
        Command::Worker(args) => worker::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Playthrough(args) => playthrough::run(&args),
        Command::Bench(bench) => bench::run(&bench),
        Command::House(args) => house::run(&args),
        Command::Keep(args) => keep::run(&args),
        Command::Forward(args) => forward::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_help_of_every_command_reads_as_reviewed() {
        let mut kahua = Kahua::command().term_width(100);
        kahua.build();
        review(&mut kahua, "kahua");
    }

    #[test]
    fn the_help_of_every_command_that_plays_lists_its_exit_codes() {
        let mut kahua = Kahua::command();
        kahua.build();
        for name in ["demo", "serve", "play", "sprt", "grade", "check", "ask", "bridge", "worker"] {
            lists_exit_codes(kahua.find_subcommand_mut(name).unwrap());
        }
        let bench = kahua.find_subcommand_mut("bench").unwrap();
        for name in ["arena", "bots", "clocks"] {
            lists_exit_codes(bench.find_subcommand_mut(name).unwrap());
        }
    }

    fn lists_exit_codes(command: &mut clap::Command) {
        let help = command.render_long_help().to_string();
        assert!(help.contains("\nExit codes:\n  0  "), "{}: {help}", command.get_name());
    }

    /// Compares the help of this command and of all below it with the snapshots, each named by the command's words.
    fn review(command: &mut clap::Command, name: &str) {
        insta::assert_snapshot!(name, command.render_long_help());
        for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
            let name = format!("{name}-{}", below.get_name());
            review(below, &name);
        }
    }
}
