//! A condition that a view or a ruleset must meet.

/// Returns an error with this message from the function unless the condition holds. Takes the arguments of [`format!`];
/// the error type is made from the text.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if $condition {
        } else {
            return Err(format!($($message)+).into());
        }
    };
}

pub(crate) use ensure;
