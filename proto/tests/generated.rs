//! The Rust code in `src/generated` is that of the protos. It is committed, so that nobody who builds a bot or the arena compiles a
//! compiler of protos first. `UPDATE_PROTOS=1 cargo test -p kahua-proto` makes it anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use prost::Message;

/// The package of the protocol among nodes.
const NODES: &str = "kahua.node.v1";

#[test]
fn the_generated_code_is_that_of_the_protos() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (committed, made) = (here.join("src/generated"), tempfile::tempdir().unwrap());
    generate(here, made.path());
    let made = files(made.path());
    if std::env::var_os("UPDATE_PROTOS").is_some_and(|update| update == "1") {
        files(&committed).keys().for_each(|name| fs::remove_file(committed.join(name)).unwrap());
        made.iter().for_each(|(name, content)| fs::write(committed.join(name), content).unwrap());
    }
    let committed = files(&committed);
    let differ = |name: &&String| committed.get(*name) != made.get(*name);
    let stale: Vec<&String> = committed.keys().chain(made.keys()).filter(differ).collect();
    assert!(
        stale.is_empty(),
        "run `UPDATE_PROTOS=1 cargo test -p kahua-proto`: {stale:?} in proto/src/generated differ"
    );
}

/// Compiles every `.proto` below `kahua/` and `internal/` in pure Rust, without protoc.
fn generate(root: &Path, out: &Path) {
    let mut protos = Vec::new();
    ["kahua", "internal"].iter().for_each(|folder| find(&root.join(folder), &mut protos).unwrap());
    protos.sort();
    let descriptors = protox::compile(&protos, [root.to_owned(), root.join("internal")]).unwrap();
    // What nodes say among themselves is nothing that reflection tells, or that anybody reads as JSON.
    let mut public = descriptors.clone();
    public.file.retain(|file| file.package() != NODES);
    fs::write(out.join("descriptors.bin"), public.encode_to_vec()).unwrap();

    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    // What is shown to many was encoded once, and is handed on as it is.
    config.bytes([format!(".{NODES}.WatchUpdate")]);
    tonic_prost_build::configure()
        .client_mod_attribute(".", "#[cfg(feature = \"service\")]")
        .server_mod_attribute(".", "#[cfg(feature = \"service\")]")
        .out_dir(out)
        .compile_fds_with_config(descriptors, config)
        .unwrap();
}

fn find(folder: &Path, protos: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, protos)?;
        } else if path.extension().is_some_and(|ending| ending == "proto") {
            protos.push(path);
        }
    }
    Ok(())
}

/// The files of a folder by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}
