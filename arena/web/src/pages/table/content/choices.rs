//! What a person can decide: the bar with what is chosen, and the list of what can be chosen next.

use std::collections::{BTreeMap, BTreeSet};

use kahua_engine::Phase;
use kahua_show::shown;
use maud::{Markup, html};

use super::Content;
use crate::language::say;
use crate::play::Turn;
use crate::play::you;

/// A longer list is divided into groups.
const UNGROUPED_MAX: usize = 12;

/// An action that can be chosen.
struct Choice {
    /// Its number in the list of legal actions.
    index: usize,
    text: String,
    /// The ids, in the drawing, of what it is about.
    places: Vec<String>,
}

impl Content<'_> {
    /// What is always in sight: whose turn it is, and the buttons that send or take back.
    pub(super) fn action_bar(&self) -> Markup {
        let language = self.frame.language;
        let unreachable = say!(language, "The arena can't be reached. Try again in a moment.");
        html! {
            form.action-bar method="post" action=(self.act()) aria-label=(say!(language, "Your turn")) {
                p.status role="status" tabindex="-1" data-unreachable=(unreachable) {
                    @if self.late { (say!(language, "Something else had happened before that, so it wasn't done.")) " " }
                    (self.status())
                }
                @if self.is_mine() && !self.view.tried.is_empty() {
                    (self.hidden())
                    p.buttons {
                        button.primary name="do" value="send" { (say!(language, "Send")) } " "
                        button name="do" value="back" { (say!(language, "Take back")) } " "
                        @if self.view.tried.len() > 1 {
                            button name="do" value="back-to-start" {
                                (say!(language, "Take back all {0}", self.view.tried.len()))
                            }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn deciding(&self) -> Markup {
        let language = self.frame.language;
        html! {
            @if self.is_mine() {
                form #deciding method="post" action=(self.act()) {
                    (self.hidden())
                    @if self.view.tried.len() > 1 { (self.tried()) }
                    @if self.view.turn == Turn::Decide { (self.actions()) }
                    p.faint {
                        @if self.view.at_once {
                            (say!(language, "A turn is sent as soon as nothing more can be decided in it.")) " "
                            button name="do" value="not-at-once" { (say!(language, "Ask before sending")) }
                        } @else {
                            (say!(language, "Nothing is sent before you send it.")) " "
                            button name="do" value="at-once" { (say!(language, "Send complete turns at once")) }
                        }
                    }
                }
            }
            @if !self.is_over() {
                details #give-up {
                    summary { (say!(language, "Give up")) }
                    form method="post" action=(self.act()) {
                        (self.hidden())
                        button name="do" value="resign" { (say!(language, "Resign this match")) }
                    }
                }
            }
        }
    }

    fn is_mine(&self) -> bool {
        matches!(self.view.turn, Turn::Decide | Turn::Confirm)
    }

    fn act(&self) -> String {
        self.frame.link(&format!("play/{}/act/", self.table.id))
    }

    fn hidden(&self) -> Markup {
        html! {
            (self.csrf)
            input type="hidden" name="seat" value=(self.seat);
            input type="hidden" name="at" value=(self.view.stamp);
        }
    }

    fn tried(&self) -> Markup {
        let language = self.frame.language;
        html! {
            h2 { (say!(language, "Chosen, not sent yet")) }
            ol.tried { @for (text, _) in &self.view.tried { li { (self.to_me(text)) } } }
        }
    }

    /// The legal actions. Each has the ids, in the drawing, of what it is about, so that the script finds it from a
    /// click.
    fn actions(&self) -> Markup {
        let (game, language) = (shown(&*self.view.game), self.frame.language);
        let count = if *game.phase() == Phase::Decide(self.seat) { game.legal_count() } else { 0 };
        let choice = |index| Choice {
            index,
            text: you::to_do(language, &game.describe_action(index, self.wording()), &self.view.names[self.seat]),
            places: game.places(index),
        };
        let choices: Vec<Choice> = (0..count).map(choice).collect();
        html! {
            h2 { (say!(language, "You can do this")) }
            p #filter hidden {
                (say!(language, "Only what has to do with the places that you clicked.")) " "
                button type="button" { (say!(language, "Show all")) }
            }
            @for group in grouped(choices) {
                ul.actions {
                    @for choice in group {
                        li {
                            button name="try" value=(choice.index) data-places=(choice.places.join(" ")) { (choice.text) }
                        }
                    }
                }
            }
        }
    }
}

/// The choices in groups with a place in common, if there are many. Which of their places that is decides how even the groups
/// are: as many groups as each has members.
fn grouped(choices: Vec<Choice>) -> Vec<Vec<Choice>> {
    if choices.len() <= UNGROUPED_MAX {
        return vec![choices];
    }
    let deepest = choices.iter().map(|choice| choice.places.len()).max().unwrap_or(0);
    let by = |place: usize| {
        let key = |choice: &Choice| choice.places.get(place).cloned().unwrap_or_default();
        let keys: Vec<String> = choices.iter().map(key).collect();
        let count = keys.iter().collect::<BTreeSet<_>>().len();
        (count.abs_diff(choices.len() / count.max(1)), keys)
    };
    let Some((_, keys)) = (0..deepest).map(by).min_by_key(|(uneven, _)| *uneven) else { return vec![choices] };
    let mut order: Vec<String> = Vec::new();
    let mut groups: BTreeMap<String, Vec<Choice>> = BTreeMap::new();
    for (key, choice) in keys.into_iter().zip(choices) {
        if !groups.contains_key(&key) {
            order.push(key.clone());
        }
        groups.entry(key).or_default().push(choice);
    }
    order.iter().filter_map(|key| groups.remove(key)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(count: usize, places: impl Fn(usize) -> Vec<String>) -> Vec<Choice> {
        (0..count).map(|index| Choice { index, text: index.to_string(), places: places(index) }).collect()
    }

    #[test]
    fn many_choices_are_grouped_by_what_divides_them_most_evenly() {
        // As fish are laid: by side, current and island.
        let fish = |index: usize| {
            vec![format!("side-{}", index % 2), format!("current-{}", index / 4), format!("island-{}", index / 2 % 2)]
        };
        let groups = grouped(choices(80, fish));
        assert_eq!((groups.len(), groups[0].len()), (20, 4));
        let all: Vec<usize> = groups.iter().flatten().map(|choice| choice.index).collect();
        assert_eq!(all, (0..80).collect::<Vec<_>>(), "in the order of the list");
        assert_eq!(grouped(choices(12, fish)).len(), 1, "few are seen at a glance");
        assert_eq!(grouped(choices(20, |_| Vec::new())).len(), 1);
    }
}
