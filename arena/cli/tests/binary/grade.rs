//! `kahua grade`: who passes, what the report says, and how it continues after an interruption.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Stdio;

use kahua_store::Reader;
use kahua_tests::{Ran, json_lines, junit_failures, root, soon};
use serde_json::Value;

use crate::KAHUA;

/// An assignment in a directory of its own, whose submissions must beat `random`.
struct Course {
    dir: tempfile::TempDir,
    file: PathBuf,
}

impl Course {
    fn new(more: &str) -> Course {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("homework.toml");
        let text = format!(
            "game = 'haleakala'\nseed = '2026'\nsets_max = 12\npass = {{ beats = 'level-1', margin = 200 }}\n{more}
             [[reference]]\nname = 'level-1'\nhouse = 'random'\npoints = 40"
        );
        fs::write(&file, text).unwrap();
        Course { dir, file }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    /// Writes a file of a submission; `$K` stands for `kahua`.
    fn hand_in(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text.replace("$K", KAHUA.path())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Hands in a zip with this file.
    fn zip(&self, path: &str, file: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
        zip.start_file(file, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.replace("$K", KAHUA.path()).as_bytes()).unwrap();
        zip.finish().unwrap();
    }

    fn grade(&self, flags: &[&str]) -> Ran {
        KAHUA.run(&[&["grade", self.file.to_str().unwrap()], flags].concat())
    }

    /// The ids of the matches of a submission that have ended.
    fn ended(&self, submission: &str) -> Vec<String> {
        let data = self.path(&format!("homework-data/{submission}"));
        let list = ["match", "list", "--data", data.to_str().unwrap(), "--ended", "--json", "--limit", "200"];
        let list = KAHUA.run(&list);
        let list = if list.code == Some(0) { json_lines(&list.out) } else { Vec::new() };
        list.iter().map(|one| one["match_id"].as_str().unwrap().to_owned()).collect()
    }

    /// How many matches of a submission were left open.
    fn open(&self, submission: &str) -> usize {
        Reader::open(self.path(&format!("homework-data/{submission}/arena.db")).as_path())
            .unwrap()
            .open_matches()
            .unwrap()
            .len()
    }

    /// The seed of each match of a submission, and who sits in the first seat.
    fn luck(&self, submission: &str) -> Vec<(Value, Value)> {
        let data = self.path(&format!("homework-data/{submission}"));
        let records = json_lines(&KAHUA.run(&["match", "export", "--data", data.to_str().unwrap()]).good());
        records.iter().map(|record| (record["seed"].clone(), record["players"][0]["name"].clone())).collect()
    }
}

fn of<'a>(lines: &'a [Value], submission: &str) -> &'a Value {
    lines.iter().find(|line| line["submission"] == submission).unwrap()
}

