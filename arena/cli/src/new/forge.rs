//! Where a project's code is kept. It decides which file the CI of the project is in.

/// A forge whose CI can run the tests of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Forge {
    Github,
    Gitlab,
}

impl Forge {
    /// The file that tells the forge what to run.
    pub(super) fn ci_file(self) -> &'static str {
        match self {
            Forge::Github => ".github/workflows/ci.yml",
            Forge::Gitlab => ".gitlab-ci.yml",
        }
    }
}
