//! The systemd unit that we ship, read by systemd itself.

use std::fs;
use std::process::Command;

use kahua_tests::{Ran, has_tool, root};

use crate::KAHUA;

#[test]
fn systemd_finds_nothing_wrong_with_the_unit() {
    if !has_tool("the unit for systemd", "systemd-analyze", &["--version"]) {
        return;
    }
    let unit = fs::read_to_string(root().join("docs/operate/kahua.service")).unwrap();
    let installed = "/usr/local/bin/kahua";
    assert!(unit.contains(installed));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("kahua.service");
    let verify = |text: &str| {
        fs::write(&path, text.replace(installed, KAHUA.path())).unwrap();
        let ran = Ran::of(&Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&path).output().unwrap());
        // systemd only warns about unknown keys. Other units of the machine may have problems of their own.
        ran.err.lines().filter(|line| line.contains("kahua")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(verify(&unit), [""; 0]);
    assert!(!verify(&unit.replace("KillMode", "KilMode")).is_empty(), "it would be seen");
}
