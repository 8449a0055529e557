//! `kahua new`: the project of every language is built as its printed steps say, and its bot passes the check.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use kahua_tests::{has_tool, skipped};

use crate::KAHUA;

/// A language of `kahua new`.
struct Language {
    name: &'static str,
    /// The file of a project whose test runs `kahua check`.
    check: &'static str,
    /// What its printed steps need: a program that succeeds with these arguments.
    tool: (&'static str, &'static [&'static str]),
}

const LANGUAGES: [Language; 7] = [
    Language { name: "bridge", check: "check.sh", tool: ("sh", &["-c", ":"]) },
    Language { name: "python", check: "test_bot.py", tool: ("python3", &["-c", "import ensurepip, venv"]) },
    Language { name: "typescript", check: "bot.test.ts", tool: ("npm", &["--version"]) },
    Language { name: "go", check: "main_test.go", tool: ("go", &["version"]) },
    Language {
        name: "java",
        check: "bot/src/test/java/com/example/my_bot/LeagueTest.java",
        tool: ("mvn", &["--version"]),
    },
    Language {
        name: "cpp",
        check: "CMakeLists.txt",
        tool: ("sh", &["-c", "command -v cmake && command -v grpc_cpp_plugin"]),
    },
    Language { name: "rust", check: "tests/check.rs", tool: ("cargo", &["--version"]) },
];

/// The languages whose project takes minutes to build: it compiles gRPC and all messages anew, or downloads what does.
const SLOW: [&str; 4] = ["cpp", "java", "rust", "typescript"];

/// The languages whose CI needs nothing but their package registry. The others' installs tools for the whole machine.
const TRIED_CI: [&str; 3] = ["python", "typescript", "go"];

/// Each of these mistakes in a project in Python is found by mypy: an action that doesn't exist, a oneof and a field.
const MISSPELT: &str = r#"
for mistake in 's/case "place_disc" if/case "place_disk" if/' 's/WhichOneof("kind")/WhichOneof("sort")/' 's/me\.shaman_space/me.shaman_spice/'; do
  sed "$mistake" ideas.py >misspelt.py
  if mypy misspelt.py; then exit 1; fi
done"#;

/// What a template has in place of names, and what its dot files are called.
const MARKS: [&str; 4] = ["@NAME@", "@PACKAGE@", "@GAME@", "@CI@"];
const DOT_MARK: &str = "dot.";

#[test]
fn the_project_of_every_language_passes_the_check_after_its_printed_steps() {
    let every_language = env::var_os("KAHUA_NEW_ALL").is_some_and(|all| all == "1");
    for Language { name, tool, .. } in LANGUAGES {
        if SLOW.contains(&name) && !every_language {
            skipped::note(&format!("kahua new --language {name} builds for minutes: `just new` tests it"));
            continue;
        }
        if has_tool(&format!("kahua new --language {name}"), tool.0, tool.1) {
            let dir = tempfile::tempdir().unwrap();
            let printed = new_project(name, &dir.path().join("my-bot"));
            let steps = steps(&printed);
            let (play, until_check) = steps.split_last().expect("steps");
            assert!(play.starts_with("kahua play "), "{printed}");
            assert!(until_check.last().is_some_and(|last| last.starts_with("kahua check ")), "{printed}");
            let mut script = until_check.join("\n");
            if every_language && TRIED_CI.contains(&name) {
                let ci = fs::read_to_string(dir.path().join("my-bot/.github/workflows/ci.yml")).unwrap();
                let runs = ci.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).collect::<Vec<_>>();
                script = format!("{script}\n{}", runs.join("\n").replace(" && ", "\n"));
            }
            if name == "bridge" {
                script.push_str("\n./test.sh");
            }
            if name == "python" {
                // Its other test plays no match.
                script.push_str("\npython3 -m unittest test_bot.TestChoices");
                script.push_str(if every_language { MISSPELT } else { "" });
            }
            println!("{}", run(&script));
            if name == "rust" {
                // Artefacts that the next run can't use, since its project is in another folder.
                run(&[until_check[0], "cargo clean --quiet -p my_bot -p kahua-client -p kahua-proto"].join("\n"));
            }
        }
    }
}

#[test]
fn a_project_has_everything_that_a_bot_needs_and_no_gaps() {
    for Language { name: language, check, .. } in LANGUAGES {
        let dir = tempfile::tempdir().unwrap();
        let project = dir.path().join("my-bot");
        let printed = new_project(language, &project);
        let files = files_below(&project);
        assert!(files.contains(&project.join("Dockerfile")), "{language}: {files:?}");
        let test = fs::read_to_string(project.join(check)).unwrap();
        assert!(test.contains("kahua") && test.contains("check"), "{language}: {test}");
        for path in &files {
            // The descriptors of the protos are no text, and have no gaps.
            let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
            let place = path.strip_prefix(&project).unwrap().to_str().unwrap();
            let gap = MARKS.iter().any(|mark| text.contains(mark) || place.contains(mark))
                || place.split('/').any(|part| part.starts_with(DOT_MARK));
            assert!(!gap, "{}", path.display());
        }
        let readme = fs::read_to_string(project.join("README.md")).unwrap();
        assert!(readme.starts_with("# my-bot\n") && readme.lines().count() < 40, "{readme}");
        assert!(fs::read_to_string(project.join("CHEATSHEET.md")).unwrap().contains("kahua games"), "{language}");
        assert_eq!(fs::read_to_string(project.join("asks.jsonl")).unwrap().lines().count(), 8, "{language}");
        let play = steps(&printed).pop().expect("steps").to_owned();
        assert!(readme.contains(&play), "{readme}\n{play}");
    }
}

/// It takes minutes to build the project, so only `just new` does. A missing file is found at once.
#[test]
fn the_library_in_rust_has_every_file_that_it_includes() {
    let dir = tempfile::tempdir().unwrap();
    let project = dir.path().join("my-bot");
    new_project("rust", &project);
    let files = files_below(&project);
    let mut included = 0;
    for source in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")) {
        let text = fs::read_to_string(source).unwrap();
        let names = text
            .split("include")
            .skip(1)
            .filter_map(|rest| rest.strip_prefix("!(\"").or(rest.strip_prefix("_bytes!(\""))?.split('"').next());
        // What nodes say among themselves is behind a feature that no bot has.
        for name in names.filter(|name| *name != "generated/kahua.node.v1.rs") {
            included += 1;
            assert!(files.contains(&source.with_file_name(name)), "{} includes {name}", source.display());
        }
    }
    assert!(included > 4, "{included} files are included");
}

