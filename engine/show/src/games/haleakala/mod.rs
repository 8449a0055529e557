//! Haleakala in words and drawings.

mod board;
mod describe;
#[cfg(test)]
mod tests;
