//! Certificates as openssl's own command lines make them. `serve` and `doctor` say what is wrong with them, and our
//! clients accept openssl's default certificate from a user who names it in KAHUA_CA.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use kahua_tests::{Ran, has_tool, signal};

use crate::KAHUA;

/// Runs an openssl command, split at spaces, in this directory.
fn openssl(dir: &Path, command: &str) {
    let ran =
        Command::new("openssl").args(command.split(' ')).current_dir(dir).output().expect("openssl can be started");
    let _said = Ran::of(&ran).good();
}

/// A self-signed certificate and its key, as `req -x509` makes them with these options.
fn self_signed(dir: &Path, name: &str, options: &str) -> [PathBuf; 2] {
    let made = format!("req -x509 -newkey rsa:2048 -nodes -keyout {name}.key -out {name}.pem {options}");
    openssl(dir, &made);
    [dir.join(format!("{name}.pem")), dir.join(format!("{name}.key"))]
}

/// Runs `serve` with this certificate until it serves, and calls `then` with its port. Returns its log so far, or why
/// it doesn't start.
fn serve(dir: &Path, [certificate, key]: &[PathBuf; 2], then: impl FnOnce(u16)) -> String {
    let data = dir.join("data");
    let mut command = KAHUA.command(&["serve", "--open", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    command.arg("--tls-certificate").arg(certificate).arg("--tls-key").arg(key).env("KAHUA_LOG", "info");
    let mut arena = Ends(command.stderr(Stdio::piped()).spawn().unwrap());
    let mut log = BufReader::new(arena.0.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut said = String::new();
    let end = log.by_ref().find(|line| {
        said.push_str(line);
        said.push('\n');
        line.contains("in a browser")
    });
    if let Some(end) = end {
        let port = end.split(':').next_back().unwrap().trim_matches(|it: char| !it.is_ascii_digit()).parse();
        then(port.unwrap_or_else(|_| panic!("{end}")));
        signal("-TERM", arena.0.id());
    }
    let _rest = log.count();
    said
}

/// A process that ends with the test.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _it_may_have_ended = self.0.kill();
        let _code = self.0.wait();
    }
}

#[test]
fn certificates_as_openssl_makes_them_are_taken_or_their_fault_is_said() {
    if !has_tool("certificates of openssl", "openssl", &["version"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let good = "-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1";
    let default = self_signed(dir, "default", good);
    let other = self_signed(dir, "other", good);
    let list = |port: u16, ca: &Path| {
        let address = format!("https://localhost:{port}");
        let mut list = KAHUA.command(&["league", "list", "--addr", &address]);
        Ran::of(&list.env("KAHUA_CA", ca).output().unwrap())
    };
    let said = serve(dir, &default, |port| {
        assert!(list(port, &default[0]).good().contains("open-haleakala-2"));
        let address = format!("https://localhost:{port}");
        let ca = default[0].to_str().unwrap();
        let bridge = ["bridge", "--addr", &address, "--ca", ca, "--name", "a", "--", "cat"];
        let mut bot = KAHUA.command(&bridge).env("KAHUA_LOG", "info").stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(bot.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(log.any(|line| line.contains("welcomed")), "a bot connects, too");
        let _gone = bot.kill().and_then(|()| bot.wait());
        let refused = list(port, &other[0]).failed(3);
        assert!(refused.contains("KAHUA_CA must name this very certificate"), "{refused}");
        let unnamed = KAHUA.run(&["league", "list", "--addr", &address]).failed(3);
        assert!(unnamed.contains("isn't trusted: "), "{unnamed}");
    });
    assert!(said.contains("is that of an authority (CA:TRUE") && said.contains("name this very file"), "{said}");

    let leaf = format!("{good} -addext basicConstraints=critical,CA:FALSE");
    let bare = "-subj /CN=localhost -addext basicConstraints=critical,CA:FALSE";
    let elsewhere =
        "-subj /CN=a -addext subjectAltName=DNS:elsewhere.example -addext basicConstraints=critical,CA:FALSE";
    for (name, options, warned, client) in [
        ("leaf", leaf.as_str(), "", ""),
        ("bare", bare, "names no host, and most clients", "it names no host: it needs localhost as its subjectAltName"),
        ("elsewhere", elsewhere, "", "it isn't for localhost, but for elsewhere.example"),
        ("expired", &format!("{leaf} -days -1"), "get a new certificate", "days ago; the arena needs a new one"),
    ] {
        if name == "expired" {
            // Old versions of openssl make none that has ended.
            let made = format!("req -x509 -newkey rsa:2048 -nodes -keyout {name}.key -out {name}.pem {options}");
            let made = Command::new("openssl").args(made.split(' ')).current_dir(dir).output().unwrap();
            if !made.status.success() {
                continue;
            }
        } else {
            let _files = self_signed(dir, name, options);
        }
        let files = [dir.join(format!("{name}.pem")), dir.join(format!("{name}.key"))];
        let said = serve(dir, &files, |port| {
            let ran = list(port, &files[0]);
            assert!(ran.err.contains(client) && (ran.code == Some(0)) == client.is_empty(), "{name}: {}", ran.err);
        });
        let warnings = said.lines().filter(|line| line.contains("kahua::serve: certificate")).count();
        assert!(said.contains(warned) && (warnings == 0) == warned.is_empty(), "{name}: {said}");
    }

    openssl(dir, "x509 -in default.pem -outform der -out default.der");
    openssl(dir, "pkey -in default.key -outform der -out key.der");
    openssl(dir, "pkey -in default.key -aes256 -passout pass:secret -out locked.key");
    openssl(dir, "req -newkey rsa:2048 -nodes -keyout first.key -out first.csr -subj /CN=localhost");
    openssl(dir, "x509 -req -in first.csr -CA default.pem -CAkey default.key -CAcreateserial -out first.pem");
    std::fs::write(
        dir.join("turned.pem"),
        [std::fs::read(&default[0]).unwrap(), std::fs::read(dir.join("first.pem")).unwrap()].concat(),
    )
    .unwrap();
    let config = dir.join("arena.toml");
    for (certificate, key, expected) in [
        ("default.der", "default.key", "is in DER, not PEM (`openssl x509 -inform der"),
        ("default.pem", "key.der", "is in DER, not PEM (`openssl pkey -inform der"),
        ("default.pem", "locked.key", "is encrypted (`openssl pkey -in KEY -out NEW`"),
        ("default.pem", "other.key", "doesn't belong to the first certificate"),
        ("turned.pem", "first.key", "write the arena's own certificate before those that lead to its authority"),
    ] {
        let said = serve(dir, &[dir.join(certificate), dir.join(key)], |_| panic!("{certificate} {key}"));
        assert!(said.contains(expected), "{certificate} {key}: {said}");
        std::fs::write(&config, format!("[tls]\ncertificate = '{certificate}'\nkey = '{key}'\n")).unwrap();
        let (data, config) = (dir.join("data"), config.to_str().unwrap());
        let doctor = KAHUA.run(&["doctor", "--data", data.to_str().unwrap(), "--config", config]);
        assert!(doctor.out.contains(expected), "{certificate} {key}: {}", doctor.out);
    }
    let first = serve(dir, &[dir.join("first.pem"), dir.join("first.key")], |_| ());
    let (has_no_names, is_version_1) = ("names no host", "is of X.509 version 1");
    assert!(first.contains(has_no_names) || first.contains(is_version_1), "{first}");
}
