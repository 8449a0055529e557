//! The actions and chance outcomes of a game: each is declared once, with its notation.

/// Declares the actions or the chance outcomes of a game, each with its text in the notation.
///
/// The enum gets [`Display`](std::fmt::Display), which writes the text, and [`FromStr`](std::str::FromStr), which reads it and
/// nothing else. The pieces of a text are literals and the variant's values, which are written and read as their types do it. A
/// value reaches up to the literal after it, or to the end. `if` says what must hold of the values beyond that.
///
/// ```ignore
/// actions! {
///     /// What may be done. The text after the name says what was expected where something else was read.
///     pub enum Action: "action, such as sow:rye,3 or rest" {
///         /// Sows so many seeds.
///         Sow(crop: Crop, seeds: Seeds) = ["sow:" crop "," seeds],
///         /// Exchanges two crops.
///         Swap { from: Crop, to: Crop } = ["swap:" from "-" to] if from != to,
///         /// Does nothing.
///         Rest = ["rest"],
///     }
/// }
/// ```
macro_rules! actions {
    (
        $(#[$about:meta])*
        pub enum $noun:ident: $expected:literal {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $(($($item:ident: $item_type:ty),+))?
                $({ $($(#[$field_doc:meta])* $field:ident: $field_type:ty),+ $(,)? })?
                = [$($piece:tt)+] $(if $holds:expr)?,
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $noun {
            $(
                $(#[$doc])*
                $variant $(($($item_type),+))? $({ $($(#[$field_doc])* $field: $field_type),+ })?,
            )+
        }

        impl std::fmt::Display for $noun {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($noun::$variant $(($($item),+))? $({ $($field),+ })? => {
                        $($crate::actions::actions!(@write f, $piece)?;)+
                    })+
                }
                Ok(())
            }
        }

        impl std::str::FromStr for $noun {
            type Err = $crate::ParseNotationError;

            fn from_str(text: &str) -> Result<$noun, $crate::ParseNotationError> {
                $(
                    let read = $crate::actions::actions!(
                        @read text, [[$noun::$variant $(($($item),+))? $({ $($field),+ })?] $($holds)?]; $($piece)+
                    );
                    // Some nouns can be read from more texts than the one that they are written as.
                    if let Some(read) = read && $crate::game::is_written_as(&read, text) {
                        return Ok(read);
                    }
                )+
                Err($crate::ParseNotationError::new(text, $expected))
            }
        }
    };
    (@write $f:ident, $text:literal) => { $f.write_str($text) };
    (@write $f:ident, $value:ident) => { write!($f, "{}", $value) };
    (@read $rest:ident, $made:tt; $text:literal $($piece:tt)*) => {
        match $rest.strip_prefix($text) {
            Some(rest) => $crate::actions::actions!(@read rest, $made; $($piece)*),
            None => None,
        }
    };
    (@read $rest:ident, $made:tt; $value:ident $text:literal $($piece:tt)*) => {
        match $rest.split_once($text) {
            Some((value, rest)) => match value.parse() {
                Ok($value) => $crate::actions::actions!(@read rest, $made; $($piece)*),
                Err(_) => None,
            },
            None => None,
        }
    };
    (@read $rest:ident, $made:tt; $value:ident) => {
        match $rest.parse() {
            Ok($value) => $crate::actions::actions!(@made $made),
            Err(_) => None,
        }
    };
    (@read $rest:ident, $made:tt;) => {
        if $rest.is_empty() { $crate::actions::actions!(@made $made) } else { None }
    };
    (@made [[$($made:tt)+]]) => { Some($($made)+) };
    (@made [[$($made:tt)+] $holds:expr]) => {{
        let made = $($made)+;
        if $holds { Some(made) } else { None }
    }};
}

pub(crate) use actions;

#[cfg(test)]
#[expect(unreachable_pub, reason = "the macro declares public types, as the games need them")]
mod tests {
    actions! {
        /// What may be done.
        pub enum Action: "action, such as sow:3 or rest" {
            /// Sows so many seeds.
            Sow(seeds: u8) = ["sow:" seeds],
            /// Sows nothing.
            SowNothing = ["sow:nothing"],
            /// Exchanges two of something.
            Swap {
                /// The first.
                from: u8,
                /// The second, which is another.
                to: u8,
            } = ["swap:" from "-" to] if from < to,
            /// Does nothing.
            Rest = ["rest"],
        }
    }

    #[test]
    fn actions_are_read_as_they_are_written() {
        let all = [Action::Sow(3), Action::SowNothing, Action::Swap { from: 1, to: 20 }, Action::Rest];
        assert_eq!(all.map(|action| action.to_string()), ["sow:3", "sow:nothing", "swap:1-20", "rest"]);
        assert_eq!(all.map(|action| action.to_string().parse()), all.map(Ok));
    }

    #[test]
    fn nothing_else_is_read() {
        for text in ["", "sow", "sow:", "sow:+3", "sow:03", "sow:3 ", "swap:2-1", "swap:1", "swap:1-2-3", "rest:1"] {
            let error = text.parse::<Action>().unwrap_err().to_string();
            assert_eq!(error, format!("{text:?} is not a valid action, such as sow:3 or rest"));
        }
    }
}
