//! Until when the arena's certificates are valid.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use x509_cert::Certificate;

use super::finding::Finding;
use kahua_server::config::TlsSettings;

/// A certificate that ends sooner than this should have been renewed.
const RENEWAL: Duration = Duration::from_secs(14 * 24 * 3600);

const ADVICE: &str = "get a new certificate, put it in the place of the old one, and make the arena read it";

/// The chain's certificates. What else may be wrong with the files shows when the settings are checked.
pub(super) fn look(tls: &TlsSettings) -> Vec<Finding> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let chain = std::fs::read(&tls.certificate).map(|pem| Certificate::load_pem_chain(&pem));
    match chain {
        Ok(Ok(chain)) => chain.iter().map(|certificate| validity(&tls.certificate, certificate, now)).collect(),
        _ => Vec::new(),
    }
}

fn validity(path: &Path, certificate: &Certificate, now: Duration) -> Finding {
    let tbs = certificate.tbs_certificate();
    let (begin, end) = (tbs.validity().not_before, tbs.validity().not_after);
    let text = format!("{}, for {}: valid from {begin} to {end}", path.display(), tbs.subject());
    match now {
        _ if now < begin.to_unix_duration() => Finding::fail("certificate", text, "check the clock of this machine"),
        _ if now > end.to_unix_duration() => Finding::fail("certificate", text, ADVICE),
        _ if now + RENEWAL > end.to_unix_duration() => Finding::warn("certificate", text, ADVICE),
        _ => Finding::ok("certificate", text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::Level;

    #[test]
    fn a_certificate_is_told_before_it_ends() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-bots/fixtures/tls/arena.pem");
        let chain = Certificate::load_pem_chain(&std::fs::read(&path).unwrap()).unwrap();
        let validity_of = chain[0].tbs_certificate().validity();
        let (begin, end) = (validity_of.not_before.to_unix_duration(), validity_of.not_after.to_unix_duration());
        let day = Duration::from_secs(24 * 3600);
        let level = |now| validity(&path, &chain[0], now).level;
        assert_eq!(level(begin - day), Level::Fail);
        assert_eq!(level(begin + day), Level::Ok);
        assert_eq!(level(end - 15 * day), Level::Ok);
        assert_eq!(level(end - 13 * day), Level::Warn);
        assert_eq!(level(end + day), Level::Fail);
        let text = validity(&path, &chain[0], begin + day).to_string();
        assert!(
            text.starts_with("OK    certificate: ") && text.contains("for CN=localhost: valid from 2026-"),
            "{text}"
        );
    }
}
