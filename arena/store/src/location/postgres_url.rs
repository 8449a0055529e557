//! The address of a PostgreSQL database.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use kahua_core::limits::{STORE_CONNECT_TIMEOUT, STORE_SILENCE_MAX};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::{ParseLocationError, SCHEMES};

/// The port of a server whose address names none.
const DEFAULT_PORT: u16 = 5432;

/// The address of a PostgreSQL database, which has one store at most. Neither `Display` nor `Debug` shows a password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(Box<Config>);

impl FromStr for PostgresUrl {
    type Err = ParseLocationError;

    fn from_str(text: &str) -> Result<PostgresUrl, ParseLocationError> {
        if !SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(ParseLocationError::Unreadable);
        }
        let mut config: Config = text.parse().map_err(|_| ParseLocationError::Unreadable)?;
        if config.get_hosts().is_empty() {
            return Err(ParseLocationError::NoHost);
        }
        // If the password contains an @ that isn't escaped, the rest of it ends up in the host or the database name.
        let is_part_of_password = |text: &str| text.contains('@');
        let hosts = config.get_hosts().iter().filter_map(|host| match host {
            Host::Tcp(name) => Some(name.as_str()),
            Host::Unix(_) => None,
        });
        if hosts.chain(config.get_dbname()).any(is_part_of_password) {
            return Err(ParseLocationError::Unreadable);
        }
        if config.get_application_name().is_none() {
            config.application_name("kahua");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(STORE_CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(STORE_SILENCE_MAX);
        }
        // "prefer" is also the default. Here it means: never unencrypted to another machine.
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(if is_near(&config) { SslMode::Disable } else { SslMode::Require });
        }
        Ok(PostgresUrl(Box::new(config)))
    }
}

impl PostgresUrl {
    /// Whether both name the same database of the same server in the same words. The role doesn't matter.
    pub(crate) fn is_same_database(&self, other: &PostgresUrl) -> bool {
        let name = |url: &PostgresUrl| url.0.get_dbname().or(url.0.get_user()).map(str::to_owned);
        let ports = |url: &PostgresUrl| match url.0.get_ports() {
            [] => vec![DEFAULT_PORT],
            ports => ports.to_vec(),
        };
        self.0.get_hosts() == other.0.get_hosts() && ports(self) == ports(other) && name(self) == name(other)
    }

    /// Whether its server is on this machine, as far as the address says.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        is_near(&self.0)
    }

    /// What the client connects by.
    pub(crate) fn config(&self) -> &Config {
        &self.0
    }
}

fn is_near(config: &Config) -> bool {
    config.get_hosts().iter().all(is_this_machine)
}

fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
    }
}

/// Without the password, and without parameters, which may hold one too.
impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SCHEMES[0])?;
        if let Some(user) = self.0.get_user() {
            write!(f, "{user}@")?;
        }
        for (index, host) in self.0.get_hosts().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) if name.contains(':') => write!(f, "[{name}]")?,
                Host::Tcp(name) => f.write_str(name)?,
                Host::Unix(path) => f.write_str(&path.to_string_lossy().replace('/', "%2F"))?,
            }
            // A single port applies to all hosts.
            let port = self.0.get_ports().get(index).or(self.0.get_ports().first());
            if let Some(port) = port.filter(|port| **port != DEFAULT_PORT) {
                write!(f, ":{port}")?;
            }
        }
        match self.0.get_dbname().or(self.0.get_user()) {
            Some(database) => write!(f, "/{database}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;

    fn parsed(text: &str) -> PostgresUrl {
        text.parse().unwrap()
    }

    #[test]
    fn no_password_is_shown() {
        for text in [
            "postgres://arena:s3cret@db.example:5433/league?sslmode=require",
            "postgresql://arena@db.example:5433/league?password=s3cret",
            "postgres://arena:s3cret@db.example:5433/league?options=-c%20my.secret%3Ds3cret",
        ] {
            let location: Location = text.parse().unwrap();
            assert_eq!(location.to_string(), "postgres://arena@db.example:5433/league");
            assert!(!format!("{location:?}").contains("s3cret"), "{location:?}");
        }
        // In these, the password has reserved characters.
        for text in ["s3/cret", "s3?cret", "s3%zz", "s3@cret", "s3@x/cret", "s3#cret", "s3:cret"] {
            let shown = match format!("postgres://arena:{text}@host/league").parse::<Location>() {
                Ok(location) => format!("{location:?} {location}"),
                Err(problem) => problem.to_string(),
            };
            assert!(!shown.contains("s3") && !shown.contains("cret"), "{text}: {shown}");
        }
    }

    #[test]
    fn a_socket_and_an_address_without_host_are_told_apart() {
        assert_eq!(parsed("postgres://arena@%2Frun%2Fpg/l").to_string(), "postgres://arena@%2Frun%2Fpg/l");
        assert_eq!(parsed("postgres:///l?host=/run/pg&user=arena").to_string(), "postgres://arena@%2Frun%2Fpg/l");
        assert_eq!("postgres:///l".parse::<Location>(), Err(ParseLocationError::NoHost));
        assert_eq!("data/arena.db".parse(), Ok(Location::File("data/arena.db".into())));
    }

    #[test]
    fn only_this_machine_is_reached_in_the_clear_unless_the_address_says_so() {
        let mode = |text| parsed(text).config().get_ssl_mode();
        for near in ["postgres://a@localhost/l", "postgres://a@127.0.0.1/l", "postgres://a@%2Frun%2Fpg/l"] {
            assert_eq!(mode(near), SslMode::Disable, "{near}");
            assert!(parsed(near).is_on_this_machine(), "{near}");
        }
        for far in ["postgres://a@db.example/l", "postgres://a@localhost,db.example/l", "postgres://a@10.0.0.5/l"] {
            assert!(!parsed(far).is_on_this_machine(), "{far}");
        }
        assert_eq!(mode("postgres://a@db.example/l"), SslMode::Require);
        assert_eq!(mode("postgres://a@localhost,db.example/l"), SslMode::Require);
        assert_eq!(mode("postgres://a@localhost/l?sslmode=require"), SslMode::Require);
        assert_eq!(mode("postgres://a@db.example/l?sslmode=disable"), SslMode::Disable);
    }
}
