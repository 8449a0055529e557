//! Kanaloa in words and drawings.

mod board;
mod describe;
#[cfg(test)]
mod tests;