#[test]
fn submissions_pass_or_fail_and_what_has_changed_is_played_again() {
    let course = Course::new("submissions = 'in/*'");
    course.hand_in("in/ann & co/kahua.toml", "command = '$K house greedy'");
    course.hand_in("in/<b>bob</run", "#!/bin/sh\necho \"ModuleNotFoundError: No module named 'torch<b>'\"; exit 7\n");
    course.hand_in("in/cid/README", "");
    let (page, junit, students) = (course.path("page.html"), course.path("junit.xml"), course.path("students"));
    let files = ["--json", "--html", page.to_str().unwrap(), "--junit", junit.to_str().unwrap()];
    let ran = course.grade(&[&files[..], &["--students", students.to_str().unwrap()]].concat());
    let lines = json_lines(&ran.out);
    drop(ran.failed(1));
    let ann = of(&lines, "ann & co");
    assert_eq!((&ann["grade"], &ann["points"]), (&"passed".into(), &40.into()), "{ann}");
    assert_eq!(ann["results"][0]["verdict"], "beats it");
    assert!(ann["rating"].as_f64() > Some(1500.0) && ann["upper"].is_null(), "it has won everything: {ann}");
    let bob = of(&lines, "<b>bob<");
    let why = "it was started again 3 times, and then its process ended (exit status: 7)";
    assert_eq!((&bob["grade"], &bob["results"][0]["reason"]), (&"not graded".into(), &why.into()), "{bob}");
    assert_eq!(bob["results"][0]["last_error"], "ModuleNotFoundError: No module named 'torch<b>'", "{bob}");
    let last = bob["results"][0]["last_lines"].as_array().unwrap().last().unwrap();
    assert_eq!(last, "ModuleNotFoundError: No module named 'torch<b>'", "{bob}");
    let cid = of(&lines, "cid");
    assert!(cid["problem"].as_str().unwrap().starts_with("its folder has neither kahua.toml"), "{cid}");

    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("its last error: ModuleNotFoundError: No module named 'torch&lt;b&gt;'"), "{page}");
    assert!(page.contains("ann &amp; co") && page.contains("&lt;b&gt;bob&lt;") && !page.contains("<b>"), "{page}");
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">") && !page.contains("<script"), "{page}");
    for outside in ["http:", "https:", "src=", "url("] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
    assert!(junit_failures(&junit).is_none_or(|failures| failures.is_empty()), "these are errors, not failures");
    let junit = fs::read_to_string(junit).unwrap();
    assert!(junit.contains("ModuleNotFoundError") && !junit.contains("<b>"), "{junit}");
    assert!(junit.contains("tests=\"3\"") && junit.contains("errors=\"2\""), "{junit}");

    let read = |path: &str| fs::read_to_string(students.join(path)).unwrap();
    let said = read("ann & co/report.txt");
    assert!(said.starts_with("ann & co: passed\n") && said.ends_with("\n- Nothing: it has passed.\n"), "{said}");
    let said = read("<b>bob</report.txt");
    for expected in ["What it wrote last:\n", "    | ModuleNotFoundError: No", "- Run `kahua check --bot"] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    let said = read("<b>bob</report.html");
    assert!(said.contains("torch&lt;b&gt;") && !said.contains("<b>") && !said.contains("<script"), "{said}");
    let said = read("cid/report.txt");
    assert!(said.starts_with("cid: not graded: its folder has neither") && said.contains("hand it in again"), "{said}");
    let json = |path: &str| -> Value { serde_json::from_str(&read(path)).unwrap() };
    assert_eq!((&json("ann & co/results.json")["score"], &json("cid/results.json")["score"]), (&40.into(), &0.into()));
    assert_eq!(json("cid/classroom.json")["status"], "error");

    let played = course.ended("ann & co");
    // A match that has begun when the last set ends is played to its end.
    assert!(matches!(played.len(), 20 | 21), "ten sets decide it: {}", played.len());
    course.hand_in("in/<b>bob</run", "#!/bin/sh\nexec $K house greedy\n");
    course.hand_in("in/cid/kahua.toml", "command = '$K house greedy'");
    let ran = course.grade(&[]);
    let again = "<b>bob< against level-1 has changed since it was played, so it is played again";
    assert!(ran.err.contains(again), "{}", ran.err);
    let said = ran.good();
    assert!(said.ends_with("\n3 submissions: 3 passed.\n"), "{said}");
    assert_eq!(course.ended("ann & co"), played, "it hasn't changed");
    for submission in ["ann & co", "<b>bob<", "cid"] {
        assert_eq!(course.open(submission), 0, "the next grading would wait for a match of {submission}");
    }
}

