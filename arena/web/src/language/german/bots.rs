//! A bot, comparisons, corrections, and what is shared.

use kahua_show::language::Table;

pub(super) const TABLE: &Table = &[
    // bot.rs
    ("Bot {0}", "Bot {0}"),
    ("Latest matches", "Neueste Partien"),
    ("No match of this bot has ended yet.", "Noch ist keine Partie dieses Bots beendet."),
    ("All matches of this bot", "Alle Partien dieses Bots"),
    ("this bot as JSON", "dieser Bot als JSON"),
    ("badge for {0}", "Abzeichen für {0}"),
    ("It has stated no version", "Ohne Angabe einer Version"),
    ("{0} match being played", "{0} laufende Partie"),
    ("{0} matches being played", "{0} laufende Partien"),
    (
        "It gets no new match until an organizer lets it back: {0}.",
        "Er bekommt keine neue Partie, bis ein Veranstalter ihn wieder zulässt: {0}.",
    ),
    ("Ratings", "Wertungen"),
    ("Rank", "Rang"),
    ("Rating", "Wertung"),
    ("Plot", "Diagramm"),
    ("Score", "Quote"),
    ("Forfeits", "Aufgegeben"),
    (" (earlier)", " (frühere)"),
    ("Rating by match, on a scale of its own", "Wertung im Lauf der Partien, auf einer eigenen Skala"),
    (
        "These curves start at 1500 and move with every match. They have a scale of their own: the ratings above are estimated \
         from all matches at once.",
        "Diese Kurven beginnen bei 1500 und ändern sich mit jeder Partie. Sie haben eine eigene Skala: Die Wertungen oben sind \
         aus allen Partien zugleich geschätzt.",
    ),
    ("{0} match", "{0} Partie"),
    ("{0} matches", "{0} Partien"),
    ("{0}, {1}, season {2}{3}, {4}", "{0}, {1}, Saison {2}{3}, {4}"),
    ("The rating after each match", "Die Wertung nach jeder Partie"),
    // bot/past.rs
    ("Head to head", "Direkter Vergleich"),
    ("From {0}.", "Aus {0}."),
    ("Opponent", "Gegner"),
    ("Difference", "Unterschied"),
    ("Compare with {0}", "Mit {0} vergleichen"),
    ("compare", "vergleichen"),
    // In the dative, behind "aus" or "in".
    ("the latest {0} match", "{0} Partie"),
    (
        "the latest {0} matches; earlier ones aren't counted here",
        "den letzten {0} Partien; frühere zählen hier nicht mit",
    ),
    ("the latest {0} matches", "den letzten {0} Partien"),
    ("Think time", "Denkzeit"),
    ("{0} decision", "{0} Entscheidung"),
    ("{0} decisions", "{0} Entscheidungen"),
    ("From {0} in {1}.", "Aus {0} in {1}."),
    ("Median", "Median"),
    ("95 % are below", "95 % liegen darunter"),
    ("Longest", "Längste"),
    ("Faults", "Fehler"),
    ("There was none in {0}.", "Es gab keinen in {0}."),
    ("{0} fault", "{0} Fehler"),
    ("{0} faults", "{0} Fehler"),
    ("{0} in {1}; the latest {2} are listed.", "{0} in {1}; die letzten {2} sind aufgeführt."),
    ("{0} in {1}.", "{0} in {1}."),
    // compare.rs
    ("Compare two bots", "Zwei Bots vergleichen"),
    (
        "Choose two bots to see by how much the first is stronger.",
        "Wähle zwei Bots, um zu sehen, um wie viel der erste stärker ist.",
    ),
    (
        "There is no pool in which both have played rated matches.",
        "Es gibt keine Gruppe, in der beide gewertete Partien gespielt haben.",
    ),
    (
        "The difference comes from all rated matches of a pool, those against third bots too. Two bots may overlap in the \
         standings and still differ clearly: what they have in common cancels out.",
        "Der Unterschied ergibt sich aus allen gewerteten Partien einer Gruppe, auch aus denen gegen dritte Bots. Zwei Bots \
         können sich in der Tabelle überschneiden und sich doch klar unterscheiden: Was sie gemeinsam haben, hebt sich auf.",
    ),
    ("compared with", "verglichen mit"),
    ("in league (any if empty)", "in der Liga (leer: in jeder)"),
    ("Compare", "Vergleichen"),
    ("{0}, league {1}", "{0}, Liga {1}"),
    ("95 % interval", "95-%-Intervall"),
    ("The first is stronger", "Der erste ist stärker"),
    ("They met", "Sie trafen aufeinander"),
    ("never", "nie"),
    ("in {0}, score {1}", "in {0}, mit {1} der Punkte"),
    // corrections.rs
    ("Corrections", "Berichtigungen"),
    ("No result was corrected.", "Kein Ergebnis wurde berichtigt."),
    (
        "{0}, the newest first. A record stays as it was played; a correction changes what it counts for in ratings, tables \
         and pairings.",
        "{0}, die neuesten zuerst. Eine Aufzeichnung bleibt so, wie gespielt wurde; eine Berichtigung ändert, was sie für \
         Wertungen, Tabellen und Paarungen zählt.",
    ),
    ("{0} correction", "{0} Berichtigung"),
    ("{0} corrections", "{0} Berichtigungen"),
    ("corrections as JSON", "Berichtigungen als JSON"),
    ("Number", "Nummer"),
    ("Made ({0})", "Vorgenommen ({0})"),
    ("What", "Was"),
    ("Why", "Warum"),
    ("By", "Von"),
    ("Now", "Jetzt"),
    ("{0}, season {1}", "{0}, Saison {1}"),
    ("holds", "gilt"),
    ("taken back by {0}", "zurückgenommen durch {0}"),
    ("A match", "Eine Partie"),
    ("{0} is annulled", "{0} ist annulliert"),
    ("{0} counts with the places {1}", "{0} zählt mit den Plätzen {1}"),
    ("Correction {0} is taken back", "Berichtigung {0} ist zurückgenommen"),
    ("{0} in version {1}", "{0} in Version {1}"),
    ("{0} is disqualified, and its matches are lost", "{0} ist disqualifiziert, und seine Partien zählen als verloren"),
    ("{0} is disqualified, and its matches are annulled", "{0} ist disqualifiziert, und seine Partien sind annulliert"),
    ("correction {0}", "Berichtigung {0}"),
    ("{0}: {1} ({2} by {3}, {4} {5})", "{0}: {1} ({2} von {3}, {4} {5})"),
    ("This match is annulled and counts for nothing", "Diese Partie ist annulliert und zählt nicht"),
    ("This match counts with the places {0}", "Diese Partie zählt mit den Plätzen {0}"),
    (
        "{0} is disqualified, so this match counts as lost by it",
        "{0} ist disqualifiziert, deshalb zählt diese Partie für ihn als verloren",
    ),
    (
        "{0} is disqualified, so this match counts for nothing",
        "{0} ist disqualifiziert, deshalb zählt diese Partie nicht",
    ),
    // plot/line.rs
    ("first match", "erste Partie"),
    ("match {0}", "Partie {0}"),
    // files.rs
    ("feed of results", "Feed der Ergebnisse"),
    ("To take along: {0}.", "Zum Mitnehmen: {0}."),
    // badge.rs
    ("The bot has no place in the league.", "Der Bot steht nicht in der Tabelle der Liga."),
    ("{0} in {1}", "{0} in {1}"),
    ("rank {0} · {1}", "Rang {0} · {1}"),
    ("not ranked yet", "noch ohne Rang"),
    // share/feed.rs
    ("Results of a Kahua arena", "Ergebnisse einer Kahua-Arena"),
    ("Results of the league {0}", "Ergebnisse der Liga {0}"),
    ("{0}, league {1}: {2}", "{0}, Liga {1}: {2}"),
];
