//! The choices that a table is opened with, such as a variant or a beginners' set-up.

use std::fmt;

use crate::seat::SeatCount;

/// One choice that a game offers.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionInfo {
    /// The name: lower case.
    pub name: &'static str,
    /// What it decides, for people.
    pub summary: &'static str,
    /// The values, the default first.
    pub values: &'static [&'static str],
    /// Whether the text form leaves the option out while it has its default value. Set it for an option that a game gets
    /// after matches were recorded: their records, and the rating pools made of them, then stay as they are.
    pub omit_default: bool,
    /// The numbers of seats with which it decides something; empty for all.
    pub seats: &'static [usize],
}

impl OptionInfo {
    /// Whether the text form names the option when it has this value.
    fn is_written(&self, value: &str) -> bool {
        !self.omit_default || value != self.values[0]
    }
}

/// A value for every option of a game, each one of the values that the game offers.
///
/// The text form is canonical: `name=value` for every option in the game's order, joined by commas. Options that
/// [omit their default](OptionInfo::omit_default) are written only when they have another value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choices(Vec<(&'static OptionInfo, &'static str)>);

/// A choice that the game doesn't offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("there is no option {name:?}; {offered}")]
    UnknownName {
        /// The name given.
        name: String,
        /// What there is, in words.
        offered: String,
    },
    /// The option has no such value.
    #[error("option {name} has no value {value:?}; it takes {offered}")]
    UnknownValue {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values there are, in words.
        offered: String,
    },
    /// Not of the form `name=value`.
    #[error("{0:?} is not a valid option: write name=value")]
    NoPair(String),
    /// The same option was given two values.
    #[error("option {0} is given twice")]
    Twice(&'static str),
    /// With this number of seats, the option decides nothing.
    #[error("option {name} decides nothing with {seats} seats; leave it out")]
    DecidesNothing {
        /// The option.
        name: &'static str,
        /// The number of seats.
        seats: SeatCount,
    },
}

impl Choices {
    /// The default value of every option.
    #[must_use]
    pub fn defaults(options: &'static [OptionInfo]) -> Choices {
        Choices(options.iter().map(|option| (option, option.values[0])).collect())
    }

    /// The given `name=value` texts, and the default of every other option.
    ///
    /// # Errors
    /// If a text isn't a value of one of these options, or an option is given twice.
    pub fn parse<'a>(
        options: &'static [OptionInfo],
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Choices, OptionError> {
        let mut choices = Choices::defaults(options);
        let mut given = vec![false; options.len()];
        for text in texts {
            let (name, value) = text.split_once('=').ok_or_else(|| OptionError::NoPair(text.into()))?;
            let index = options.iter().position(|option| option.name == name).ok_or_else(|| {
                let names: Vec<&str> = options.iter().map(|option| option.name).collect();
                let offered = match names.as_slice() {
                    [] => "this game has none".into(),
                    names => format!("there are: {}", names.join(", ")),
                };
                OptionError::UnknownName { name: name.into(), offered }
            })?;
            let option = &options[index];
            let value = option.values.iter().find(|known| **known == value).ok_or_else(|| {
                OptionError::UnknownValue { name: option.name, value: value.into(), offered: option.values.join(", ") }
            })?;
            if std::mem::replace(&mut given[index], true) {
                return Err(OptionError::Twice(option.name));
            }
            choices.0[index].1 = value;
        }
        Ok(choices)
    }

    /// Checks that every option that isn't at its default decides something with this number of seats.
    ///
    /// # Errors
    /// If one doesn't. A game can be opened all the same, but the choice has no effect.
    pub fn check_seats(&self, seats: SeatCount) -> Result<(), OptionError> {
        let idle = |(option, value): &&(&'static OptionInfo, &str)| {
            *value != option.values[0] && !option.seats.is_empty() && !option.seats.contains(&seats.get())
        };
        match self.0.iter().find(idle) {
            None => Ok(()),
            Some((option, _)) => Err(OptionError::DecidesNothing { name: option.name, seats }),
        }
    }

    /// The value of this option.
    ///
    /// # Panics
    /// If the game has no such option.
    #[must_use]
    pub fn get(&self, name: &str) -> &'static str {
        self.0.iter().find(|(option, _)| option.name == name).expect("an option of this game").1
    }

    /// The options as `name=value`, in the game's order: the parts of the canonical text form.
    #[must_use]
    pub fn to_texts(&self) -> Vec<String> {
        let written = self.0.iter().filter(|(option, value)| option.is_written(value));
        written.map(|(option, value)| format!("{}={value}", option.name)).collect()
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_texts().join(","))
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choices({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIANT: OptionInfo = OptionInfo {
        name: "variant",
        summary: "which rules",
        values: &["base", "tactical"],
        omit_default: false,
        seats: &[2],
    };
    static OPTIONS: &[OptionInfo] = &[VARIANT];

    #[test]
    fn what_is_not_given_has_its_default() {
        assert_eq!(Choices::parse(OPTIONS, []).unwrap().to_string(), "variant=base");
        assert_eq!(Choices::parse(OPTIONS, ["variant=tactical"]).unwrap().get("variant"), "tactical");
    }

    #[test]
    fn an_option_that_was_added_later_is_written_only_when_it_is_not_at_its_default() {
        const LATER: OptionInfo =
            OptionInfo { name: "luck", summary: "how much", values: &["some", "none"], omit_default: true, seats: &[] };
        static BOTH: &[OptionInfo] = &[VARIANT, LATER];
        let written = |texts: &[&str]| Choices::parse(BOTH, texts.iter().copied()).unwrap().to_string();
        assert_eq!(written(&["variant=base"]), "variant=base");
        assert_eq!(written(&["luck=some"]), "variant=base");
        assert_eq!(written(&["luck=none"]), "variant=base,luck=none");
        assert_eq!(Choices::parse(BOTH, []).unwrap().get("luck"), "some");
    }

    #[test]
    fn wrong_options_say_what_there_is() {
        let error = |texts: &[&str]| Choices::parse(OPTIONS, texts.iter().copied()).unwrap_err().to_string();
        assert_eq!(error(&["varaint=base"]), r#"there is no option "varaint"; there are: variant"#);
        assert_eq!(error(&["variant=bas"]), r#"option variant has no value "bas"; it takes base, tactical"#);
        assert_eq!(error(&["variant"]), r#""variant" is not a valid option: write name=value"#);
        assert_eq!(error(&["variant=base", "variant=base"]), "option variant is given twice");
    }

    #[test]
    fn an_option_is_not_chosen_where_it_decides_nothing() {
        let [two, three] = [2, 3].map(|seats| SeatCount::new(seats).unwrap());
        let choices = |text| Choices::parse(OPTIONS, [text]).unwrap();
        assert_eq!(choices("variant=tactical").check_seats(two), Ok(()));
        assert_eq!(choices("variant=base").check_seats(three), Ok(()));
        let error = choices("variant=tactical").check_seats(three).unwrap_err().to_string();
        assert_eq!(error, "option variant decides nothing with 3 seats; leave it out");
    }
}
