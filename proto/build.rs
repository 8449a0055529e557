//! Compiles every `.proto` below `kahua/` in pure Rust, without protoc.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use prost::Message;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut protos = Vec::new();
    find(Path::new("kahua"), &mut protos)?;
    protos.sort();
    println!("cargo:rerun-if-changed=kahua");

    let descriptors = protox::compile(&protos, ["."])?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;

    let service = env::var_os("CARGO_FEATURE_SERVICE").is_some();
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
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
