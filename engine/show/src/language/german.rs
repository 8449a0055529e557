//! What several games say, in German.

use super::Table;

pub(crate) const COMMON: &Table = &[
    ("What the players have", "Was die Spieler haben"),
    ("{0} and {1}", "{0} und {1}"),
    ("{0} or {1}", "{0} oder {1}"),
    ("The end", "Ende"),
    ("{0} point", "{0} Punkt"),
    ("{0} points", "{0} Punkte"),
    ("{0} shell", "{0} Muschel"),
    ("{0} shells", "{0} Muscheln"),
    ("with {0} point", "mit {0} Punkt"),
    ("with {0} points", "mit {0} Punkten"),
    ("with {0} point each", "mit je {0} Punkt"),
    ("with {0} points each", "mit je {0} Punkten"),
    ("Bag", "Beutel"),
    ("{0} for {1}", "{0} für {1}"),
    ("red", "rot"),
    ("yellow", "gelb"),
    ("boat", "Boot"),
    ("points", "Punkte"),
    ("shells", "Muscheln"),
    ("empty", "leer"),
    ("none", "–"),
];
