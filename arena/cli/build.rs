//! Puts the project templates of `kahua new`, with the client libraries that they use, into the binary. So a user who
//! has only the binary can start a bot.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A language of `kahua new`, whose templates are in `templates/NAME`. Files in `templates/NAME/games/GAME` are only in projects for
/// that game, where they stand in the project's folder.
struct Language {
    name: &'static str,
    /// The folder for the client library in the new project.
    library: &'static str,
    /// The parts of this repository that form the library: files and whole folders. The list leaves out what a build adds
    /// to the sources. The paths stay the same in a project, since the libraries' own build files refer to the protos by them.
    sources: &'static [&'static str],
}

const LANGUAGES: &[Language] = &[
    Language { name: "bridge", library: "", sources: &[] },
    Language {
        name: "cpp",
        library: "vendor/kahua",
        // Only the protos that a bot's messages need: most of the build compiles what is generated from them.
        sources: &[
            "LICENSE",
            "proto/kahua/arena/v1/bot.proto",
            "proto/kahua/arena/v1/games.proto",
            "proto/kahua/arena/v1/record.proto",
            "proto/kahua/games",
            "sample-bots/cpp/CMakeLists.txt",
            "sample-bots/cpp/README.md",
            "sample-bots/cpp/cmake",
            "sample-bots/cpp/include",
            "sample-bots/cpp/src",
        ],
    },
    Language {
        name: "go",
        // A folder called vendor has another meaning in Go.
        library: "third_party/kahua",
        sources: &[
            "sample-bots/go/LICENSE",
            "sample-bots/go/README.md",
            "sample-bots/go/arena",
            "sample-bots/go/doc.go",
            "sample-bots/go/games",
            "sample-bots/go/go.mod",
            "sample-bots/go/go.sum",
            "sample-bots/go/kahua",
        ],
    },
    Language {
        name: "java",
        library: "vendor/kahua",
        sources: &[
            "proto/kahua",
            "sample-bots/java/LICENSE",
            "sample-bots/java/README.md",
            "sample-bots/java/kahua/pom.xml",
            "sample-bots/java/kahua/src/main",
        ],
    },
    Language {
        name: "python",
        library: "vendor/kahua",
        sources: &[
            "proto/kahua",
            "sample-bots/python/LICENSE",
            "sample-bots/python/README.md",
            "sample-bots/python/constraints.txt",
            "sample-bots/python/pyproject.toml",
            "sample-bots/python/src",
        ],
    },
    Language {
        name: "rust",
        library: "vendor/kahua",
        sources: &[
            "LICENSE",
            WORKSPACE,
            "proto/Cargo.toml",
            "proto/LICENSE",
            "proto/README.md",
            "proto/kahua",
            "proto/src",
            "sample-bots/rust/client/Cargo.toml",
            "sample-bots/rust/client/LICENSE",
            "sample-bots/rust/client/README.md",
            "sample-bots/rust/client/src",
        ],
    },
    Language {
        name: "typescript",
        library: "vendor/kahua",
        sources: &[
            "proto/kahua",
            "sample-bots/typescript/LICENSE",
            "sample-bots/typescript/README.md",
            NPM_PACKAGE,
            "sample-bots/typescript/src",
            "sample-bots/typescript/tsconfig.json",
        ],
    },
];

/// The manifest of the TypeScript library. A new project gets it without what only the development of the library needs.
const NPM_PACKAGE: &str = "sample-bots/typescript/package.json";

/// The manifest from which the Rust library inherits. A new project gets it with only the library's own two crates.
const WORKSPACE: &str = "Cargo.toml";
const RUST_CRATES: [&str; 2] = ["proto", "sample-bots/rust/client"];

/// The versions of all crates. A new project in Rust gets those that it needs.
const LOCK: &str = "Cargo.lock";

/// A file that goes into new projects.
struct Embedded {
    /// The game whose projects have it; `None` if all have it.
    game: Option<String>,
    /// Its path in the project.
    at: PathBuf,
    /// The path of its contents.
    from: PathBuf,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let repository = crate_folder.ancestors().nth(2).ok_or("arena/cli is two folders down")?.to_owned();
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let workspace = out.join("workspace.toml");
    fs::write(&workspace, rust_workspace(&fs::read_to_string(repository.join(WORKSPACE))?)?)?;
    let npm_package = out.join("package.json");
    fs::write(&npm_package, npm_users_package(&fs::read_to_string(repository.join(NPM_PACKAGE))?)?)?;

    let lock = out.join(LOCK);
    fs::write(&lock, rust_lock(&fs::read_to_string(repository.join(LOCK))?)?)?;

