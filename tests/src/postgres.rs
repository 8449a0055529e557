//! A PostgreSQL server for tests, which ends with the process that started it, however that ends.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;

use crate::skip;

/// Makes a server in a new directory, and then does what it is told, a line at a time. It goes on to the end of its input, so it
/// ends after the test, and cleans up.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
bin=$1
fsync=$2
dir=/tmp/kahua-pg.$$
mkdir -m 700 "$dir" || exit 1
export PGHOST="$dir" PGUSER=arena PGPASSWORD=secret PGDATABASE=postgres
echo secret >"$dir/password"
start() {
  "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -o "-k $dir -c listen_addresses= -c fsync=$fsync -c max_connections=300" start
}
stop() { "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop; }
{
  "$bin/initdb" -D "$dir/data" -U arena --pwfile="$dir/password" -A scram-sha-256 -E UTF8 --locale=C --no-sync && start
} >"$dir/out" 2>&1 && echo "$dir" || tr '\n' ' ' <"$dir/out"
while read -r command rest; do
  case $command in
    start) start ;;
    stop) stop ;;
    sql) "$bin/psql" -q -v ON_ERROR_STOP=1 -c "$rest" ;;
  esac >"$dir/out" 2>&1 && echo ok || tr '\n' ' ' <"$dir/out"
done
stop >/dev/null 2>&1
rm -rf "$dir"
"#;

/// A server that listens on a Unix socket only.
#[derive(Debug)]
pub struct Postgres {
    directory: String,
    script: Mutex<Script>,
    databases: AtomicU32,
}

/// Whether a server waits for the disk.
#[derive(Clone, Copy)]
enum Fsync {
    On,
    Off,
}

#[derive(Debug)]
struct Script {
    _process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Postgres {
    /// The server that all tests of this process share. `None` if there are no binaries of PostgreSQL; then the test is skipped
    /// by name, or fails if KAHUA_REQUIRE_ALL=1.
    ///
    /// # Panics
    /// If it can't be started.
    #[must_use]
    pub fn shared(test: &str) -> Option<&'static Postgres> {
        static SHARED: LazyLock<Option<Postgres>> =
            LazyLock::new(|| binaries().map(|folder| Postgres::start(&folder, Fsync::Off)));
        if SHARED.is_none() {
            missing(test);
        }
        SHARED.as_ref()
    }

    /// A server for one test alone, as [`Postgres::shared`].
    ///
    /// # Panics
    /// If it can't be started.
    #[must_use]
    pub fn alone(test: &str) -> Option<Postgres> {
        let folder = binaries();
        if folder.is_none() {
            missing(test);
        }
        folder.map(|folder| Postgres::start(&folder, Fsync::Off))
    }

    /// A server for a measurement, which waits for the disk as a real one does. `None` if there are no binaries of PostgreSQL.
    ///
    /// # Panics
    /// If it can't be started.
    #[must_use]
    pub fn durable() -> Option<Postgres> {
        binaries().map(|folder| Postgres::start(&folder, Fsync::On))
    }

    fn start(folder: &Path, fsync: Fsync) -> Postgres {
        let fsync = match fsync {
            Fsync::On => "on",
            Fsync::Off => "off",
        };
        let mut command = unprivileged("sh");
        command.args(["-c", SCRIPT, "postgres"]).arg(folder).arg(fsync).current_dir("/");
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = started.expect("a shell can be started");
        let orders = process.stdin.take().expect("it is piped");
        let mut answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let directory = line(&mut answers);
        assert!(directory.starts_with('/'), "PostgreSQL can't be started: {directory}");
        Postgres {
            directory,
            script: Mutex::new(Script { _process: process, orders, answers }),
            databases: AtomicU32::new(0),
        }
    }

    /// The address of a new, empty database.
    ///
    /// # Panics
    /// If the server doesn't run.
    #[must_use]
    pub fn new_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.order(&format!("sql CREATE DATABASE {name}"));
        self.url("arena", "secret", &name)
    }

    /// The address of a database on this server for this role.
    #[must_use]
    pub fn url(&self, role: &str, password: &str, database: &str) -> String {
        format!("postgres://{role}:{password}@{}/{database}", self.host())
    }

    fn host(&self) -> String {
        self.directory.replace('/', "%2F")
    }

    /// The socket at which it listens.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        Path::new(&self.directory).join(".s.PGSQL.5432")
    }

    /// The address of the same database for those who reach it by way of this address.
    #[must_use]
    pub fn by_way_of(&self, way: SocketAddr, database: &str) -> String {
        database.replace(&self.host(), &way.to_string()) + "?sslmode=disable"
    }

    /// Ends the server at once, without regard to what it is doing.
    ///
    /// # Panics
    /// If it doesn't run.
    pub fn crash(&self) {
        self.order("stop");
    }

    /// Starts it again.
    ///
    /// # Panics
    /// If that fails.
    pub fn start_again(&self) {
        self.order("start");
    }

    /// Runs a statement as the owner of all databases.
    ///
    /// # Panics
    /// If it fails.
    pub fn sql(&self, statement: &str) {
        self.order(&format!("sql {statement}"));
    }

    fn order(&self, order: &str) {
        let mut script = self.script.lock();
        writeln!(script.orders, "{order}").expect("the script reads");
        let answer = line(&mut script.answers);
        assert_eq!(answer, "ok", "{order}");
    }
}

fn line(answers: &mut impl BufRead) -> String {
    let mut line = String::new();
    answers.read_line(&mut line).expect("the script answers in UTF-8");
    line.trim().to_owned()
}

/// A command that runs without root's rights, with which PostgreSQL doesn't start.
fn unprivileged(program: &str) -> Command {
    let id = |args: &[&str]| Command::new("id").args(args).output().ok().filter(|out| out.status.success());
    let is_root = id(&["-u"]).is_some_and(|out| out.stdout.trim_ascii() == b"0");
    if !is_root {
        return Command::new(program);
    }
    let user = if id(&["-u", "postgres"]).is_some() { "postgres" } else { "nobody" };
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--regid", user, "--clear-groups", "--", program]);
    command
}

/// The folder with the binaries of the newest PostgreSQL on this machine.
fn binaries() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<_> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort_by_key(|folder| {
        let version = folder.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        std::cmp::Reverse(version.and_then(|version| version.parse::<u32>().ok()))
    });
    let told = Command::new("pg_config").arg("--bindir").output();
    folders.extend(told.ok().map(|told| String::from_utf8_lossy(&told.stdout).trim().into()));
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    folders
        .into_iter()
        .find(|folder| ["initdb", "pg_ctl", "postgres", "psql"].iter().all(|name| folder.join(name).is_file()))
}

fn missing(test: &str) {
    skip(&format!("{test} needs the binaries of PostgreSQL (initdb, pg_ctl, postgres, psql)"));
}
