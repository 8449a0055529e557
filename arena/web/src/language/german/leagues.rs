//! A league.

use kahua_show::language::Table;

pub(super) const TABLE: &Table = &[
    // pages/league.rs
    ("No rated match has ended yet.", "Noch ist keine gewertete Partie beendet."),
    ("Matches of no league", "Partien ohne Liga"),
    ("League {0}", "Liga {0}"),
    ("Time: {0}.", "Bedenkzeit: {0}."),
    ("standings as JSON", "Tabelle als JSON"),
    ("Show the standings without it", "Tabelle ohne ihn zeigen"),
    ("Each bot's difference to {0} is shown. {1}.", "Gezeigt wird der Unterschied jedes Bots zu {0}. {1}."),
    ("All matches of the league", "Alle Partien der Liga"),
    ("{0} rated match", "{0} gewertete Partie"),
    ("{0} rated matches", "{0} gewertete Partien"),
    ("{0} of {1} played", "{0} von {1} gespielt"),
    ("{0} played", "{0} gespielt"),
    ("{0}, {1} running", "{0}, {1} im Gang"),
    ("Matches played", "Gespielte Partien"),
    ("Matches begin {0}.", "Beginn der Partien: {0}."),
    ("The next ones begin at {0}.", "Die nächsten beginnen am {0}."),
    ("The league waits for {0}.", "Die Liga wartet auf {0}."),
    ("The league waits for more bots to connect.", "Die Liga wartet darauf, dass sich weitere Bots verbinden."),
    ("{0}, season {1}: {2}{3}.", "{0}, Saison {1}: {2}{3}."),
    ("all corrections", "alle Berichtigungen"),
    ("Suspended until an organizer lets them back: {0}.", "Gesperrt, bis ein Veranstalter sie wieder zulässt: {0}."),
    ("Disqualified by an organizer: {0} ({1}).", "Von einem Veranstalter disqualifiziert: {0} ({1})."),
    ("Withdrawn: {0}.", "Zurückgezogen: {0}."),
    ("Seasons", "Saisons"),
    // pages/league/knockout.rs
    ("Without a match goes on: {0}.", "Ohne Partie weiter: {0}."),
    ("Final", "Finale"),
    ("Round {0}", "Runde {0}"),
    ("For the third place: {0}", "Um den dritten Platz: {0}"),
    ("{0} won.", "{0} hat gewonnen."),
    // pages/league/round.rs
    ("It begins in {0} seconds.", "Sie beginnt in {0} s."),
    ("A bye: {0}.", "Spielfrei: {0}."),
    // pages/league/standings.rs
    ("Standings: {0}", "Tabelle: {0}"),
    ("Earlier versions ({0})", "Frühere Versionen ({0})"),
    ("Earlier versions: {0}", "Frühere Versionen: {0}"),
    (
        "A knock-out ranks by how far each bot has come: those that haven't lost come first, then those that lost in the \
         last round, and so on. The match for the third place decides between its two bots, and in a final of more than two \
         seats the points do. Bots that have come equally far share their ranks.",
        "Im K.-o.-System zählt, wie weit ein Bot gekommen ist: Vorn stehen die Bots ohne Niederlage, dann die, die in der \
         letzten Runde verloren haben, und so weiter. Die Partie um den dritten Platz entscheidet zwischen ihren beiden \
         Bots, und in einem Finale mit mehr als zwei Plätzen entscheiden die Punkte. Bots, die gleich weit gekommen sind, \
         teilen sich ihre Ränge.",
    ),
    (
        "A Swiss league ranks by points: one for every opponent that a bot beats in a match, one half for a tie, and half \
         of what a set can bring for a bye. Among bots with as many points, fewer byes come first, then more points of the \
         opponents, then the results of these bots against each other if all of them have met. Bots that are still equal \
         share their ranks.",
        "Im Schweizer System zählen die Punkte: einer für jeden Gegner, den ein Bot in einer Partie schlägt, ein halber für \
         einen Gleichstand, und für einen spielfreien Bot die Hälfte dessen, was ein Durchgang bringen kann. Bei \
         Punktgleichheit steht vorn, wer seltener spielfrei war, dann, wessen Gegner mehr Punkte haben; danach zählen die \
         Ergebnisse dieser Bots gegeneinander, sofern alle aufeinandergetroffen sind. Bots, die dann noch gleich sind, \
         teilen sich ihre Ränge.",
    ),
    (
        "Ratings are Elo points, estimated from all matches at once, with intervals of 95 % confidence. The bots between \
         two lines share their ranks: what they have played doesn't tell the best of them from the others. Bots that have \
         played too little for a rank stand below. The score is the share of opponents that a bot has beaten; a tie counts \
         one half.",
        "Wertungen sind Elo-Punkte, aus allen Partien zugleich geschätzt, mit 95-%-Konfidenzintervallen. Die Bots zwischen \
         zwei Linien teilen sich ihre Ränge: Ihre Partien lassen nicht erkennen, wer von ihnen der beste ist. Bots, die für \
         einen Rang zu wenig gespielt haben, stehen darunter. Die Quote ist der Anteil der Gegner, die ein Bot geschlagen \
         hat; ein Gleichstand zählt halb.",
    ),
    ("Points", "Punkte"),
    ("Byes", "Spielfrei"),
    ("Opponents' points", "Punkte der Gegner"),
    ("Ahead of {0}", "Vorsprung auf {0}"),
    ("Stronger", "Stärker"),
    ("Differences", "Unterschiede"),
    ("disqualified", "disqualifiziert"),
    ("Compare all with {0}", "Alle mit {0} vergleichen"),
];
