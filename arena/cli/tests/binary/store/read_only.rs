//! A store after a clean shutdown, where nothing can be written: a read-only mount, and another account.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use kahua_tests::{Ran, has_tool, json_lines, skipped};
use rusqlite::Connection;

use crate::KAHUA;

/// The user and group that own nothing.
const NOBODY: &str = "65534";

fn played() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data % ü");
    let bots = ["--bot", "a=house:greedy", "--bot", "b=house:random"];
    let play = ["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data.to_str().unwrap()];
    let _table = KAHUA.run(&[&play[..], &bots].concat()).good();
    (dir, data.to_str().unwrap().to_owned())
}

fn is_root(dir: &Path) -> bool {
    fs::metadata(dir).unwrap().uid() == 0
}

#[test]
fn every_reading_command_reads_a_medium_that_cannot_be_written() {
    let (dir, data) = played();
    let flags = if is_root(dir.path()) { "-m" } else { "-rm" };
    if !has_tool("a read-only mount", "unshare", &[flags, "true"]) {
        return;
    }
    let listed = json_lines(&KAHUA.run(&["match", "list", "--data", &data, "--json"]).good());
    let id = listed[0]["match_id"].as_str().unwrap();
    let (kahua, out) = (KAHUA.path(), dir.path().join("out"));
    fs::create_dir(&out).unwrap();
    let mounted = |script: &str, data: &Path| {
        let script = format!("mount --bind \"$D\" \"$D\" && mount -o remount,ro,bind \"$D\" || exit 9\n{script}");
        let mut shell = Command::new("unshare");
        shell.args([flags, "sh", "-c", &script]).env("D", data).env("K", kahua).env("OUT", &out);
        Ran::of(&shell.output().unwrap())
    };
    let commands = [
        "standings",
        "match list",
        &format!("match show {id}"),
        &format!("match replay {id}"),
        "match export",
        "compare a b",
        "faults",
        "verify",
        "doctor",
        "bot list",
        "audit",
        "league list",
    ];
    let each =
        commands.map(|command| format!("\"$K\" {command} --data \"$D\" >/dev/null || echo failed: {command} $? >&2"));
    let more = "\"$K\" site --data \"$D\" --out \"$OUT/site\" >/dev/null && \"$K\" backup --data \"$D\" \"$OUT/copy.db\" && test -s \"$OUT/copy.db\"";
    let ran = mounted(&format!("{}\n{more}", each.join("\n")), data.as_ref());
    assert_eq!(ran.err, "", "{}", ran.out);
    let _said = ran.good();

    let serve = mounted("\"$K\" serve --listen 127.0.0.1:0 --data \"$D\"", data.as_ref());
    assert!(serve.err.contains("is on a file system that can only be read"), "{}", serve.err);

    // A snapshot of a running arena, without the file that only its own machine needs.
    let (snapshot, database) = (dir.path().join("snapshot"), Path::new(&data).join("arena.db"));
    fs::create_dir(&snapshot).unwrap();
    let live = Connection::open(&database).unwrap();
    live.execute("INSERT INTO meta VALUES ('new', x'00')", ()).unwrap();
    for file in ["arena.db", "arena.db-wal"] {
        fs::copy(Path::new(&data).join(file), snapshot.join(file)).unwrap();
    }
    let unclosed = mounted("\"$K\" standings --data \"$D\"", &snapshot).failed(3);
    let expected = ["it wasn't closed cleanly", "copy the whole directory"];
    assert!(expected.iter().all(|words| unclosed.contains(words)), "{unclosed}");
}

#[test]
fn another_account_reads_what_it_may_and_is_told_what_it_may_not() {
    let (dir, data) = played();
    let as_nobody = |args: &[&str]| {
        let mut command = match is_root(dir.path()) {
            true => Command::new("setpriv"),
            false => Command::new("env"),
        };
        if is_root(dir.path()) {
            command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
        }
        Ran::of(&command.arg(KAHUA.path()).args(args).current_dir("/").output().unwrap())
    };
    if as_nobody(&["--version"]).code != Some(0) {
        return skipped::note(&format!("a read-only store: another account can't start {}", KAHUA.path()));
    }
    let mode = |path: &str, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    if !is_root(dir.path()) {
        mode(&data, 0);
    }
    let closed = as_nobody(&["standings", "--data", &data]).failed(3);
    assert!(closed.contains(" may not enter ") && closed.contains("`kahua backup`"), "{closed}");
    let doctor = as_nobody(&["doctor", "--data", &data]);
    assert!(doctor.out.contains("ermission"), "{}", doctor.out);

    mode(dir.path().to_str().unwrap(), 0o755);
    mode(&data, 0o555);
    let file = format!("{data}/arena.db");
    if !is_root(dir.path()) {
        mode(&file, 0);
    }
    let unreadable = as_nobody(&["match", "list", "--data", &data]).failed(3);
    assert!(unreadable.contains(" may not read ") && unreadable.contains("arena.db"), "{unreadable}");
    let serve = as_nobody(&["serve", "--listen", "127.0.0.1:0", "--data", &data]).failed(3);
    assert!(serve.contains(" may not ") && serve.contains("which belongs to user "), "{serve}");
    let below = format!("{data}/below");
    let serve = as_nobody(&["serve", "--listen", "127.0.0.1:0", "--data", &below]).failed(3);
    assert!(serve.contains(" may not write ") && serve.contains("which belongs to user "), "{serve}");

    mode(&file, 0o444);
    let table = as_nobody(&["standings", "--data", &data]).good();
    assert!(table.contains("league play, 2 matches"), "{table}");
    mode(&data, 0o755);
}
