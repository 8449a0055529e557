//! Not a test: the last test program that `cargo test --workspace` runs, since Cargo takes packages by name. It says what was skipped.

fn main() {
    // cargo-nextest asks every program for its tests.
    if std::env::args().any(|arg| arg == "--list") {
        return;
    }
    let skipped = kahua_tests::skipped::take();
    if skipped.is_empty() {
        return;
    }
    println!("\nSkipped, since something is missing here:");
    skipped.iter().for_each(|what| println!("  {what}"));
    println!(
        "`.ci/install` installs the tools, and `sample-bots/build` builds the bots. With KAHUA_REQUIRE_ALL=1 what is missing is a \
         failure.\n"
    );
}
