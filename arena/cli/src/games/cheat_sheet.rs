//! A game's cheat sheet: what the author of a bot looks up most, on one page.
//!
//! Everything on it is read from the game's `.proto` file, its ruleset and its text board; [`Highlights`] say which parts.

mod messages;

use std::fmt::Write as _;

use kahua_engine::ruleset::values;
use kahua_engine::{Choices, Dice, GameEntry, OptionInfo, PerSeat, Phase, Seed, Viewer};
use kahua_show::{Highlights, Picture, Wording, shown};
use prost_reflect::{EnumDescriptor, FieldDescriptor};

use self::messages::{ActionKind, Messages, enums_of, meaning_of, must_be_set, type_of};

/// The cheat sheet as Markdown.
///
/// # Panics
/// If the highlights of the game name something that isn't there. A test makes the sheets of all games.
pub(crate) fn cheat_sheet(game: &dyn GameEntry) -> String {
    let info = game.info();
    let messages = Messages::of(info.name);
    let highlights = highlights(game);
    let actions = messages.action_kinds();
    let view: Vec<(&str, FieldDescriptor)> =
        highlights.view_fields.iter().map(|path| (*path, messages.view_field(path))).collect();
    let seats: Vec<String> = info.seats.clone().map(|count| count.to_string()).collect();
    let mut fields: Vec<FieldDescriptor> = view.iter().map(|(_, field)| field.clone()).collect();
    fields.extend(actions.iter().flat_map(|action| action.fields.clone()));
    format!(
        "# {title} on one page\n\
         `kahua games {name} --cheat-sheet` prints this page from the protocol and the ruleset. `kahua asks --game {name}` \
         prints asks to try a bot on, and `kahua ask` asks your bot what was asked in a match.\n\n\
         Seats: {seats}. Options: {options}. An arena shows the whole rules at `/rules/{name}/`.\n\n\
         {aim}\n\n\
         ## Places and numbers\n{introduction}\n\n\
         ```text\n{picture}\n```\n\n\
         ## Actions\n\
         `kind` is the field of the action's `oneof kind` that is set, and *when* the field of `oneof step` in the view's `open`.\n\
         A field with * must be set, even if it is 0.\n\n{actions}\n\
         ## The view\n\
         These fields of `view.{name}` matter most; the `.proto` file has all. `players` is a list by seat.\n\n{view}\n\
         ## Names\n{names}\n\
         ## Values\n\
         They are of the ruleset `{ruleset}`; `kahua games {name} --values` prints all. A value with * is assumed: no published \
         text has it.\n\n{values}",
        title = info.title,
        name = info.name,
        seats = seats.join(", "),
        options = options(info.options),
        aim = highlights.aim,
        introduction = introduction(&messages.introduction()),
        picture = picture(game, &highlights.picture),
        actions = action_table(&actions),
        view = view_table(&view),
        names = enums_of(&fields).iter().map(names).collect::<String>(),
        ruleset = game.built_in_ruleset().id(),
        values = value_table(game, highlights),
    )
}

fn highlights(game: &dyn GameEntry) -> &'static Highlights {
    let info = game.info();
    let seats = info.seat_count(*info.seats.start()).expect("a number of seats of the game");
    let open = game.built_in_ruleset().open(seats, &Choices::defaults(info.options)).expect("seats of the game");
    shown(&*open).highlights()
}

