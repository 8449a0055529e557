//! Recognizes HTTP/2 frames by their headers while the bytes pass, and requests of HTTP/1.1.

/// The first bytes of a client over HTTP/2. No HTTP/1 request begins like this.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The bytes of a frame's header: three for the length of what follows it, one for the kind, one for flags, four for the
/// stream.
const HEADER_BYTES: usize = 9;

/// The kinds of frames that matter here (RFC 9113, section 6).
pub(super) mod kind {
    pub(in crate::load) const DATA: u8 = 0;
    pub(in crate::load) const HEADERS: u8 = 1;
    pub(in crate::load) const SETTINGS: u8 = 4;
}

/// A frame whose header has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) kind: u8,
    /// How many bytes follow the header.
    pub(super) length: u32,
}

/// The frames of one direction of a connection.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    /// How many bytes of the preface have come; `None` if none is expected any more.
    preface: Option<usize>,
    is_http_2: bool,
    /// The bytes of the next header so far.
    header: [u8; HEADER_BYTES],
    header_bytes: usize,
    /// How many bytes of the present frame are missing.
    rest: usize,
    /// Over HTTP/1.1: whether the present line is empty so far.
    line_is_empty: bool,
}

impl Frames {
    /// The frames of a client. Its preface comes first, if it speaks HTTP/2.
    pub(super) fn of_client() -> Frames {
        Frames {
            preface: Some(0),
            is_http_2: false,
            header: [0; HEADER_BYTES],
            header_bytes: 0,
            rest: 0,
            line_is_empty: false,
        }
    }

    /// The frames of a server. Use it only once the client is known to speak HTTP/2.
    pub(super) fn of_server() -> Frames {
        Frames { preface: None, is_http_2: true, ..Frames::of_client() }
    }

    /// Whether the client has sent the preface.
    pub(super) fn is_http_2(&self) -> bool {
        self.is_http_2
    }

    /// Lets these bytes pass, and calls `begins` for every frame whose header ends in them.
    pub(super) fn pass(&mut self, mut bytes: &[u8], mut begins: impl FnMut(Frame)) {
        bytes = self.pass_preface(bytes);
        while self.is_http_2 && !bytes.is_empty() {
            let skipped = self.rest.min(bytes.len());
            self.rest -= skipped;
            bytes = &bytes[skipped..];
            let part = bytes.len().min(HEADER_BYTES - self.header_bytes);
            self.header[self.header_bytes..][..part].copy_from_slice(&bytes[..part]);
            self.header_bytes += part;
            bytes = &bytes[part..];
            if self.header_bytes == HEADER_BYTES {
                let [high, middle, low, kind, ..] = self.header;
                let length = u32::from_be_bytes([0, high, middle, low]);
                (self.header_bytes, self.rest) = (0, length as usize);
                begins(Frame { kind, length });
            }
        }
    }

    /// Lets these bytes of HTTP/1.1 pass, and counts the empty lines among them: one ends the headers of each request.
    pub(super) fn pass_lines(&mut self, bytes: &[u8]) -> u32 {
        let mut empty_lines = 0;
        for byte in bytes {
            match byte {
                b'\n' => empty_lines += u32::from(std::mem::replace(&mut self.line_is_empty, true)),
                b'\r' => {}
                _ => self.line_is_empty = false,
            }
        }
        empty_lines
    }

    /// Returns the bytes after the preface.
    fn pass_preface<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some(come) = self.preface else { return bytes };
        let part = bytes.len().min(PREFACE.len() - come);
        if bytes[..part] != PREFACE[come..][..part] {
            self.preface = None;
        } else if come + part == PREFACE.len() {
            (self.preface, self.is_http_2) = (None, true);
        } else {
            self.preface = Some(come + part);
        }
        &bytes[part..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(frames: &mut Frames, pieces: &[&[u8]]) -> Vec<Frame> {
        let mut passed = Vec::new();
        pieces.iter().for_each(|piece| frames.pass(piece, |frame| passed.push(frame)));
        passed
    }

    #[test]
    fn frames_are_found_however_their_bytes_come() {
        let settings: &[u8] = &[0, 0, 6, kind::SETTINGS, 0, 0, 0, 0, 0, 0, 4, 0, 0, 3, 232];
        let data: &[u8] = &[0, 0, 2, kind::DATA, 1, 0, 0, 0, 1, 8, 9];
        let empty: &[u8] = &[0, 0, 0, kind::DATA, 0, 0, 0, 0, 1];
        let bytes = [PREFACE, settings, empty, data, empty].concat();
        let frame = |kind, length| Frame { kind, length };
        let expected = [frame(kind::SETTINGS, 6), frame(kind::DATA, 0), frame(kind::DATA, 2), frame(kind::DATA, 0)];
        for size in 1..=bytes.len() {
            let mut frames = Frames::of_client();
            assert_eq!(passed(&mut frames, &bytes.chunks(size).collect::<Vec<_>>()), expected, "pieces of {size}");
            assert!(frames.is_http_2());
        }
    }

    #[test]
    fn what_is_not_http_2_has_no_frames() {
        let mut frames = Frames::of_client();
        assert_eq!(passed(&mut frames, &[b"P", b"OST / HTTP/1.1\r\nHost: localhost\r\n\r\n"]), []);
        assert!(!frames.is_http_2());
    }

    #[test]
    fn requests_over_http_1_are_counted_however_their_bytes_come() {
        let requests = b"GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\n\n";
        for size in 1..=requests.len() {
            let mut frames = Frames::of_client();
            let counted: u32 = requests.chunks(size).map(|piece| frames.pass_lines(piece)).sum();
            assert_eq!(counted, 3, "pieces of {size}");
        }
    }
}
