//! The rules of Kanaloa, ruling by ruling.

mod random;