#[test]
fn a_student_reads_of_each_fault_what_it_was_and_its_match() {
    let course = Course::new("submissions = 'in/*'");
    course.hand_in("in/odd/run", "#!/bin/sh\nexec $K bridge -- sh -c 'while read -r ask; do echo 99999; done'\n");
    let students = course.path("students");
    drop(course.grade(&["--students", students.to_str().unwrap()]).failed(1));
    let said = fs::read_to_string(students.join("odd/report.txt")).unwrap();
    assert!(said.contains("  illegal: 5 times, and 5 matches were lost by it. First in match "), "{said}");
    assert!(
        said.contains("at its decision 1, event ") && said.contains("\n- Choose among the legal actions"),
        "{said}"
    );
    let file = said.split("The match is told in ").nth(1).unwrap().split(".\n").next().unwrap();
    let told = fs::read_to_string(students.join("odd").join(file)).unwrap();
    assert!(told.contains("submission") && told.contains("The match is over: "), "{told}");
    let page = fs::read_to_string(students.join("odd/report.html")).unwrap();
    assert!(page.contains("The match is over: ") && page.contains("<summary>"), "{page}");
    let results: Value = serde_json::from_slice(&fs::read(students.join("odd/results.json")).unwrap()).unwrap();
    assert!(results["tests"][0]["output"].as_str().unwrap().contains("illegal: 5 times"), "{results}");
}

