//! How long the arena's certificates are valid, and what keeps clients from trusting them.

use std::net::IpAddr;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use x509_cert::Certificate;
use x509_cert::der::oid::db::rfc5280::ID_KP_SERVER_AUTH;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{BasicConstraints, ExtendedKeyUsage, SubjectAltName};

use super::finding::Finding;
use kahua_settings::config::TlsSettings;

/// A certificate that ends sooner than this should have been renewed.
const RENEWAL: Duration = Duration::from_secs(14 * 24 * 3600);

const ADVICE: &str = "get a new certificate, put it in the place of the old one, and make the arena read it";

/// The chain's certificates. Other problems of the files show when the settings are checked.
pub(super) fn look(tls: &TlsSettings) -> Vec<Finding> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let chain = std::fs::read(&tls.certificate).map(|pem| Certificate::load_pem_chain(&pem));
    let Ok(Ok(chain)) = chain else { return Vec::new() };
    let validities = chain.iter().map(|certificate| validity(&tls.certificate, certificate, now));
    let own = chain.first().into_iter().flat_map(|certificate| of_a_server(&tls.certificate, certificate));
    validities.chain(own).chain(order(&tls.certificate, &chain)).collect()
}

/// What keeps clients from trusting the arena's own certificate, even if they trust its authority.
fn of_a_server(path: &Path, certificate: &Certificate) -> Vec<Finding> {
    let tbs = &certificate.tbs_certificate;
    let text = |problem: &str| format!("{}, for {}: it {problem}", path.display(), tbs.subject);
    let mut findings = Vec::new();
    let names = tbs.get::<SubjectAltName>().ok().flatten().map_or_else(Vec::new, |(_, names)| names.0);
    let names: Vec<String> = names.iter().filter_map(host).collect();
    findings.push(match names.is_empty() {
        true => Finding::warn(
            "certificate",
            text("names no host, and most clients don't look at its common name (CN)"),
            "make one with a subjectAltName: -addext subjectAltName=DNS:arena.example.org",
        ),
        false => Finding::ok("certificate", text(&format!("names {}", names.join(", ")))),
    });
    if tbs.get::<BasicConstraints>().is_ok_and(|found| found.is_some_and(|(_, it)| it.ca)) {
        findings.push(Finding::warn(
            "certificate",
            text("is that of an authority (CA:TRUE, as `openssl req -x509` makes it)"),
            "clients take it only if they name this very file, by KAHUA_CA or --ca; or make one with -addext \
             basicConstraints=critical,CA:FALSE",
        ));
    }
    let purposes = tbs.get::<ExtendedKeyUsage>().ok().flatten();
    if purposes.is_some_and(|(_, purposes)| !purposes.0.contains(&ID_KP_SERVER_AUTH)) {
        let advice = "make one whose extendedKeyUsage has serverAuth";
        findings.push(Finding::warn("certificate", text("isn't made for servers"), advice));
    }
    findings
}

fn host(name: &GeneralName) -> Option<String> {
    match name {
        GeneralName::DnsName(name) => Some(name.to_string()),
        GeneralName::IpAddress(bytes) => match bytes.as_bytes() {
            bytes if bytes.len() == 4 => Some(IpAddr::from(<[u8; 4]>::try_from(bytes).ok()?).to_string()),
            bytes => Some(IpAddr::from(<[u8; 16]>::try_from(bytes).ok()?).to_string()),
        },
        _ => None,
    }
}

/// Each certificate must be signed by the one that follows it.
fn order(path: &Path, chain: &[Certificate]) -> Option<Finding> {
    let tbs = |at: usize| &chain[at].tbs_certificate;
    let at = (1..chain.len()).find(|at| tbs(at - 1).issuer != tbs(*at).subject)?;
    let (after, issuer, found) = (&tbs(at - 1).subject, &tbs(at - 1).issuer, &tbs(at).subject);
    let text = format!("{}: {after} is signed by {issuer}, but {found} follows it", path.display());
    let advice = "write the arena's own certificate first, and behind each the one that has signed it";
    Some(Finding::warn("certificate", text, advice))
}

fn validity(path: &Path, certificate: &Certificate, now: Duration) -> Finding {
    let tbs = &certificate.tbs_certificate;
    let (begin, end) = (tbs.validity.not_before, tbs.validity.not_after);
    let text = format!("{}, for {}: valid from {begin} to {end}", path.display(), tbs.subject);
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
        let validity_of = chain[0].tbs_certificate.validity;
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