    let mut table = String::new();
    for language in LANGUAGES {
        let mut files = Vec::new();
        for source in language.sources {
            let at = Path::new(language.library).join(source);
            match *source {
                WORKSPACE => files.push(Embedded { game: None, at, from: workspace.clone() }),
                NPM_PACKAGE => files.push(Embedded { game: None, at, from: npm_package.clone() }),
                _ => find(&repository.join(source), &at, &mut files)?,
            }
        }
        files.retain(|file| !is_internal(&file.from));
        let mut templates = Vec::new();
        find(&crate_folder.join("templates").join(language.name), Path::new(""), &mut templates)?;
        files.extend(templates.into_iter().map(of_its_game));
        if language.name == "rust" {
            files.push(Embedded { game: None, at: LOCK.into(), from: lock.clone() });
        }
        files.sort_by(|one, other| one.at.cmp(&other.at));
        writeln!(table, "pub(super) const {}: Template = Template {{", language.name.to_uppercase())?;
        writeln!(table, "    library: {:?},", language.library)?;
        writeln!(table, "    files: &[")?;
        for Embedded { game, at, from } in &files {
            writeln!(table, "        File {{ game: {game:?}, path: {at:?}, contents: include_bytes!({from:?}) }},")?;
        }
        writeln!(table, "    ],\n}};")?;
    }
    watch(&repository.join(WORKSPACE));
    watch(&repository.join(NPM_PACKAGE));
    watch(&repository.join(LOCK));
    fs::write(out.join("templates.rs"), table)?;
    Ok(())
}

/// Whether a file among the sources of a library is nothing for its users: Go's tests are in the same folder as the code, and the messages
/// that only nodes send are behind a feature.
fn is_internal(source: &Path) -> bool {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with("_test.go") || name == "kahua.node.v1.rs"
}

/// The template without the folder of its game, if it is in one.
fn of_its_game(template: Embedded) -> Embedded {
    let mut parts = template.at.iter();
    match (parts.next(), parts.next()) {
        (Some(folder), Some(game)) if folder == "games" => Embedded {
            game: Some(game.to_string_lossy().into_owned()),
            at: parts.as_path().to_owned(),
            from: template.from,
        },
        _ => template,
    }
}

/// All files below `from`, or `from` itself.
fn find(from: &Path, at: &Path, files: &mut Vec<Embedded>) -> io::Result<()> {
    watch(from);
    if from.is_file() {
        files.push(Embedded { game: None, at: at.to_owned(), from: from.to_owned() });
        return Ok(());
    }
    for (name, from) in entries(from)? {
        find(&from, &at.join(name), files)?;
    }
    Ok(())
}

/// The entries of a folder, without hidden ones and without what Python compiles beside a source.
fn entries(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let missing = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(missing)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && name != "__pycache__" {
            found.push((name, entry.path()));
        }
    }
    Ok(found)
}

/// Runs this script again when the file changes, or when a file is added to the folder.
fn watch(path: &Path) {
    println!("cargo:rerun-if-changed={}", path.display());
}

/// The manifest of a workspace with only the Rust library, and with the versions of this workspace.
fn rust_workspace(manifest: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut manifest: toml::Table = manifest.parse()?;
    manifest.retain(|section, _| section == "workspace");
    let workspace = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut).ok_or("no workspace")?;
    workspace.remove("default-members");
    workspace.insert("members".to_owned(), RUST_CRATES.map(toml::Value::from).to_vec().into());
    Ok(toml::to_string(&manifest)?)
}

/// The manifest of the TypeScript library for its users: its project compiles the sources with its own compiler, so there is nothing
/// to run at an installation, and none of the tools that the library is developed with.
fn npm_users_package(manifest: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(manifest)?;
    manifest.retain(|field, _| !["scripts", "devDependencies", "files"].contains(&field.as_str()));
    Ok(serde_json::to_string_pretty(&manifest)? + "\n")
}

/// The lock file of a new project: this workspace's versions of the crates that the library needs, and those of its tests, which Cargo
/// takes out at the first build.
fn rust_lock(lock: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut lock: toml::Table = lock.parse()?;
    let packages = lock.get("package").and_then(toml::Value::as_array).ok_or("no packages")?;
    let bot: toml::Table = "name = \"@PACKAGE@\"\nversion = \"0.1.0\"\ndependencies = [\"kahua-client\"]".parse()?;
    let mut needed = vec![toml::Value::from(bot)];
    let mut seen = 0;
    while let Some(package) = needed.get(seen) {
        let dependencies = package.get("dependencies").and_then(toml::Value::as_array).cloned().unwrap_or_default();
        for dependency in dependencies.iter().filter_map(toml::Value::as_str) {
            // The name, and the version if there are several.
            let mut words = dependency.split(' ');
            let (name, version) = (words.next(), words.next());
            let is_meant = |package: &&toml::Value| {
                let text = |key| package.get(key).and_then(toml::Value::as_str);
                text("name") == name && (version.is_none() || text("version") == version)
            };
            let package = packages.iter().find(is_meant).ok_or_else(|| format!("{LOCK} has no {dependency}"))?;
            if !needed.contains(package) {
                needed.push(package.clone());
            }
        }
        seen += 1;
    }
    lock.insert("package".to_owned(), needed.into());
    Ok(toml::to_string(&lock)?)
}
