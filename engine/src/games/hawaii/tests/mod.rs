//! Tests of the rules, by ruling.
