//! The language-neutral contract of the Kahua arena: the messages of its `.proto` files, and nothing else.

/// The generated messages and services, in modules named like their packages, without the `kahua` that all begin with.
pub mod pb {
    #[cfg(feature = "nodes")]
    pub use crate::generated::kahua::node;
    pub use crate::generated::kahua::{arena, games};
}

#[allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    reason = "generated"
)]
mod generated {
    pub mod kahua {
        pub mod arena {
            pub mod v1 {
                include!("generated/kahua.arena.v1.rs");
            }
        }
        pub mod games {
            pub mod haleakala {
                pub mod v1 {
                    include!("generated/kahua.games.haleakala.v1.rs");
                }
            }
            pub mod hawaii {
                pub mod v1 {
                    include!("generated/kahua.games.hawaii.v1.rs");
                }
            }
            pub mod kanaloa {
                pub mod v1 {
                    include!("generated/kahua.games.kanaloa.v1.rs");
                }
            }
        }
        #[cfg(feature = "nodes")]
        pub mod node {
            pub mod v1 {
                include!("generated/kahua.node.v1.rs");
            }
        }
    }
}

#[cfg(feature = "service")]
pub mod codec;
#[cfg(feature = "service")]
mod encode;
#[cfg(feature = "json")]
pub mod json;
pub mod time;

/// The encoded descriptor set of all files that bots and organizers use: for reflection and for reading messages without their types.
pub const DESCRIPTORS: &[u8] = include_bytes!("generated/descriptors.bin");