#[test]
fn the_ci_of_every_forge_runs_the_same() {
    for Language { name: language, .. } in LANGUAGES {
        let dir = tempfile::tempdir().unwrap();
        let read = |forge: &str, files: [&str; 2]| {
            let project = dir.path().join(forge);
            let place = project.to_str().unwrap();
            let said = KAHUA.run(&["new", "my-bot", "--language", language, "--ci", forge, "--dir", place]).good();
            assert!(said.starts_with("Wrote "), "{said}");
            let [its_own, other] = files.map(|file| project.join(file));
            assert!(!other.exists(), "{}", other.display());
            fs::read_to_string(its_own).unwrap()
        };
        let files = [".github/workflows/ci.yml", ".gitlab-ci.yml"];
        let (github, gitlab) = (read("github", files), read("gitlab", [files[1], files[0]]));
        let runs = github.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).filter(|run| *run != "|");
        let check = github.lines().filter(|line| line.contains(" kahua check ")).map(str::trim);
        let commands = runs.chain(check).collect::<Vec<_>>();
        assert!(commands.len() > 2, "{github}");
        for command in commands {
            assert!(gitlab.contains(command), "{language}: {command}\n{gitlab}");
        }
    }
}

#[test]
fn the_lock_file_in_typescript_fits_the_library() {
    let dir = tempfile::tempdir().unwrap();
    let project = dir.path().join("my-bot");
    new_project("typescript", &project);
    let read = |file: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(project.join(file)).unwrap()).unwrap()
    };
    let (lock, library) = (read("package-lock.json"), "vendor/kahua/sample-bots/typescript");
    let (locked, manifest) = (&lock["packages"][library], read(&format!("{library}/package.json")));
    for field in ["version", "dependencies", "engines"] {
        assert!(manifest[field] == locked[field] && !manifest[field].is_null(), "{field} in package-lock.json is old");
    }
    let (root, manifest) = (&lock["packages"][""], read("package.json"));
    for field in ["dependencies", "devDependencies"] {
        assert_eq!(manifest[field], root[field], "{field} in package-lock.json is old");
    }
}

