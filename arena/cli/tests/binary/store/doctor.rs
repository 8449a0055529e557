//! What the doctor finds in damaged data directories.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use kahua_tests::{Ran, json_lines, root};

use super::{Arena, play, tamper, text};
use crate::KAHUA;

fn doctor(data: &Path, more: &[&str]) -> Ran {
    KAHUA.run(&[&["doctor", "--data", text(data)], more].concat())
}

/// The findings about one thing, each as `LEVEL text`.
fn findings(ran: &Ran, what: &str) -> Vec<String> {
    let found = json_lines(&ran.out).into_iter().filter(|line| line["what"] == what);
    found.map(|line| format!("{} {}", line["level"].as_str().unwrap(), line["text"].as_str().unwrap())).collect()
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_healthy_arena_is_told_healthy_whether_it_runs_or_not() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    play(&data, "2");
    chmod(&data, 0o700);
    let still = doctor(&data, &["--json"]);
    assert_eq!(findings(&still, "lock"), ["OK no arena is using the data"]);
    assert_eq!(findings(&still, "records"), ["OK 2, all with the right digest"]);
    assert_eq!(findings(&still, "chain"), ["OK no record is missing, replaced or added"]);
    assert_eq!(findings(&still, "open matches"), ["OK 0"]);
    assert!(findings(&still, "modes")[0].starts_with("OK"), "{}", still.out);
    assert_eq!(still.code, Some(0), "{}", still.out);

    let mut arena = Arena::start(&data);
    assert_eq!(findings(&doctor(&data, &["--json"]), "lock"), ["OK an arena is using the data"]);
    assert_eq!(arena.stop(), Some(0));
}

#[test]
fn an_arena_for_more_bots_needs_more_open_files() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("arena.toml");
    for (bots, expected) in [
        (1024, "OK a process may have 5000 at once"),
        (2000, "WARN a process may have 5000 at once, but a full arena has 5296"),
    ] {
        fs::write(&config, format!("bots_at_once = {bots}")).unwrap();
        let args = [KAHUA.path(), "doctor", "--json", "--data", text(dir.path()), "--config", text(&config)];
        let few_files = Command::new("sh").args(["-c", "ulimit -n 5000; exec \"$@\"", "sh"]).args(args).output();
        assert_eq!(findings(&Ran::of(&few_files.unwrap()), "open files"), [expected]);
    }
}

#[test]
fn what_is_wrong_is_told_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    assert!(doctor(&data, &[]).out.contains("FAIL  directory: "));
    play(&data, "4");
    chmod(&data, 0o755);
    tamper(&data, "UPDATE records SET digest = zeroblob(32) WHERE number = 2; DELETE FROM records WHERE number = 3");
    let ran = doctor(&data, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    for expected in
        ["WARN  modes: other users can read", "-> chmod -R go= ", "FAIL  records: ", "FAIL  chain: record 2"]
    {
        assert!(ran.out.contains(expected), "{expected}: {}", ran.out);
    }
    fs::write(data.join("arena.db"), "a text").unwrap();
    let ran = doctor(&data, &["--json"]);
    assert!(findings(&ran, "store")[0].starts_with("FAIL"), "{}", ran.out);
}

#[test]
fn settings_are_looked_at_before_an_arena_is_started_with_them() {
    let dir = tempfile::tempdir().unwrap();
    let (data, file) = (dir.path().join("data"), dir.path().join("arena.toml"));
    play(&data, "2");
    let look = |settings: &str| {
        fs::write(&file, settings).unwrap();
        doctor(&data, &["--config", text(&file), "--json"])
    };
    let tls = root().join("sample-bots/fixtures/tls");
    let [certificate, key, other_key] = ["arena.pem", "arena.key", "authority.key"].map(|name| tls.join(name));
    let (certificate, key, other_key) = (text(&certificate), text(&key), text(&other_key));
    let league = |more: &str| format!("[[league]]\nname = 'l'\ngame = 'haleakala'\n{more}\n");
    for (settings, what, expected) in [
        (league("time = '60s/5s~50ms'"), "time", "OK league l: 60s/5s~50ms"),
        (league("time = 'none'"), "time", "WARN league l: none has no limit"),
        (league("time = '/5ms'"), "time", "WARN league l: /5ms is shorter than"),
        (league("time = '48h'"), "time", "WARN league l: 172800s lets a bot that hangs"),
        (format!("listen = '0.0.0.0:1'\n{}", league("time = '/5s'")), "time", "WARN league l: /5s has no allowance"),
        (league("seats = 9"), "settings", "FAIL"),
        (format!("tls = {{ certificate = '{certificate}', key = '{key}' }}"), "certificate", "OK"),
        (format!("tls = {{ certificate = '{certificate}', key = '{other_key}' }}"), "settings", "FAIL"),
        ("colour = 'red'".to_owned(), "settings", "FAIL"),
    ] {
        let ran = look(&settings);
        let found = findings(&ran, what);
        assert!(found[0].starts_with(expected), "{settings}\n{found:?}");
        assert_eq!(ran.code, Some(i32::from(expected == "FAIL")), "{settings}\n{}", ran.out);
    }
}
