//! Names in paths: of bots, which are plain, and of leagues, which may hold anything.

/// The part of a path that stands for this name. A plain name stays as it is. In other names, every byte of an unsafe
/// character becomes `~` with two hexadecimal digits, so that it is safe in addresses and as a folder's name. No name
/// becomes `.` or `..`.
pub(crate) fn segment(name: &str) -> String {
    let is_dots = name.bytes().all(|byte| byte == b'.');
    let bytes = name.bytes().map(|byte| match is_plain(byte) && !is_dots {
        true => char::from(byte).to_string(),
        false => format!("~{byte:02X}"),
    });
    if name.is_empty() { "~".to_owned() } else { bytes.collect() }
}

/// The name for which this part of a path stands. A malformed one is read as well as possible.
pub(crate) fn name(segment: &str) -> String {
    let mut parts = segment.split('~');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let escaped = part.split_at_checked(2).and_then(|(digits, rest)| Some((hex::decode(digits).ok()?, rest)));
        match escaped {
            Some((byte, rest)) => bytes.extend(byte.iter().chain(rest.as_bytes())),
            None => bytes.extend(part.as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text as a value in a query.
pub(crate) fn in_query(text: &str) -> String {
    let bytes =
        text.bytes().map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    bytes.collect()
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_from_their_paths_and_plain_ones_are_their_own() {
        for (wanted, path) in [
            ("greedy-2.0_b", "greedy-2.0_b"),
            ("", "~"),
            ("..", "~2E~2E"),
            ("spring cup", "spring~20cup"),
            ("a/../<b>", "a~2F..~2F~3Cb~3E"),
            ("~2F", "~7E2F"),
            ("größe", "gr~C3~B6~C3~9Fe"),
        ] {
            assert_eq!((segment(wanted).as_str(), name(path).as_str()), (path, wanted));
        }
    }

    #[test]
    fn a_value_in_a_query_stays_one_value() {
        assert_eq!(in_query("a&b=c é"), "a%26b%3Dc%20%C3%A9");
    }

    #[test]
    fn a_path_that_nobody_has_written_is_read_all_the_same() {
        for odd in ["~", "~2", "~GG", "~é", "a~FF", "spring cup"] {
            let _any = name(odd);
        }
        assert_eq!(name("spring cup"), "spring cup");
    }
}
