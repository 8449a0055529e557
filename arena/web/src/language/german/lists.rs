//! The first page, and the lists of leagues, bots and matches.

use kahua_show::language::Table;

pub(super) const TABLE: &Table = &[
    // pages/home.rs
    ("Kahua arena", "Kahua-Arena"),
    (
        "An arena for board games: programs, called bots, play leagues against each other. Watch their matches, step through \
         replays, and see who is best.",
        "Eine Arena für Brettspiele: Programme, genannt Bots, spielen in Ligen gegeneinander. Sieh ihren Partien zu, spiele sie \
         Schritt für Schritt nach, und finde heraus, wer am besten ist.",
    ),
    ("Being played", "Laufende Partien"),
    ("List of running matches", "Liste der laufenden Partien"),
    ("No match is being played.", "Zurzeit läuft keine Partie."),
    ("{0} league without a match so far", "{0} Liga, noch ohne Partie"),
    ("{0} leagues without a match so far", "{0} Ligen, noch ohne Partie"),
    ("Leagues without a match", "Ligen ohne Partie"),
    ("Latest results", "Neueste Ergebnisse"),
    ("No match has ended yet.", "Noch ist keine Partie beendet."),
    ("All matches", "Alle Partien"),
    ("Connected bots", "Verbundene Bots"),
    (" and {0} more", " und {0} weitere"),
    ("{0}: watch this match", "{0}: bei dieser Partie zusehen"),
    ("No bot is connected", "Kein Bot ist verbunden"),
    (
        "Write a bot of your own and let it connect to this arena, at the address of this page:",
        "Schreibe einen eigenen Bot und verbinde ihn mit dieser Arena, unter der Adresse dieser Seite:",
    ),
    (
        "The project's README says how to run it in each language. See all that an arena does at once with {0}.",
        "Das README des Projekts sagt, wie er in jeder Sprache gestartet wird. Alles, was eine Arena kann, zeigt {0}.",
    ),
    // pages/leagues.rs
    (
        "There is no league. The arena's settings name the leagues that it plays.",
        "Es gibt keine Liga. Die Einstellungen der Arena nennen die Ligen, die sie spielt.",
    ),
    ("Earlier leagues", "Frühere Ligen"),
    (
        "The settings don't name these any more. Their standings and matches are kept.",
        "Die Einstellungen nennen diese nicht mehr. Ihre Tabellen und Partien bleiben erhalten.",
    ),
    ("Leagues of the settings", "Ligen der Einstellungen"),
    ("Corrections of results", "Berichtigungen von Ergebnissen"),
    ("League", "Liga"),
    ("Game", "Spiel"),
    ("Seats", "Plätze"),
    ("Season", "Saison"),
    ("State", "Zustand"),
    ("{0} of {1}", "{0} von {1}"),
    (", about {0} left", ", noch etwa {0}"),
    // pages/match_table.rs
    ("Started ({0})", "Begonnen ({0})"),
    ("Match", "Partie"),
    ("Players", "Spieler"),
    ("Ending", "Ende"),
    ("Node", "Knoten"),
    ("(unrated)", "(ungewertet)"),
    // pages/matches.rs
    ("There is no such match.", "Eine solche Partie gibt es nicht."),
    ("Pages of the list", "Seiten der Liste"),
    ("First page", "Erste Seite"),
    ("Next page", "Nächste Seite"),
    ("this list as JSON", "diese Liste als JSON"),
    ("Nothing to show: ", "Nichts zu zeigen: "),
    ("Filters", "Filter"),
    ("all", "alle"),
    ("being played", "laufend"),
    ("Show", "Zeigen"),
    // pages/bots.rs
    ("There is no bot yet.", "Noch gibt es keinen Bot."),
    ("{0} bot in all.", "Insgesamt {0} Bot."),
    ("{0} bots in all.", "Insgesamt {0} Bots."),
    ("Previous page", "Vorige Seite"),
    ("Bot", "Bot"),
    ("Version", "Version"),
    ("Playing", "Spielt gerade"),
    ("suspended", "gesperrt"),
    ("connected, but doesn't answer", "verbunden, aber antwortet nicht"),
    ("connected", "verbunden"),
    ("away", "nicht da"),
    // pages/rules.rs
    ("There is no game of this name; there are: {0}", "Ein Spiel mit diesem Namen gibt es nicht; es gibt: {0}"),
    ("Rules of {0}", "Regeln von {0}"),
];