/// The folder with all submissions, unpacked from archives of Moodle and Canvas by different systems.
#[test]
fn one_odd_submission_never_keeps_the_others_from_being_graded() {
    let course = Course::new("submissions = 'in/*'");
    let text = fs::read_to_string(&course.file).unwrap().replace("sets_max = 12", "sets_max = 1");
    fs::write(&course.file, text).unwrap();
    let cyrillic = format!("{}_123456_assignsubmission_file_", "ж".repeat(20));
    let (good, broken) = ("command = '$K house greedy'", "command = '");
    course.hand_in(&format!("in/{cyrillic}/kahua.toml"), good);
    course.hand_in("in/smithann_12345_67890_hand-in/project/kahua.toml", good);
    course.hand_in("in/smithann_12345_67890_hand-in/__MACOSX/._project", "");
    course.hand_in("in/-rf_5_assignsubmission_file/kahua.toml", good);
    course.hand_in(&format!("in/{}/kahua.toml", "x".repeat(255)), broken);
    course.hand_in("in/Bob_6/kahua.toml", broken);
    course.hand_in("in/bob_6/kahua.toml", broken);
    course.hand_in("in/cid_7/project.zip", "PK");
    course.hand_in("in/eva_9/project.rar", "Rar!");
    course.hand_in("in/eva_9/notes.tar.gz", "");
    course.zip("in/fay_10_assignsubmission_file/project.zip", "project/bot/kahua.toml", good);
    course.hand_in("in/fay_10_assignsubmission_file/report.pdf", "");
    course.zip("in/gus_11_12_bot.zip", "kahua.toml", good);
    course.hand_in("in/__MACOSX/._cid_7", "");
    course.hand_in("in/Thumbs.db", "");
    course.hand_in("in/dan_8_file.tar", "");
    // Names in Latin-1; not every file system takes them.
    let latin: Vec<_> = [&b"M\xfcller_1"[..], b"M\xe4ller_1"].map(OsStr::from_bytes).into();
    let latin: Vec<_> = latin.iter().filter(|name| fs::create_dir(course.path("in").join(name)).is_ok()).collect();
    latin.iter().for_each(|name| {
        fs::write(course.path("in").join(name).join("kahua.toml"), good.replace("$K", KAHUA.path())).unwrap();
    });
    let ran = course.grade(&["--json"]);
    let lines = json_lines(&ran.out);
    let names: BTreeSet<&str> = lines.iter().map(|line| line["submission"].as_str().unwrap()).collect();
    assert_eq!((lines.len(), names.len()), (10 + latin.len(), 10 + latin.len()), "{names:?}");
    let graded: Vec<&str> = lines
        .iter()
        .filter(|line| line["results"][0]["sets"] == 1)
        .map(|line| line["submission"].as_str().unwrap())
        .collect();
    assert_eq!(graded.len(), 5 + latin.len(), "{graded:?}\n{}", ran.err);
    assert!(graded.contains(&cyrillic.as_str()) && graded.contains(&"smithann_12345_67890_hand-in"), "{graded:?}");
    assert!(latin.is_empty() || graded.contains(&r"M\xfcller_1"), "{graded:?}");
    let cid = of(&lines, "cid_7")["problem"].to_string();
    assert!(cid.contains("project.zip can't be unpacked: it isn't a whole zip"), "{cid}");
    let eva = of(&lines, "eva_9")["problem"].to_string();
    assert!(eva.contains("notes.tar.gz, project.rar must be unpacked first"), "{eva}");
    let error = ran.failed(1);
    for expected in ["only folders are submissions: dan_8_file.tar", "left by a system: Thumbs.db, __MACOSX"] {
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn grading_goes_on_after_a_kill_and_everybody_has_the_same_luck() {
    let course = Course::new("submission = [{ name = 'one', house = 'greedy' }, { name = 'two', house = 'greedy' }]");
    let mut first = KAHUA.command(&["grade", course.file.to_str().unwrap(), "--at-once", "1"]);
    let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let before = soon(|| Some(course.ended("one")).filter(|ended| ended.len() >= 5));
    first.kill().unwrap();
    let _killed = first.wait().unwrap();
    let csv = course.grade(&["--csv"]).good();
    assert!(csv.contains("\none,passed,40,level-1,beats it,10,") && csv.contains("\ntwo,passed,40,"), "{csv}");
    let all = course.ended("one");
    assert!(before.iter().all(|id| all.contains(id)));
    let (one, two) = (course.luck("one"), course.luck("two"));
    assert_eq!(one[..20], two[..20]);
    let different: BTreeSet<String> = one.iter().map(|(seed, _)| seed.to_string()).collect();
    assert!(matches!(different.len(), 20 | 21) && different.len() == one.len(), "nothing was played twice: {one:?}");
}

#[test]
fn a_page_shows_how_far_a_grading_is_while_it_goes_on() {
    let course = Course::new(
        "patience_s = 60\nsubmission = [{ name = 'one', house = 'greedy' }, { name = 'two', command = 'sleep 600' }]",
    );
    let page = course.path("page.html");
    let watched = ["--html", page.to_str().unwrap(), "--watch", "--at-once", "1"];
    let mut grading = KAHUA.command(&[&["grade", course.file.to_str().unwrap()], &watched[..]].concat());
    let mut grading = grading.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The second one never connects, so the first one is seen while the other is still to be graded.
    let shown = soon(|| fs::read_to_string(&page).ok().filter(|page| page.contains("✓</span> passed</span>")));
    assert!(shown.contains("<meta http-equiv=\"refresh\" content=\"5\">"), "{shown}");
    assert!(shown.contains("waits for level-1") || shown.contains("plays level-1: 0 sets of at most 12"), "{shown}");
    grading.kill().unwrap();
    let _killed = grading.wait().unwrap();

    let text = fs::read_to_string(&course.file).unwrap();
    fs::write(&course.file, text.replace("patience_s = 60", "patience_s = 2")).unwrap();
    let ran = course.grade(&["--html", page.to_str().unwrap(), "--watch", "--json"]);
    drop(ran.failed(1));
    let page = fs::read_to_string(page).unwrap();
    assert!(!page.contains("refresh") && !page.contains("Being graded"), "it is graded: {page}");
}

#[test]
fn at_larger_tables_a_submission_sits_with_copies_of_a_reference() {
    let course = Course::new("submission = [{ name = 'one', house = 'greedy' }]");
    let text = fs::read_to_string(&course.file).unwrap();
    let text = text.replace("'haleakala'", "'kanaloa'\nseats = 3").replace("sets_max = 12", "sets_max = 2");
    fs::write(&course.file, text).unwrap();
    let ran = course.grade(&["--json"]);
    let lines = json_lines(&ran.out);
    drop(ran.failed(4));
    let result = &lines[0]["results"][0];
    assert_eq!((&result["verdict"], &result["sets"]), (&"undecided".into(), &2.into()), "{result}");
    let comparisons = result["counts"].as_array().unwrap().len() - 1;
    assert_eq!(comparisons, 2 * 6, "half points for two opponents in each of three matches");
}

#[test]
fn a_submission_that_never_connects_keeps_nobody_waiting() {
    let course = Course::new("patience_s = 2\nsubmission = [{ name = 'slow', command = 'sleep 600' }]");
    let ran = course.grade(&[]);
    let expected = "it wasn't connected for 2 s, though its command was running";
    assert!(ran.out.contains(expected) && ran.out.ends_with("\n1 submission: 1 not graded.\n"), "{}", ran.out);
    assert!(ran.failed(1).contains(expected));
}

#[test]
fn a_submission_that_ends_again_and_again_is_told_so() {
    let course = Course::new("patience_s = 3\nsubmission = [{ name = 'gone', command = 'sh -c \"nosuchprogram\"' }]");
    let ran = course.grade(&[]);
    let expected = "its process ended (exit status: 127); its last error: ";
    assert!(ran.out.contains(expected) && ran.out.contains("nosuchprogram: not found"), "{}", ran.out);
    assert!(!ran.out.contains("its command was running"), "{}", ran.out);
}

#[test]
fn a_reference_that_cannot_go_on_ends_the_grading() {
    let course = Course::new("submission = [{ name = 'a', house = 'greedy' }, { name = 'b', house = 'greedy' }]");
    let text = fs::read_to_string(&course.file).unwrap();
    fs::write(&course.file, text.replace("house = 'random'", "command = \"sh -c 'exit 7'\"")).unwrap();
    let ran = course.grade(&["--at-once", "1"]);
    assert!(ran.out.ends_with("\n2 submissions: 2 not graded.\n"), "{}", ran.out);
    let error = ran.failed(3);
    assert!(error.ends_with("error: the reference level-1 can't go on\n"), "{error}");
}

#[test]
fn files_that_cannot_be_graded_are_refused() {
    for (from, to, expected) in [
        ("'haleakala'", "'ludo'", "homework.toml: there is no game \"ludo\""),
        ("'level-1', m", "'level-2', m", "pass: there is no reference \"level-2\""),
        ("margin = 200", "margin = -1", "margin must be a number of Elo points above 0, got -1"),
        ("margin = 200", "confidence = 95", "confidence must be more than 0.5 and less than 1, got 95"),
        ("sets_max = 12", "time = 'none'", "has no limit, so a submission that hangs would never be late"),
        ("sets_max = 12", "sets_max = 0", "line 3"),
        ("name = 'level-1'", "name = 'submission'", "a reference can't be called submission"),
        ("house = 'random'", "house = 'nobody'", "reference level-1: there is no house bot \"nobody\""),
        ("house = 'random'", "command = \"sh -c 'x\"", "reference level-1: the command can't be split"),
        ("{ name = 'a', house = 'greedy' }", "", "there is no submission"),
        ("name = 'a', h", "name = '../a', h", "\"../a\" can't be the name of a submission"),
        ("name = 'a', h", "name = 'a', folder = 'b', h", "submission a has a folder and a command or house bot"),
    ] {
        let course = Course::new("submission = [{ name = 'a', house = 'greedy' }]");
        let text = fs::read_to_string(&course.file).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(&course.file, text.replace(from, to)).unwrap();
        let error = course.grade(&[]).failed(2);
        assert!(error.contains(expected), "{to}: {error}");
        assert!(!course.path("homework-data").exists());
    }
}

#[test]
fn the_first_example_of_the_page_can_be_graded_as_it_stands() {
    let page = fs::read_to_string(root().join("docs/grading.md")).unwrap();
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("first.toml");
    fs::write(&file, example).unwrap();
    let said = KAHUA.run(&["grade", file.to_str().unwrap()]).good();
    assert!(said.ends_with("\n1 submission: 1 passed.\n"), "{said}");
    assert!(dir.path().join("first-data/ann/arena.db").exists());
}
