//! Kanaloa in words and drawings.

mod board;
mod describe;
mod german;
mod highlights;
#[cfg(test)]
mod tests;
