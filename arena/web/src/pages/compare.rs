//! How much stronger one bot is than another, and how certain that is.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use serde::Deserialize;

use crate::failure::Failure;
use crate::figures::{interval, likelihood, meaning};
use crate::frame::{Frame, Section};
use crate::language::{Language, compose, say, say_count};
use crate::path::in_query;
use crate::source::Source;
use crate::words;

/// How many names the form proposes.
const NAMES_MAX: usize = 500;

/// The bots to compare. The form sends an empty text for an empty field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct CompareQuery {
    pub(super) bot: String,
    pub(super) other: String,
    pub(super) league: String,
}

/// The path of the comparison of these two.
pub(super) fn path(bot: &str, other: &str) -> String {
    format!("compare/?bot={}&other={}", in_query(bot), in_query(other))
}

pub(crate) async fn page(source: &impl Source, frame: &Frame, wanted: &CompareQuery) -> Result<Markup, Failure> {
    let names: Vec<String> = source.bots().await?.into_iter().take(NAMES_MAX).map(|bot| bot.name).collect();
    let (one, other) = (wanted.bot.trim(), wanted.other.trim());
    let comparisons = match one.is_empty() || other.is_empty() {
        true => None,
        false => Some(source.comparisons(wanted.request()).await?),
    };
    let language = frame.language;
    let title = say!(language, "Compare two bots");
    let content = html! {
        h1 { (title) }
        (form(language, wanted, &names))
        @match &comparisons {
            None => { p { (say!(language, "Choose two bots to see by how much the first is stronger.")) } }
            Some(comparisons) if comparisons.is_empty() => {
                p { (say!(language, "There is no pool in which both have played rated matches.")) }
            }
            Some(comparisons) => {
                @for comparison in comparisons { (section(frame, one, other, comparison)) }
                p.faint {
                    (say!(
                        language,
                        "The difference comes from all rated matches of a pool, those against third bots too. Two bots may \
                         overlap in the standings and still differ clearly: what they have in common cancels out."
                    ))
                }
            }
        }
    };
    Ok(frame.page(title, Section::Bots, content))
}

impl CompareQuery {
    pub(crate) fn request(&self) -> pb::CompareBotsRequest {
        pb::CompareBotsRequest {
            bot: self.bot.trim().to_owned(),
            other: self.other.trim().to_owned(),
            league: Some(self.league.trim().to_owned()).filter(|league| !league.is_empty()),
            ..pb::CompareBotsRequest::default()
        }
    }
}

fn form(language: Language, wanted: &CompareQuery, names: &[String]) -> Markup {
    html! {
        form.filters method="get" {
            label {
                (say!(language, "Bot")) " "
                input name="bot" list="names" value=(words::safe(&wanted.bot)) required size="16" autocomplete="off";
            }
            label {
                (say!(language, "compared with")) " "
                input name="other" list="names" value=(words::safe(&wanted.other)) required size="16" autocomplete="off";
            }
            label {
                (say!(language, "in league (any if empty)")) " "
                input name="league" value=(words::safe(&wanted.league)) size="16" autocomplete="off";
            }
            button type="submit" { (say!(language, "Compare")) }
            datalist id="names" { @for name in names { option value=(words::safe(name)) {} } }
        }
    }
}

fn section(frame: &Frame, one: &str, other: &str, comparison: &pb::Comparison) -> Markup {
    let difference = comparison.difference.unwrap_or_default();
    let pool = comparison.pool.clone().unwrap_or_default();
    let named = |name: &str, version: &str| {
        words::safe(&match version {
            "" => name.to_owned(),
            version => format!("{name} ({version})"),
        })
    };
    let language = frame.language;
    let (first, second) = (named(one, &comparison.version), named(other, &comparison.other_version));
    html! {
        section {
            @let matches = words::pool(language, &pool);
            h2 {
                @if pool.league.is_empty() { (matches) }
                @else { (compose!(language, "{0}, league {1}", matches, words::league(frame, &pool.league))) }
            }
            p { bdi { (meaning(language, &first, &second, &difference)) } }
            dl.figures {
                div { dt { (say!(language, "Difference")) } dd { (format!("{:+.0}", difference.elo)) } }
                div { dt { (say!(language, "95 % interval")) } dd { (interval(language, difference.lower, difference.upper)) } }
                div {
                    dt { (say!(language, "The first is stronger")) }
                    dd { (difference.superiority.map_or("-".into(), likelihood)) }
                }
                div {
                    dt { (say!(language, "They met")) }
                    dd {
                        @if comparison.matches == 0 { (say!(language, "never")) } @else {
                            @let matches = say_count!(language, comparison.matches, "{0} match", "{0} matches");
                            (say!(language, "in {0}, score {1}", matches, words::percent(language, comparison.score)))
                        }
                    }
                }
            }
        }
    }
}
