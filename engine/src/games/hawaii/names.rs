//! How this game spells its nouns: enums with a name for every variant, and numbers that can't leave their range.

/// An enum without data: `ALL` in order, the variant's place in it, and its name in the notation.
macro_rules! named {
    ($(#[$about:meta])* $noun:ident, $count:literal { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $noun {
            $($(#[$doc])* $variant,)*
        }

        impl $noun {
            /// Every one, in order.
            pub const ALL: [$noun; $count] = [$($noun::$variant),*];

            /// Its place in [`Self::ALL`].
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its name in the notation.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($noun::$variant => $text,)*
                }
            }

            /// The one with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$noun> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}

/// A number with a fixed range that starts at 0 or 1.
macro_rules! numbered {
    ($(#[$about:meta])* $noun:ident, $count:literal from $first:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $noun(u8);

        impl $noun {
            /// Every one, in order.
            pub const ALL: [$noun; $count] = {
                let mut all = [$noun(0); $count];
                let mut index = 0;
                while index < $count {
                    all[index] = $noun(index as u8);
                    index += 1;
                }
                all
            };

            /// Its place in [`Self::ALL`].
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Its number as people say it.
            #[must_use]
            pub const fn number(self) -> u8 {
                self.0 + $first
            }

            /// The one with this number.
            #[must_use]
            pub fn from_number(number: u32) -> Option<$noun> {
                Self::ALL.into_iter().find(|one| u32::from(one.number()) == number)
            }
        }

        impl std::fmt::Display for $noun {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.number())
            }
        }
    };
}

pub(super) use {named, numbered};
