//! What a player can do, in German: "Anna legt Scheibe 3 an Strand 1." becomes "Lege Scheibe 3 an Strand 1."
//!
//! In German, too, a sentence about what a player does begins with the name and the verb. A test goes through random matches of
//! each game.

use super::capital;

/// The verbs of players, each with its imperative.
const VERBS: [(&str, &str); 33] = [
    ("baut", "baue"),
    ("beendet", "beende"),
    ("beginnt", "beginne"),
    ("bekommt", "bekomm"),
    ("beraubt", "beraube"),
    ("besetzt", "besetze"),
    ("bewegt", "bewege"),
    ("bleibt", "bleibe"),
    ("bringt", "bringe"),
    ("dreht", "drehe"),
    ("erhält", "erhalte"),
    ("erlaubt", "erlaube"),
    ("eröffnet", "eröffne"),
    ("erzielt", "erziele"),
    ("fängt", "fange"),
    ("geht", "gehe"),
    ("gibt", "gib"),
    ("kauft", "kaufe"),
    ("landet", "lande"),
    ("legt", "lege"),
    ("lässt", "lass"),
    ("nimmt", "nimm"),
    ("opfert", "opfere"),
    ("schickt", "schicke"),
    ("setzt", "setze"),
    ("stellt", "stelle"),
    ("tauscht", "tausche"),
    ("verbietet", "verbiete"),
    ("verlässt", "verlasse"),
    ("versetzt", "versetze"),
    ("wählt", "wähle"),
    ("zahlt", "zahle"),
    ("zieht", "ziehe"),
];

/// What the player of this name can do, as an order. What follows from it stays as it is.
pub(super) fn to_do(text: &str, name: &str) -> String {
    let deed = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    let Some((deed, what_follows)) = deed.map(|deed| deed.split_at(deed.find(". ").unwrap_or(deed.len()))) else {
        return text.to_owned();
    };
    let mut order: Vec<String> = Vec::new();
    for word in deed.split(' ') {
        // Further things that the player does follow after a comma or "und".
        let is_verb = order.last().is_none_or(|last| last.ends_with(',') || last == "und");
        match imperative(word) {
            Some(verb) if order.is_empty() => order.push(capital(verb)),
            Some(verb) if is_verb => order.push(verb.to_owned()),
            _ => order.push(word.to_owned()),
        }
    }
    order.join(" ") + what_follows
}

fn imperative(word: &str) -> Option<&'static str> {
    VERBS.into_iter().find(|(verb, _)| *verb == word).map(|(_, imperative)| imperative)
}
