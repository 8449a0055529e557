//! The certificate with which the arena proves its identity, and how a renewed one replaces it without a restart.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use serde::Deserialize;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{Error as PemError, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

/// The protocols that the arena offers inside of TLS: gRPC needs HTTP/2, and gRPC-Web works over HTTP/1.1 as well.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Where the arena's certificate and its key are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsSettings {
    /// The certificate chain, a PEM file: the arena's own certificate first, then the ones that lead to its authority.
    pub certificate: PathBuf,
    /// The private key of the first certificate, a PEM file.
    pub key: PathBuf,
}

/// Why the arena can't serve TLS with its settings.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificate chain can't be used.
    #[error(
        "the TLS certificate {} {problem}: expected a PEM file with the arena's own certificate first, then those that \
         lead to its authority",
        path.display()
    )]
    Certificate {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The key can't be used.
    #[error("the TLS key {} {problem}: expected a PEM file with a private key that isn't encrypted", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The key belongs to another certificate.
    #[error(
        "the TLS key {} doesn't belong to the first certificate in {}: give the key with which that one was requested, and \
         write the arena's own certificate before those that lead to its authority",
        key.display(),
        certificate.display()
    )]
    Mismatch {
        /// The file of the chain.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
}

impl TlsSettings {
    /// Makes both paths relative to this folder.
    pub(super) fn resolve(&mut self, folder: &Path) {
        for path in [&mut self.certificate, &mut self.key] {
            *path = folder.join(&*path);
        }
    }

    /// Reads both files.
    ///
    /// # Errors
    /// If one of them can't be used, or they don't belong together; the error names the file.
    pub fn load(&self) -> Result<Arc<ServerConfig>, TlsError> {
        let bad_certificate = |problem| TlsError::Certificate { path: self.certificate.clone(), problem };
        let bad_key = |problem| TlsError::Key { path: self.key.clone(), problem };
        let chain = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| bad_certificate(in_words(&error, &self.certificate, "certificate")))?;
        if chain.is_empty() {
            return Err(bad_certificate(in_words(&PemError::NoItemsFound, &self.certificate, "certificate")));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key);
        let key = key.map_err(|error| bad_key(in_words(&error, &self.key, "private key")))?;
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring supports the default versions");
        let mut config = builder.with_no_client_auth().with_single_cert(chain, key).map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                TlsError::Mismatch { certificate: self.certificate.clone(), key: self.key.clone() }
            }
            rustls::Error::InvalidCertificate(problem) if format!("{problem:?}").contains("UnsupportedCertVersion") => {
                let made =
                    "is of X.509 version 1, which has no subjectAltName (sign it with -extfile or -copy_extensions)";
                bad_certificate(made.into())
            }
            rustls::Error::InvalidCertificate(problem) => bad_certificate(format!("isn't valid ({problem})")),
            problem => bad_key(format!("can't be used ({problem})")),
        })?;
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).into();
        Ok(Arc::new(config))
    }
}

/// The configuration of handshakes, read from the files of the settings.
#[derive(Debug)]
pub struct Tls {
    settings: TlsSettings,
    current: Mutex<Arc<ServerConfig>>,
}

impl Tls {
    pub fn load(settings: &TlsSettings) -> Result<Tls, TlsError> {
        Ok(Tls { current: Mutex::new(settings.load()?), settings: settings.clone() })
    }

    /// Reads the files again for later handshakes. Open connections stay as they are.
    ///
    /// # Errors
    /// If one of the files can't be used; then nothing changes.
    pub fn reload(&self) -> Result<(), TlsError> {
        let renewed = self.settings.load()?;
        *self.current.lock() = renewed;
        Ok(())
    }

    /// Makes the next handshake.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.current.lock().clone().into()
    }
}

/// What is wrong with a PEM file that should hold this item; the text follows the file's path.
fn in_words(error: &PemError, path: &Path, item: &str) -> String {
    if let PemError::Io(error) = error {
        return format!("can't be read ({error})");
    }
    let file = std::fs::read(path).unwrap_or_default();
    let has = |words: &str| file.windows(words.len()).any(|part| part == words.as_bytes());
    match error {
        _ if has("BEGIN ENCRYPTED PRIVATE KEY") || has("Proc-Type: 4,ENCRYPTED") => {
            "is encrypted (`openssl pkey -in KEY -out NEW` asks for its passphrase and writes it without)".into()
        }
        _ if file.first() == Some(&DER_SEQUENCE) => {
            let command = if item == "certificate" { "openssl x509" } else { "openssl pkey" };
            format!("is in DER, not PEM (`{command} -inform der -in FILE -out NEW` writes it as PEM)")
        }
        PemError::NoItemsFound => format!("holds no {item}"),
        other => format!("isn't a valid PEM file ({other})"),
    }
}

/// The first byte of every certificate and key in DER.
const DER_SEQUENCE: u8 = 0x30;

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-bots/fixtures/tls").join(name)
    }

    fn load(certificate: PathBuf, key: PathBuf) -> Result<Arc<ServerConfig>, String> {
        TlsSettings { certificate, key }.load().map_err(|error| error.to_string())
    }

    #[test]
    fn a_certificate_with_its_key_is_taken() {
        assert!(load(fixture("arena.pem"), fixture("arena.key")).is_ok());
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named_with_what_was_expected() {
        let (pem, key) = (fixture("arena.pem"), fixture("arena.key"));
        for (certificate, key, named, problem) in [
            (fixture("none.pem"), key.clone(), "none.pem", "can't be read (No such file"),
            (pem.clone(), fixture("none.key"), "none.key", "can't be read (No such file"),
            (key.clone(), key.clone(), "arena.key", "holds no certificate: expected a PEM file"),
            (pem.clone(), pem.clone(), "arena.pem", "holds no private key: expected a PEM file"),
            (pem, fixture("authority.key"), "authority.key", "doesn't belong to the first certificate in"),
        ] {
            let error = load(certificate, key).expect_err(problem);
            assert!(error.contains(named) && error.contains(problem), "{problem}: {error}");
        }
    }

    #[test]
    fn a_file_with_a_broken_certificate_is_named() {
        let broken = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
        let error = load(broken.path().to_owned(), fixture("arena.key")).expect_err("no certificate");
        assert!(error.contains(broken.path().to_str().unwrap()), "{error}");
        assert!(error.starts_with("the TLS certificate ") && error.contains("isn't valid"), "{error}");
    }
}