fn options(options: &[OptionInfo]) -> String {
    let told = options.iter().map(|option| {
        let seats: Vec<String> = option.seats.iter().map(ToString::to_string).collect();
        let only = if seats.is_empty() { String::new() } else { format!("; with {} seats", seats.join(" or ")) };
        format!("`{}` ({}{only})", option.name, code_list(option.values.iter().copied()))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "none".to_owned() } else { format!("{}; the first value is the default", told.join(", ")) }
}

/// The comment as one paragraph, without its first sentence, which says what the file is.
fn introduction(comment: &str) -> String {
    comment.split_once(". ").map_or(comment, |(_, rest)| rest).replace("\n\n", " ")
}

/// Part of the text board of a position, which is the same whenever it is made.
fn picture(game: &dyn GameEntry, picture: &Picture) -> String {
    let info = game.info();
    let seats = info.seat_count(picture.seats).expect("the highlights have a number of seats of the game");
    let mut open = game.built_in_ruleset().open(seats, &Choices::defaults(info.options)).expect("seats of the game");
    let mut dice = Dice::new(Seed::from_number(1));
    for _ in 0..picture.events {
        match open.phase() {
            Phase::Decide(_) => {
                let legal = u32::try_from(open.legal_count()).expect("a legal list has a bound");
                open.play(dice.below(legal) as usize);
            }
            Phase::Chance => drop(open.draw(&mut dice)),
            Phase::Over(_) => panic!("{} ends before the position of the highlights", info.name),
        }
    }
    let names = PerSeat::from_fn(seats, |seat| format!("seat {seat}"));
    let board = shown(&*open).text_board(Viewer::Public, Wording::english(&names));
    let paragraphs: Vec<&str> = board.trim_end().split("\n\n").collect();
    paragraphs[picture.paragraphs.clone()].join("\n\n")
}

fn action_table(actions: &[ActionKind]) -> String {
    let mut table = "| kind | notation | fields | when | what it does |\n|---|---|---|---|---|\n".to_owned();
    for ActionKind { name, notation, meaning, fields, steps } in actions {
        let fields: Vec<String> = fields.iter().map(action_field).collect();
        let _ = writeln!(
            table,
            "| `{name}` | {} | {} | {} | {meaning} |",
            notations(notation),
            fields.join("; "),
            code_list(steps.iter().map(String::as_str)),
        );
    }
    table
}

/// The examples of a notation as code, and what the file says of them as text: `swap:a-kl4:b-ka3`, the islands in order.
fn notations(told: &str) -> String {
    let example = |told: &str| match told.split_once(", ") {
        Some((example, note)) => format!("`{example}`, {note}"),
        None => format!("`{told}`"),
    };
    told.split("; ").map(example).collect::<Vec<_>>().join(", ")
}

fn action_field(field: &FieldDescriptor) -> String {
    let mark = if must_be_set(field) { "*" } else { "" };
    let named = match type_of(field).as_str() {
        "number" | "bool" => String::new(),
        other => format!(" ({other})"),
    };
    format!("`{}`{mark}{named}: {}", field.name(), as_fragment(&meaning_of(field)))
}

/// A sentence as part of another: with a small letter at its beginning and without its full stop.
fn as_fragment(sentence: &str) -> String {
    let mut letters = sentence.trim_end_matches('.').chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn view_table(view: &[(&str, FieldDescriptor)]) -> String {
    let mut table = "| field | type | what it says |\n|---|---|---|\n".to_owned();
    for (path, field) in view {
        let _ = writeln!(table, "| `{path}` | {} | {} |", type_of(field), meaning_of(field));
    }
    table
}

/// The names of an enum, without the one that is never sent.
fn names(names: &EnumDescriptor) -> String {
    let all: Vec<String> = names.values().map(|value| value.name().to_owned()).collect();
    let prefix = all[0].trim_end_matches("UNSPECIFIED");
    let short = all.iter().skip(1).map(|name| name.strip_prefix(prefix).unwrap_or(name));
    format!("- {}: `{prefix}` and {}\n", names.name(), short.collect::<Vec<_>>().join(", "))
}

fn value_table(game: &dyn GameEntry, highlights: &Highlights) -> String {
    let all = values(game.info().ruleset).expect("the built-in ruleset is sound");
    let mut table = "| name | value | what it is |\n|---|---|---|\n".to_owned();
    for group in highlights.values {
        let values: Vec<String> = (all.iter())
            .filter_map(|value| {
                let label = below(group.path, &value.path)?;
                let mark = if value.assumed { "\\*" } else { "" };
                let text = value.value.replace('"', "");
                Some(format!("{label}{text}{mark}"))
            })
            .collect();
        assert!(!values.is_empty(), "the ruleset of {} has no {}", game.info().name, group.path);
        let _ = writeln!(table, "| `{}` | {} | {} |", group.path, values.join(", "), group.meaning);
    }
    table
}

/// What of the path of a value stands behind that of its group, as a label; `None` if it isn't in the group. The numbers of lists
/// count in neither.
fn below(group: &str, path: &str) -> Option<String> {
    let names: Vec<&str> = path.split('.').filter(|name| name.parse::<usize>().is_err()).collect();
    let path = names.join(".");
    match path.strip_prefix(group)? {
        "" => Some(String::new()),
        rest => Some(format!("{} ", rest.strip_prefix('.')?)),
    }
}

fn code_list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    items.map(|item| format!("`{item}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    use kahua_engine::registry::{self, Visit};
    use kahua_engine::{Game, Wire};
    use kahua_proto::json::to_json;

    use super::*;

    /// The longest that a sheet may be, in lines.
    const LINES_MAX: usize = 100;

    fn page(game: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/bots/{game}.md"))
    }

    #[test]
    fn the_pages_of_the_docs_are_the_sheets() {
        for game in registry::all() {
            let (sheet, page) = (cheat_sheet(*game), page(game.info().name));
            if env::var_os("UPDATE_GOLDENS").is_some() {
                fs::write(&page, &sheet).unwrap();
            }
            let written = fs::read_to_string(&page).unwrap_or_default();
            assert!(
                written == sheet,
                "run `UPDATE_GOLDENS=1 cargo test -p kahua cheat_sheet`: {} differs",
                page.display()
            );
            assert!(sheet.lines().count() <= LINES_MAX, "{} is too long", page.display());
        }
    }

    /// The notation on the sheet is the notation of the kind beside it.
    struct Notations(usize);

    impl Visit for Notations {
        fn visit<G: Wire>(&mut self) {
            let name = <G as Game>::INFO.name;
            for ActionKind { name: kind, notation, steps, .. } in Messages::of(name).action_kinds() {
                assert!(!steps.is_empty(), "{name}: no step says when {kind} is possible");
                for example in notation.split("; ").map(|told| told.split(", ").next().unwrap()) {
                    let action: G::Action = example.parse().unwrap_or_else(|error| panic!("{name}, {kind}: {error:?}"));
                    let message = to_json(&G::action_to_wire(&action));
                    assert!(message[name].get(&kind).is_some(), "{name}, {kind}: {example} is {message}");
                    self.0 += 1;
                }
            }
        }
    }

    #[test]
    fn every_notation_is_that_of_its_kind() {
        let mut notations = Notations(0);
        registry::visit_all(&mut notations);
        assert!(notations.0 > 40, "{} notations were tried", notations.0);
    }

    #[test]
    fn values_are_found_by_their_names_without_numbers() {
        assert_eq!(below("points", "points.nautilus"), Some("nautilus ".into()));
        assert_eq!(below("points", "points_last.nautilus"), None);
        assert_eq!(below("rounds.target", "rounds.3.target"), Some(String::new()));
    }
}
