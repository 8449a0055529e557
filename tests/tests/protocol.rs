//! The pages on the protocol against the protocol: they can't part from the files that they describe unseen.

use std::collections::BTreeSet;
use std::fs;

use kahua_core::limits;
use kahua_tests::root;
use prost_reflect::DescriptorPool;
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
        "the protos have changed: bring docs/protocol.md and docs/bots/protocol.md up to date with them, then give the former the hash on the right"
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
    assert!(untold.is_empty(), "neither docs/protocol.md nor docs/bots/protocol.md speaks of {untold:?}");
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
        assert!(page.contains(&row), "docs/bots/protocol.md should say: {row}");
    }
}

#[test]
fn the_session_has_messages_of_the_protocol() {
    let pool = DescriptorPool::decode(kahua_proto::DESCRIPTORS).expect("the built-in descriptor set is sound");
    let fields: BTreeSet<String> = pool
        .all_messages()
        .flat_map(|message| message.fields().map(|field| field.name().to_owned()).collect::<Vec<_>>())
        .collect();
    let values: BTreeSet<String> = pool
        .all_enums()
        .flat_map(|names| names.values().map(|value| value.name().to_owned()).collect::<Vec<_>>())
        .collect();
    let page = read("docs/bots/session.md");
    let messages = page.lines().filter(|line| line.starts_with("> {") || line.starts_with("< {"));
    let mut told = 0;
    // In JSON, every other text between quotation marks stands outside of a string.
    for line in messages {
        let parts: Vec<&str> = line.split('"').collect();
        for (text, after) in parts.iter().skip(1).step_by(2).zip(parts.iter().skip(2).step_by(2)) {
            let is_name = text.contains('_')
                && text.chars().all(|letter| letter.is_ascii_uppercase() || "_0123456789".contains(letter));
            if after.starts_with(':') {
                assert!(fields.contains(*text), "there is no field {text}");
            } else if is_name {
                assert!(values.contains(*text), "there is no value {text}");
            }
            told += 1;
        }
    }
    assert!(told > 100, "the session is read: {told}");
}

fn mark(name: &str) -> String {
    format!("`{name}`")
}

/// Both pages on the protocol: that of organizers, reports and workers, and that of bots.
fn page() -> String {
    ["docs/protocol.md", "docs/bots/protocol.md"].map(read).concat()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The `.proto` files of one package.
fn protos(package: &str) -> Vec<std::path::PathBuf> {
    let folder = root().join("proto/kahua").join(package);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}
