//! Black-box tests: whole programs over the wire, and a look over the source tree.
//!
//! What the tests share stands here.
