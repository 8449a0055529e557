//! Every bound of the arena: nothing that comes from outside grows without one of these.

mod connections;
mod grading;
mod lag;
mod leagues;
mod nodes;
mod pages;
mod processes;
mod store;
mod work;
mod worker;

use std::time::Duration;

pub use connections::*;
pub use grading::*;
pub use lag::*;
pub use leagues::*;
pub use nodes::*;
pub use pages::*;
pub use processes::*;
pub use store::*;
pub use work::*;
pub use worker::*;

/// The newest version of the protocol that the arena speaks. It speaks all versions from 1 to this one.
pub const PROTOCOL_VERSION: u32 = 1;

/// The longest bot name, in bytes.
pub const BOT_NAME_BYTES_MAX: usize = 32;

/// The longest version that a bot may give, in bytes.
pub const VERSION_BYTES_MAX: usize = 32;

/// The longest name of a client library in a Hello, in bytes.
pub const LIBRARY_BYTES_MAX: usize = 64;

/// The longest comment of an answer that is recorded, in bytes; longer ones are cut.
pub const COMMENT_BYTES_MAX: usize = 200;

/// The longest explanation of a fault or an abort that is recorded, in bytes; longer ones are cut.
pub const DETAIL_BYTES_MAX: usize = 200;

/// How many webhooks an arena may have.
pub const WEBHOOKS_MAX: usize = 8;

/// How much of an unknown name from outside an error repeats, in bytes.
pub const UNKNOWN_NAME_BYTES_MAX: usize = 64;

/// The largest message that is read from a bot, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024;

/// The most messages that a bot may send in a second, as a mean over ten seconds, beyond one for each ask.
pub const MESSAGES_PER_SECOND_MAX: u32 = 50;

/// The most matches that one bot plays at once.
pub const MATCHES_PER_BOT_MAX: u32 = 64;

/// How long connections have to end when the arena stops.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The most inputs that wait for one match's referee.
pub const INBOX_QUEUE: usize = 64;

/// The longest prefix of `text` that has at most `bytes_max` bytes and ends on a character boundary.
#[must_use]
pub fn cut(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("short", 200), "short");
        assert_eq!(cut("abc", 2), "ab");
        assert_eq!(cut("aé", 2), "a");
    }
}
