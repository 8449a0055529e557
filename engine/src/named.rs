//! The small nouns of a game: enums with a name for every variant, and numbers that can't leave their range.

/// Declares an enum without data whose variants have names in the notation.
///
/// The enum gets `COUNT`, `ALL` (in order), `index`, `name`, [`Display`](std::fmt::Display), which writes the name,
/// [`FromStr`](std::str::FromStr), which reads it, and [`Ordinal`](crate::Ordinal), so that a
/// [`Set`](crate::Set) can hold it.
///
/// ```ignore
/// named! {
///     /// The four seasons.
///     pub enum Season {
///         /// The first one.
///         Spring = "spring",
///         ..
///     }
/// }
/// ```
macro_rules! named {
    ($(#[$about:meta])* pub enum $noun:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $noun {
            $($(#[$doc])* $variant,)+
        }

        impl $noun {
            /// How many there are.
            pub const COUNT: usize = [$($name),+].len();

            /// All of them, in order.
            pub const ALL: [$noun; $noun::COUNT] = [$($noun::$variant),+];

            /// Its place in [`Self::ALL`].
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its name in the notation.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($noun::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $noun {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $noun {
            type Err = $crate::ParseNotationError;

            fn from_str(text: &str) -> Result<$noun, $crate::ParseNotationError> {
                const EXPECTED: &str = concat!(stringify!($noun), " (one of:", $(" ", $name),+, ")");
                let found = $noun::ALL.into_iter().find(|one| one.name() == text);
                found.ok_or_else(|| $crate::ParseNotationError::new(text, EXPECTED))
            }
        }

        $crate::named::impl_ordinal!($noun);
    };
}

/// Declares a number with a fixed range: `pub struct Dock(1..=4)`, or `pub enum Disc(1..=5) { D1, D2, D3, D4, D5 }`. The
/// compiler knows the range of an enum, which saves checks where a hot loop indexes by it.
///
/// It gets `COUNT`, `ALL` (in order), `index`, which counts from 0, `number`, which counts from the first number,
/// `from_number`, [`Display`](std::fmt::Display), [`FromStr`](std::str::FromStr) and [`Ordinal`](crate::Ordinal).
macro_rules! numbered {
    ($(#[$about:meta])* pub struct $noun:ident($first:literal..=$last:literal);) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $noun(u8);

        impl $noun {
            /// All of them, in order.
            pub const ALL: [$noun; $noun::COUNT] = {
                let mut all = [$noun(0); $noun::COUNT];
                let mut index = 0;
                while index < all.len() {
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
        }

        $crate::named::numbered!(@number $noun, $first, $last);
    };
    ($(#[$about:meta])* pub enum $noun:ident($first:literal..=$last:literal) { $($variant:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the names are the numbers")]
        pub enum $noun {
            $($variant,)+
        }

        impl $noun {
            /// All of them, in order.
            pub const ALL: [$noun; $noun::COUNT] = [$($noun::$variant),+];

            /// Its place in [`Self::ALL`].
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        $crate::named::numbered!(@number $noun, $first, $last);
    };
    (@number $noun:ident, $first:literal, $last:literal) => {
        impl $noun {
            /// How many there are.
            pub const COUNT: usize = $last - $first + 1;

            /// Its number as people say it.
            #[must_use]
            pub const fn number(self) -> u8 {
                self.index() as u8 + $first
            }

            /// The one with this number.
            #[must_use]
            pub fn from_number(number: u32) -> Option<$noun> {
                $noun::ALL.get((number as usize).checked_sub($first)?).copied()
            }
        }

        impl std::fmt::Display for $noun {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.number())
            }
        }

        impl std::str::FromStr for $noun {
            type Err = $crate::ParseNotationError;

            fn from_str(text: &str) -> Result<$noun, $crate::ParseNotationError> {
                const EXPECTED: &str = concat!(stringify!($noun), " (", $first, " to ", $last, ")");
                let found = $crate::game::parse_number(text).and_then($noun::from_number);
                found.ok_or_else(|| $crate::ParseNotationError::new(text, EXPECTED))
            }
        }

        $crate::named::impl_ordinal!($noun);
    };
}

/// Makes a noun with `COUNT`, `ALL` and `index` an [`Ordinal`](crate::Ordinal).
macro_rules! impl_ordinal {
    ($noun:ident) => {
        impl $crate::Ordinal for $noun {
            const COUNT: usize = $noun::COUNT;

            fn ordinal(self) -> usize {
                self.index()
            }

            fn from_ordinal(ordinal: usize) -> $noun {
                $noun::ALL[ordinal]
            }
        }
    };
}

pub(crate) use {impl_ordinal, named, numbered};

#[cfg(test)]
#[expect(unreachable_pub, reason = "the macros declare public types, as the games need them")]
mod tests {
    named! {
        /// A fruit.
        pub enum Fruit {
            /// Yellow.
            Banana = "banana",
            /// Purple.
            Taro = "taro",
        }
    }

    numbered! {
        /// A dock.
        pub struct Dock(1..=4);
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        assert_eq!(Fruit::ALL.map(|fruit| fruit.to_string().parse()), Fruit::ALL.map(Ok));
        let error = "Taro".parse::<Fruit>().unwrap_err().to_string();
        assert_eq!(error, r#""Taro" is not a valid Fruit (one of: banana taro)"#);
    }

    #[test]
    fn numbers_are_read_as_they_are_written_and_stay_in_their_range() {
        assert_eq!(Dock::ALL.map(|dock| dock.to_string().parse()), Dock::ALL.map(Ok));
        assert_eq!((Dock::ALL[0].index(), Dock::ALL[0].number()), (0, 1));
        for text in ["0", "5", "01", "+1", "", "1 "] {
            let error = text.parse::<Dock>().unwrap_err().to_string();
            assert_eq!(error, format!("{text:?} is not a valid Dock (1 to 4)"));
        }
        assert_eq!(Dock::from_number(0), None);
    }
}
