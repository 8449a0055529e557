//! Which certificates of arenas are trusted, and messages about why one isn't.
//!
//! `openssl req -x509` makes the certificate of an authority, which an arena may then use as its own. Libraries that
//! are built on OpenSSL, BoringSSL, Go or Java accept it if the settings name it. webpki refuses it as
//! `CaUsedAsEndEntity`. Here it is trusted if the settings name exactly this certificate.

use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{WebPkiServerVerifier, verify_server_name};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{
    self, CertificateError, DigitallySignedStruct, ExtendedKeyPurpose, RootCertStore, SignatureScheme,
};
use tonic::transport::{ClientTlsConfig, Endpoint};

use crate::settings::SettingsError;

/// webpki's error for a valid certificate that belongs to an authority. If its text ever changes, such a certificate is
/// refused again.
const IS_AUTHORITY: &str = "CaUsedAsEndEntity";

/// The endpoint with TLS that trusts the certificates in this PEM file, or the authorities of this machine.
///
/// # Errors
/// If the file has no certificate that can be used, the machine no authorities, or the host can't have a certificate.
pub fn with_tls(endpoint: Endpoint, tls: ClientTlsConfig, ca: Option<&Path>) -> Result<Endpoint, SettingsError> {
    let invalid = |endpoint: &Endpoint| SettingsError::Address {
        addr: endpoint.uri().to_string(),
        problem: "has a host that can't have a certificate".to_owned(),
    };
    match ca {
        Some(path) => {
            let verifier = Arc::new(Verifier::of(path)?);
            let secure = endpoint.clone().tls_config_with_verifier(tls, verifier);
            secure.map_err(|_| invalid(&endpoint))
        }
        // The address has a valid host, so only the search for authorities can fail.
        None => endpoint.tls_config(tls.with_native_roots()).map_err(|_| SettingsError::NoAuthorities),
    }
}

/// Says why the certificate of an arena isn't trusted, and what to do; `None` if that isn't the error.
#[must_use]
pub fn problem_of_certificate(error: &(dyn Error + 'static)) -> Option<String> {
    match tls_error(error)? {
        rustls::Error::InvalidCertificate(problem) => Some(in_words(problem)),
        _ => None,
    }
}

/// The error of TLS behind this error, if there is one.
pub(crate) fn tls_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    let mut causes = std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| (*error).source());
    causes.find_map(|cause| match cause.downcast_ref::<io::Error>() {
        // Such an error names the causes of what it wraps, but not that itself.
        Some(error) => error.get_ref()?.downcast_ref(),
        None => cause.downcast_ref(),
    })
}

fn in_words(problem: &CertificateError) -> String {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let days = |from: &UnixTime, to: &UnixTime| to.as_secs().saturating_sub(from.as_secs()).div_ceil(DAY.as_secs());
    match problem {
        CertificateError::UnknownIssuer => "no authority that is trusted here has signed it; KAHUA_CA can name the \
                                            file with its CA, or with the certificate itself if it is self-signed"
            .into(),
        CertificateError::ExpiredContext { time, not_after } => {
            format!("it ended {} days ago; the arena needs a new one", days(not_after, time))
        }
        CertificateError::NotValidYetContext { time, not_before } => {
            format!("it becomes valid in {} days; look at the clocks of both machines", days(time, not_before))
        }
        CertificateError::NotValidForNameContext { expected, presented } if presented.is_empty() => format!(
            "it names no host: it needs {} as its subjectAltName, since a common name (CN) doesn't count",
            expected.to_str()
        ),
        CertificateError::NotValidForNameContext { expected, presented } => format!(
            "it isn't for {}, but for {}; use a name that it has, or make one with this name as its subjectAltName",
            expected.to_str(),
            presented.iter().map(|name| bare(name)).collect::<Vec<_>>().join(", ")
        ),
        CertificateError::InvalidPurposeContext { required: ExtendedKeyPurpose::ServerAuth, .. } => {
            "it isn't made for servers; its extendedKeyUsage must have serverAuth".into()
        }
        problem if format!("{problem:?}").contains(IS_AUTHORITY) => {
            "it is that of an authority (CA:TRUE, as `openssl req -x509` makes it); KAHUA_CA must name this very \
             certificate, or make one with -addext basicConstraints=critical,CA:FALSE"
                .into()
        }
        problem if format!("{problem:?}").contains("UnsupportedCertVersion") => {
            "it is of X.509 version 1, which has no subjectAltName; make one of version 3".into()
        }
        other => format!("{other}; KAHUA_CA can name the CA to trust"),
    }
}

/// The name in `DnsName("elsewhere.example")`.
fn bare(name: &str) -> &str {
    name.split('"').nth(1).unwrap_or(name)
}

/// Trusts what webpki trusts, and also the certificate of an authority if the settings name it.
#[derive(Debug)]
struct Verifier {
    webpki: Arc<WebPkiServerVerifier>,
    named: Vec<CertificateDer<'static>>,
}

impl Verifier {
    fn of(path: &Path) -> Result<Verifier, SettingsError> {
        let shown = path.display();
        let unusable = |problem: String| SettingsError::Ca { problem: format!("can't read {shown}: {problem}") };
        let file = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        let named: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&file).collect();
        let named = named.map_err(|error| unusable(error.to_string()))?;
        if named.is_empty() {
            let der = "; a file in DER becomes PEM by `openssl x509 -inform der`";
            let hint = if file.first() == Some(&DER_SEQUENCE) { der } else { "" };
            return Err(unusable(format!("there is no certificate in it{hint}")));
        }
        let mut roots = RootCertStore::empty();
        for certificate in &named {
            let added = roots.add(certificate.clone());
            added.map_err(|_| unusable("a certificate in it can't be used".into()))?;
        }
        let provider = Arc::new(ring::default_provider());
        let webpki = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
        Ok(Verifier { webpki: webpki.map_err(|error| unusable(error.to_string()))?, named })
    }
}

/// The first byte of every certificate in DER.
const DER_SEQUENCE: u8 = 0x30;

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let verified = self.webpki.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            // By now webpki has checked that the certificate is valid at this time.
            Err(rustls::Error::InvalidCertificate(problem))
                if format!("{problem:?}").contains(IS_AUTHORITY) && self.named.contains(end_entity) =>
            {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.webpki.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.webpki.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.webpki.supported_verify_schemes()
    }
}
