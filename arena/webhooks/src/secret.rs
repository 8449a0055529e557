//! The secret that an arena and a receiver share, and signatures by it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

/// What a secret begins with.
const PREFIX: &str = "whsec_";

/// How many bytes a secret may have.
const LENGTHS: std::ops::RangeInclusive<usize> = 24..=64;

/// A secret.
#[derive(Debug)]
pub(crate) struct Secret(hmac::Key);

/// Why a secret can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// Its file can't be read.
    #[error("the secret of a webhook, {}, can't be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
    /// Its file holds something else.
    #[error(
        "{} holds no secret of a webhook: expected whsec_ and 24 to 64 random bytes in base64, as written by \
         `echo \"whsec_$(openssl rand -base64 32)\"`",
        path.display()
    )]
    Invalid {
        /// The file.
        path: PathBuf,
    },
}

impl Secret {
    /// Reads the secret in this file.
    pub(crate) fn read(path: &Path) -> Result<Secret, SecretError> {
        let text = fs::read_to_string(path).map_err(|source| SecretError::Io { path: path.into(), source })?;
        Secret::parse(text.trim()).ok_or_else(|| SecretError::Invalid { path: path.into() })
    }

    fn parse(text: &str) -> Option<Secret> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        LENGTHS.contains(&bytes.len()).then(|| Secret(hmac::Key::new(hmac::HMAC_SHA256, &bytes)))
    }

    /// The signature of a request with this id, time and body.
    pub(crate) fn sign(&self, id: &str, timestamp: &str, body: &str) -> String {
        let signature = hmac::sign(&self.0, format!("{id}.{timestamp}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(signature))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_standard_webhooks() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_file_without_a_secret_is_named_with_what_was_expected() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("relay.secret");
        let error = || Secret::read(&file).unwrap_err().to_string();
        assert!(error().contains("relay.secret, can't be read"), "{}", error());
        let short = format!("whsec_{}", STANDARD.encode([7; 23]));
        for text in ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_=", &short] {
            fs::write(&file, text).unwrap();
            assert!(error().contains("relay.secret holds no secret of a webhook: expected whsec_"), "{text}");
        }
        fs::write(&file, format!("whsec_{}\n", STANDARD.encode([7; 24]))).unwrap();
        assert!(Secret::read(&file).is_ok());
    }
}
