//! docs/protocol.md against the protocol: the page can't part from the files that it describes unseen.

use std::fs;

use kahua_core::limits;
use kahua_tests::root;
use sha2::{Digest, Sha256};

#[test]
fn the_page_describes_the_protos_as_they_are() {
    let mut paths = protos("arena/v1");
    for kind in kahua_engine::registry::all() {
        paths.extend(protos(&format!("games/{}/v1", kind.info().name)));
    }
    paths.sort();
    let whole: String = paths.iter().map(|path| fs::read_to_string(path).expect("a file that was listed")).collect();
    let hash: String = Sha256::digest(whole).iter().map(|byte| format!("{byte:02x}")).collect();
    let page = page();
    let told = page.lines().find_map(|line| line.strip_prefix("protos: ")).expect("a line with the hash");
    assert_eq!(
        told, hash,
        "the protos have changed: bring docs/protocol.md up to date with them, then give it the hash on the right"
    );
}

#[test]
fn the_page_names_every_message_call_and_cause() {
    let page = page();
    let mut names = Vec::new();
    for path in protos("arena/v1") {
        let text = fs::read_to_string(path).expect("a file that was listed");
        let declared = |line: &str, keyword: &str| {
            let name = line.strip_prefix(keyword)?.split(|letter: char| !letter.is_alphanumeric()).next()?;
            Some(name.to_owned())
        };
        for line in text.lines().map(str::trim_start) {
            names.extend(["service ", "rpc ", "message ", "enum "].iter().find_map(|keyword| declared(line, keyword)));
            names.extend(line.split(' ').next().filter(|word| word.starts_with("FAULT_CAUSE_")).map(str::to_owned));
        }
    }
    assert!(names.len() > 60, "the protos are read: {names:?}");
    let league_call = |name: &str| ["Request", "Response"].iter().find_map(|end| name.strip_suffix(end)).map(mark);
    let is_told = |name: &String| {
        page.contains(&mark(name))
            || page.contains(&format!("`{name}`s"))
            || league_call(name).is_some_and(|call| page.contains(&call))
            || ["Kind", "FAULT_CAUSE_UNSPECIFIED"].contains(&name.as_str())
    };
    let untold: Vec<_> = names.iter().filter(|name| !is_told(name)).collect();
    assert!(untold.is_empty(), "docs/protocol.md doesn't speak of {untold:?}");
}

#[test]
fn the_page_tells_the_limits_as_they_are() {
    let page = page();
    for row in [
        format!("| a message to the arena | {} bytes |", limits::MESSAGE_BYTES_MAX),
        format!(
            "| messages beyond one for each ask, as a mean over ten seconds | {} a second |",
            limits::MESSAGES_PER_SECOND_MAX
        ),
        format!("| matches at once of one bot | {} |", limits::MATCHES_PER_BOT_MAX),
        format!("| messages that wait to be read by a bot | {} |", limits::OUTBOUND_QUEUE),
        format!("| time from connecting to the first call | {} ms |", limits::FIRST_REQUEST_TIMEOUT.as_millis()),
        format!("| time from the call to `Hello` | {} ms |", limits::HELLO_TIMEOUT.as_millis()),
        format!("| a name | {} bytes |", limits::BOT_NAME_BYTES_MAX),
        format!("| a comment | {} bytes, then it is cut |", limits::COMMENT_BYTES_MAX),
    ] {
        assert!(page.contains(&row), "docs/protocol.md should say: {row}");
    }
}

fn mark(name: &str) -> String {
    format!("`{name}`")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/protocol.md")).expect("docs/protocol.md")
}

/// The `.proto` files of one package.
fn protos(package: &str) -> Vec<std::path::PathBuf> {
    let folder = root().join("proto/kahua").join(package);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}
