//! The languages for a new bot, and what is particular about each.

use crate::asks::Form;

use super::project::{self, Template};

/// A language, or the bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Language {
    Python,
    Typescript,
    Go,
    Java,
    Cpp,
    Rust,
    Bridge,
}

impl Language {
    /// The name in a sentence.
    pub(super) fn title(self) -> &'static str {
        match self {
            Language::Python => "Python",
            Language::Typescript => "TypeScript",
            Language::Go => "Go",
            Language::Java => "Java",
            Language::Cpp => "C++",
            Language::Rust => "Rust",
            Language::Bridge => "shell",
        }
    }

    /// The files of its projects.
    pub(super) fn template(self) -> &'static Template {
        match self {
            Language::Python => &project::PYTHON,
            Language::Typescript => &project::TYPESCRIPT,
            Language::Go => &project::GO,
            Language::Java => &project::JAVA,
            Language::Cpp => &project::CPP,
            Language::Rust => &project::RUST,
            Language::Bridge => &project::BRIDGE,
        }
    }

    /// The form of the asks that its projects are tried on: that in which the bot itself reads them.
    pub(super) fn asks(self) -> Form {
        if self == Language::Bridge { Form::Bridge } else { Form::Json }
    }

    /// What to run in the project's folder before the bot can be started.
    pub(super) fn build(self) -> &'static [&'static str] {
        match self {
            Language::Python => &["python3 -m venv .venv", ". .venv/bin/activate", "pip install -r requirements.txt"],
            Language::Typescript => &["npm install", "npm run build"],
            Language::Go => &["go build -o bot ."],
            Language::Java => &["mvn -q package -DskipTests"],
            Language::Cpp => &["cmake -B build", "cmake --build build --parallel"],
            Language::Rust => &["cargo build"],
            Language::Bridge => &[],
        }
    }

    /// The command that starts the bot, in the project's folder.
    pub(super) fn command(self) -> &'static str {
        match self {
            Language::Python => "python3 bot.py",
            Language::Typescript => "node --enable-source-maps dist/bot.js",
            Language::Go => "./bot",
            Language::Java => "java -jar target/bot.jar",
            Language::Cpp => "build/bot",
            // Works wherever CARGO_TARGET_DIR puts the binary.
            Language::Rust => "cargo run --quiet",
            Language::Bridge => "kahua bridge -- ./bot.sh",
        }
    }
}
