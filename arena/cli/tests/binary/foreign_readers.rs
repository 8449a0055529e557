//! The output of our commands, read by parsers of another language: JSON where every number is a float, CSV, and XML.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use kahua_tests::{Ran, has_tool, root};

use crate::KAHUA;
use crate::hostile_records::keep_hostile_records;

/// A text that a spreadsheet would run, that ends a CDATA section, and that no XML can hold.
const HOSTILE: &str = "=HYPERLINK(\"http://x\"),]]>&\u{ffff}\u{1b}\r\n\"\\ü";

/// Reads lines of JSON: no object has a name twice, a float keeps every integer, and every text is valid UTF-8.
const JSON: &str = r"
import json, sys
def once(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    for _, value in pairs:
        if isinstance(value, str): value.encode()
    return dict(pairs)
def whole(text):
    assert int(float(text)) == int(text), text
    return float(text)
def finite(text): raise AssertionError(text)
lines = sys.stdin.buffer.read().decode().splitlines()
for line in lines: json.loads(line, object_pairs_hook=once, parse_int=whole, parse_constant=finite)
print(len(lines))";

/// Reads CSV: every row has all columns, and a spreadsheet takes no cell for a formula.
const CSV: &str = r"
import csv, io, sys
text = sys.stdin.buffer.read().decode()
rows = list(csv.reader(io.StringIO(text, newline=''), strict=True))
assert all(len(row) == len(rows[0]) for row in rows), rows
def number(cell):
    try: return float(cell) is not None
    except ValueError: return False
for cell in (cell for row in rows for cell in row):
    assert number(cell) or not cell.startswith(('=', '+', '-', '@', '\t', '\r')) or cell == '-', cell
print(len(rows))";

/// Reads JUnit: the names of suites, of cases and of what their properties and messages hold.
const JUNIT: &str = r"
import sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
assert root.tag == 'testsuites', root.tag
for suite in root:
    cases = suite.findall('testcase')
    assert int(suite.get('tests')) == len(cases) > 0
    print(suite.get('name'), [case.get('name') for case in cases])";

/// Reads decisions into data frames, writes them as Parquet, and sets up each position with the rules.
const FRAMES: &str = r#"
import io, sys
import polars, pyarrow.json, pyarrow.parquet
from kahua_engine import State
text = sys.stdin.buffer.read()
frame, table = polars.read_ndjson(text), pyarrow.json.read_json(io.BytesIO(text))
assert frame.to_dicts() == table.to_pylist()
parquet = io.BytesIO()
frame.write_parquet(parquet)
assert pyarrow.parquet.read_table(parquet).to_pylist() == table.to_pylist()
for row in frame.iter_rows(named=True):
    state = State.from_position(row["position"])
    assert (state.seat, state.legal_count) == (row["seat"], row["legal"]), row
    assert state.legal()[row["index"]] == row["action"], row
    assert len(row["scores"]) == len(row["places"]) == state.seats, row
print(frame["match"].n_unique(), len(frame))"#;

/// The output of a Python program that reads this text.
fn read_by(program: &str, text: &str, what: &str) -> String {
    read_by_python("python3".as_ref(), program, text, what)
}

fn read_by_python(python: &Path, program: &str, text: &str, what: &str) -> String {
    let mut python = Command::new(python);
    let python = python.args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut python = python.spawn().unwrap();
    python.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let ran = Ran::of(&python.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(0), "{what}: {}\n{text}", ran.err);
    ran.out
}

#[test]
fn json_and_csv_are_read_as_they_were_meant() {
    if !has_tool("reading JSON and CSV", "python3", &["--version"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let play = ["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data, "--json"];
    let played = KAHUA.run(&[&play[..], &["--bot", "a=house:random", "--bot", "b=house:greedy"]].concat()).good();
    let _lines = read_by(JSON, &played, "play");
    let [finished, aborted, _] = keep_hostile_records(&dir.path().join("arena.db"), HOSTILE);
    for command in [
        &["bot", "list", "--json"][..],
        &["match", "list", "--json"],
        &["match", "show", &finished, "--json"],
        &["match", "show", &aborted, "--json"],
        &["match", "replay", &finished, "--json"],
        &["match", "export", "--format", "jsonl"],
        &["match", "export", "--format", "decisions"],
        &["standings", "--json"],
        &["compare", "a", "b", "--json"],
        &["faults", "--json"],
        &["verify", "--json"],
        &["doctor", "--json"],
        &["audit", "--json"],
    ] {
        let ran = KAHUA.run(&[command, &["--data", data]].concat());
        let _lines = read_by(JSON, &ran.out, &format!("{command:?}: {}", ran.err));
    }
    let _lines = read_by(JSON, &KAHUA.run(&["games", "--json"]).good(), "games");
    for command in
        [&["match", "export", "--format", "csv"][..], &["standings", "--csv"], &["standings", "--cross", "--csv"]]
    {
        let ran = KAHUA.run(&[command, &["--data", data]].concat());
        assert_ne!(read_by(CSV, &ran.out, &format!("{command:?}")).trim(), "0");
    }
}

#[test]
fn decisions_are_read_as_data_frames_with_positions_that_the_rules_know() {
    let python = root().join("target/tools/bin/python");
    let needed = "import kahua_engine, polars, pyarrow";
    if !has_tool("reading decisions as data frames", python.to_str().unwrap(), &["-c", needed]) {
        return;
    }
    for (game, seats) in [("haleakala", "2"), ("kanaloa", "3"), ("hawaii", "2")] {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().to_str().unwrap();
        let play = ["play", "--game", game, "--seats", seats, "--matches", seats, "--data", data, "--tc", "none"];
        let bots: Vec<String> = (0..seats.parse().unwrap()).map(|bot| format!("b{bot}=house:random")).collect();
        let bots: Vec<&str> = bots.iter().flat_map(|bot| ["--bot", bot]).collect();
        let _printed = KAHUA.run(&[&play[..], &bots].concat()).good();
        let export = |format: &str| KAHUA.run(&["match", "export", "--format", format, "--data", data]).good();
        let taken = export("text").lines().filter(|line| line.starts_with(|seat: char| seat.is_ascii_digit())).count();
        let read = read_by_python(&python, FRAMES, &export("decisions"), game);
        assert_eq!(read.trim(), format!("{seats} {taken}"), "{game}");
    }
}

#[test]
fn a_junit_file_with_what_strangers_wrote_is_valid_xml() {
    if !has_tool("reading a JUnit file", "python3", &["--version"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    std::fs::create_dir_all(path("in/<&\"]]>'ü")).unwrap();
    std::fs::write(path("in/<&\"]]>'ü/kahua.toml"), format!("command = {HOSTILE}")).unwrap();
    let text = "game = 'haleakala'\nseed = '1'\npass = { beats = 'r' }\nsubmissions = 'in/*'\n[[reference]]\nname = 'r'\n\
                house = 'random'\n";
    std::fs::write(path("a ]]>&.toml"), text).unwrap();
    let (file, junit) = (path("a ]]>&.toml"), path("junit.xml"));
    let grade = ["grade", file.to_str().unwrap(), "--junit", junit.to_str().unwrap(), "--csv"];
    let graded = KAHUA.run(&grade);
    let _rows = read_by(CSV, &graded.out, "grade --csv");
    let read = read_by(JUNIT, &std::fs::read_to_string(&junit).unwrap(), "grade --junit");
    assert_eq!(read.trim(), r#"<&"]]>'ü ['beats r']"#);

    // A bot that writes all this and then dies.
    std::fs::write(path("said"), HOSTILE).unwrap();
    let command = format!("sh -c 'cat \"{}\"; exit 3'", path("said").display());
    let checked = KAHUA.run(&["check", "--junit", junit.to_str().unwrap(), "--game", "haleakala", "--bot", &command]);
    let read = read_by(JUNIT, &std::fs::read_to_string(&junit).unwrap_or_default(), &checked.err);
    assert!(read.starts_with("kahua check: "), "{read}");
}