#[test]
fn nothing_is_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let (full, file) = (dir.path().join("full"), dir.path().join("file"));
    fs::create_dir(&full).unwrap();
    fs::write(full.join("mine.txt"), "mine").unwrap();
    fs::write(&file, "mine").unwrap();
    for taken in [&full, &file] {
        let taken = taken.to_str().unwrap();
        let error = KAHUA.run(&["new", "my-bot", "--language", "bridge", "--dir", taken]).failed(2);
        let expected = format!("{taken} is there already and isn't an empty folder; choose another folder with --dir");
        assert!(error.contains(&expected), "{error}");
    }
    assert_eq!(files_below(&full), [full.join("mine.txt")]);
    let below_file = file.join("bot");
    let error = KAHUA.run(&["new", "my-bot", "--language", "bridge", "--dir", below_file.to_str().unwrap()]).failed(3);
    assert!(error.contains("can't write ") && error.contains("Not a directory"), "{error}");
}

#[test]
fn an_update_replaces_the_library_and_nothing_else() {
    for Language { name: language, .. } in LANGUAGES {
        let dir = tempfile::tempdir().unwrap();
        let project = dir.path().join("my-bot");
        new_project(language, &project);
        let place = project.to_str().unwrap();
        let Some(version) = files_below(&project).into_iter().find(|path| path.ends_with("kahua/VERSION")) else {
            assert_eq!(language, "bridge");
            let error = KAHUA.run(&["new", "--update", "--dir", place]).failed(2);
            assert!(error.contains("has no client library that `kahua new` has written (expected "), "{error}");
            continue;
        };
        let library = version.parent().unwrap();
        let written = contents(&project);
        // An older library, with files that the new one no longer has and lacks others.
        fs::write(&version, format!("0.0.9 {language}\n")).unwrap();
        fs::write(library.join("gone"), "gone").unwrap();
        fs::remove_file(library.join("README.md")).ok();
        let readme = project.join("README.md");
        fs::write(&readme, "mine").unwrap();
        fs::write(project.join("notes.txt"), "mine").unwrap();
        let said = KAHUA.run(&["new", "--update", "--dir", place]).good();
        assert!(said.contains(&format!("0.0.9 -> {}, ", env!("CARGO_PKG_VERSION"))), "{said}");
        let mut updated = contents(&project);
        assert_eq!(updated.remove(&project.join("notes.txt")).unwrap(), b"mine");
        assert_eq!(updated.insert(readme.clone(), written[&readme].clone()).unwrap(), b"mine");
        assert_eq!(written.keys().collect::<Vec<_>>(), updated.keys().collect::<Vec<_>>(), "{language}");
        assert!(written == updated, "{language}: other contents");
        fs::write(&version, "what?").unwrap();
        let error = KAHUA.run(&["new", "--update", "--dir", place]).failed(2);
        assert!(error.contains("VERSION: \"what?\" isn't a version and a language"), "{error}");
    }
}

/// Writes a project into this folder; what was printed.
fn new_project(language: &str, folder: &Path) -> String {
    KAHUA.run(&["new", "my-bot", "--language", language, "--dir", folder.to_str().unwrap()]).good()
}

/// The printed commands.
fn steps(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.strip_prefix("  ")).collect()
}

/// Runs a script to its end, with `kahua` as the binary of this build. Compilers needn't optimize for it, and Cargo
/// keeps its build of the dependencies.
fn run(script: &str) -> String {
    let here = Path::new(KAHUA.path()).parent().unwrap().to_owned();
    let path = env::join_paths([here].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap()))).unwrap();
    let mut command = Command::new("sh");
    command.args(["-exc", script]).env("PATH", path).env_remove("KAHUA_LOG").env("CMAKE_BUILD_TYPE", "None");
    command
        .env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/new"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    let ran = command.output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{script}\n{said}");
    said
}

/// All files below a folder, with what they hold.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files_below(folder).into_iter().map(|path| (path.clone(), fs::read(&path).unwrap())).collect()
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
