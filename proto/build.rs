//! Compiles every `.proto` below `kahua/` in pure Rust, without protoc, and those below `internal/` for the arena itself.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use prost::Message;

/// The package of the protocol among nodes.
const NODES: &str = "kahua.node.v1";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut protos = Vec::new();
    find(Path::new("kahua"), &mut protos)?;
    if env::var_os("CARGO_FEATURE_NODES").is_some() {
        find(Path::new("internal"), &mut protos)?;
    }
    protos.sort();
    println!("cargo:rerun-if-changed=kahua");
    println!("cargo:rerun-if-changed=internal");

    let descriptors = protox::compile(&protos, [".", "internal"])?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // What nodes say among themselves is nothing that reflection tells, or that anybody reads as JSON.
    let mut public = descriptors.clone();
    public.file.retain(|file| file.package() != NODES);
    fs::write(out.join("descriptors.bin"), public.encode_to_vec())?;

    let service = env::var_os("CARGO_FEATURE_SERVICE").is_some();
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    // What is shown to many was encoded once, and is handed on as it is.
    config.bytes([format!(".{NODES}.WatchUpdate")]);
    tonic_prost_build::configure()
        .build_client(service)
        .build_server(service)
        .include_file("protos.rs")
        .compile_fds_with_config(descriptors, config)?;
    Ok(())
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
