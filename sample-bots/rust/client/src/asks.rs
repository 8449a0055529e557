//! Recorded asks, to try a bot's choices on without an arena.

use std::fs;
use std::io;
use std::path::Path;

use kahua_proto::json::from_json;

use crate::pb;

/// The asks in a file that `kahua asks` or `KAHUA_RECORD` has written, one on each line.
///
/// # Errors
/// If the file can't be read, or with [`io::ErrorKind::InvalidData`] if a line isn't an ask.
///
/// ```no_run
/// for ask in kahua_client::load_asks("asks.jsonl")? {
///     println!("{} legal actions", ask.legal_total);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn load_asks(path: impl AsRef<Path>) -> io::Result<Vec<pb::Ask>> {
    let path = path.as_ref();
    let text = fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let asks = lines.map(|(line, number)| {
        from_json(line).map_err(|error| {
            let text = format!("{}, line {number}: it isn't an ask: {error}", path.display());
            io::Error::new(io::ErrorKind::InvalidData, text)
        })
    });
    asks.collect()
}
