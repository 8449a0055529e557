//! Replays, and matches that are being played.

use kahua_show::language::Table;

pub(super) const TABLE: &Table = &[
    // pages/replay.rs
    (
        "at: expected the number of an event, from 0, or \"start\" or \"end\"",
        "at: Erwartet wird die Nummer eines Ereignisses, ab 0, oder \"start\" oder \"end\"",
    ),
    ("seat: expected the number of a seat, from 0", "seat: Erwartet wird die Nummer eines Platzes, ab 0"),
    (
        "This version of Kahua doesn't have the rules by which the match was played, so its moves can't be shown.",
        "Diese Version von Kahua hat die Regeln nicht, nach denen die Partie gespielt wurde. Deshalb lassen sich ihre \
         Züge nicht zeigen.",
    ),
    (
        "The record of this match is damaged, so its moves can't be shown: {0}.",
        "Die Aufzeichnung dieser Partie ist beschädigt. Deshalb lassen sich ihre Züge nicht zeigen: {0}.",
    ),
    ("The match has no seat {0}", "Die Partie hat keinen Platz {0}"),
    ("The moves of this match can't be shown", "Die Züge dieser Partie lassen sich nicht zeigen"),
    (
        "The record of this match is damaged, so only its beginning can be shown: {0}.",
        "Die Aufzeichnung dieser Partie ist beschädigt. Deshalb lässt sich nur ihr Anfang zeigen: {0}.",
    ),
    ("the record as JSON", "die Aufzeichnung als JSON"),
    ("the moves in notation", "die Züge in Notation"),
    ("this board as a picture", "dieses Spielbrett als Bild"),
    (
        "The boards of this match could not be read, so only this position is shown.",
        "Die Spielbretter dieser Partie ließen sich nicht laden. Deshalb wird nur diese Stellung gezeigt.",
    ),
    ("What else was possible here", "Was hier sonst noch möglich war"),
    ("The position as text", "Die Stellung als Text"),
    ("Player", "Steuerung"),
    ("What happened", "Was geschehen ist"),
    ("Sentences", "Sätze"),
    (
        "This file shows the last position. All others, what happened and what the players have need scripts.",
        "Diese Datei zeigt die letzte Stellung. Alle anderen, was geschehen ist und was die Spieler haben, zeigt sie nur \
         mit Skripten.",
    ),
    ("Saved as {0}.", "Gespeichert als {0}."),
    ("This browser could not draw the picture.", "Dieser Browser konnte das Bild nicht zeichnen."),
    ("Drawing {0} of {1} …", "Bild {0} von {1} wird gezeichnet …"),
    ("Save this board as PNG", "Dieses Spielbrett als PNG speichern"),
    ("Save the match as an animated PNG", "Die Partie als animiertes PNG speichern"),
    // pages/replay/choice.rs
    ("The decision of event {0}", "Die Entscheidung bei Ereignis {0}"),
    ("The {0} legal actions", "Zulässige Aktionen: {0}"),
    ("Legal actions", "Zulässige Aktionen"),
    (
        "Legal actions, in the order in which the bot was sent them",
        "Zulässige Aktionen in der Reihenfolge, in der sie dem Bot gesendet wurden",
    ),
    ("Index", "Index"),
    ("Notation", "Notation"),
    ("What it does", "Was sie bewirkt"),
    ("(taken)", "(gewählt)"),
    (", index {0} of the list,", ", Index {0} der Liste"),
    (", with {0} left in the bank before", "; vorher waren noch {0} auf der Uhr"),
    (
        "{0} didn't answer properly, and the arena took {1}{2} after {3}{4}.",
        "{0} hat nicht richtig geantwortet; nach {3} hat die Arena {1} gewählt{2}{4}.",
    ),
    ("{0} answered {1}{2} after {3}{4}.", "{0} hat nach {3} mit {1} geantwortet{2}{4}."),
    ("The arena itself took {0} more.", "Die Arena selbst brauchte noch {0} dazu."),
    // pages/replay/curve.rs
    ("The lead changes.", "Die Führung wechselt."),
    // pages/replay/expectation.rs
    ("What they expected", "Was sie erwartet haben"),
    (
        "How well each bot thought it was doing, by its own comments: at the top it was certain to win, at the bottom to \
         come last. The thin lines above the slider say the same.",
        "Wie gut jeder Bot nach seinen eigenen Kommentaren zu stehen glaubte: Ganz oben war er sicher, dass er gewinnt, \
         ganz unten, dass er Letzter wird. Die dünnen Linien über dem Regler sagen dasselbe.",
    ),
    ("At first", "Anfang"),
    ("At worst", "Tiefpunkt"),
    ("At best", "Höhepunkt"),
    ("Last", "Ende"),
    // pages/replay/header.rs
    ("A match without a result", "Eine Partie ohne Ergebnis"),
    ("Without result", "Ohne Ergebnis"),
    ("{0} by a fault", "{0} durch einen Fehler"),
    ("{0} by {1} point", "{0} mit {1} Punkt Vorsprung"),
    ("{0} by {1} points", "{0} mit {1} Punkten Vorsprung"),
    ("{0} by the tie-break", "{0} durch Stichentscheid"),
    ("rated", "gewertet"),
    ("unrated", "ungewertet"),
    (", with {0}", ", mit {0}"),
    (", without a clock", ", ohne Uhr"),
    (", with the time control {0}: {1}", ", mit der Bedenkzeit {0}: {1}"),
    ("It was played in no league, {0}, on {1}{2}{3}.", "Sie wurde am {1} außerhalb der Ligen gespielt, {0}{2}{3}."),
    ("It was played in the league {0}, {1}, on {2}{3}{4}.", "Sie wurde am {2} in der Liga {0} gespielt, {1}{3}{4}."),
    ("{0} core", "{0} Kern"),
    ("{0} cores", "{0} Kerne"),
    (", in {0}/1000 of the league's time", ", {0}/1000 der Bedenkzeit der Liga"),
    (
        "The worker {0} has played it, on a machine of {1} with {2} decisions a second{3}.",
        "Gespielt hat sie der Worker {0} ({1}, {2} Entscheidungen pro Sekunde{3}).",
    ),
    ("The match has no end on record.", "Ein Ende der Partie ist nicht aufgezeichnet."),
    ("The match was stopped without a result.", "Die Partie wurde ohne Ergebnis abgebrochen."),
    ("The match was stopped without a result: {0}.", "Die Partie wurde ohne Ergebnis abgebrochen: {0}."),
    ("A fault ended the match.", "Ein Fehler hat die Partie beendet."),
    (" and ", " und "),
    ("{0} wins", "{0} gewinnt"),
    ("{0} share the first place", "{0} teilen sich den ersten Platz"),
    ("Seat", "Platz"),
    ("Place", "Rang"),
    ("Thought", "Denkzeit"),
    ("given up: {0}", "ausgeschieden: {0}"),
    ("{0} strike", "{0} Verwarnung"),
    ("{0} strikes", "{0} Verwarnungen"),
    // pages/replay/steps.rs
    ("(In the turn of {0})", "(Im Zug von {0})"),
    ("(The arena decides)", "(Die Arena entscheidet)"),
    // pages/replay/table.rs
    ("The game is about to begin", "Das Spiel beginnt gleich"),
    ("Steps", "Schritte"),
    ("First", "Anfang"),
    ("Back", "Zurück"),
    ("Next", "Weiter"),
    ("Step", "Schritt"),
    ("Step {0} of {1}: {2}", "Schritt {0} von {1}: {2}"),
    ("Speed", "Tempo"),
    ("slow", "langsam"),
    ("normal", "normal"),
    ("fast", "schnell"),
    ("fastest", "am schnellsten"),
    ("Steps by", "Schrittweite"),
    ("event", "Ereignis"),
    ("turn", "Zug"),
    ("round", "Runde"),
    ("everybody", "allen"),
    ("Seen by {0}", "Gesehen von {0}"),
    ("Where the points come from", "Woher die Punkte kommen"),
    ("Points at the end of what was played", "Punkte am Ende der gespielten Züge"),
    ("points", "Punkte"),
    ("place", "Rang"),
    (
        "The moves of this match, {0} events, were removed, since its arena keeps moves for a limited time.",
        "Die Züge dieser Partie (Zahl der Ereignisse: {0}) wurden gelöscht, denn ihre Arena behält Züge nur eine \
         begrenzte Zeit lang.",
    ),
    // pages/replay/timeline.rs
    ("How long they thought", "Wie lange sie nachgedacht haben"),
    (
        "Each bar is a decision. It grows by a fifth of the row for every tenfold of the time. A cross is a fault.",
        "Jeder Balken ist eine Entscheidung. Mit jeder Verzehnfachung der Zeit wächst er um ein Fünftel der Zeile. Ein \
         Kreuz ist ein Fehler.",
    ),
    ("Think times", "Denkzeiten"),
    ("Decisions", "Entscheidungen"),
    ("Half of them within", "Die Hälfte in höchstens"),
    ("Sum", "Summe"),
    // pages/live.rs
    ("Now being played", "Läuft gerade"),
    ("The node {0} plays it.", "Sie läuft auf dem Knoten {0}."),
    ("The match can't be shown now: {0}.", "Die Partie lässt sich jetzt nicht zeigen: {0}."),
    ("Look again", "Noch einmal nachsehen"),
    (
        "This match began at {0} and is being played in no league.",
        "Diese Partie hat am {0} begonnen und gehört zu keiner Liga.",
    ),
    (
        "This match began at {0} and is being played in the league {1}.",
        "Diese Partie hat am {0} begonnen und wird in der Liga {1} gespielt.",
    ),
    ("There is no clock.", "Es gibt keine Uhr."),
    ("The clock stands still, so nobody is late.", "Die Uhr steht still, also kommt niemand zu spät."),
    ("The time control is {0}: {1}.", "Die Bedenkzeit ist {0}: {1}."),
    ("Everything is shown {0} seconds after it happens.", "Alles wird mit {0} s Verzögerung gezeigt."),
    ("State of the match", "Stand der Partie"),
    ("Replay this match", "Diese Partie nachspielen"),
    ("Watch the next match of the league", "Bei der nächsten Partie der Liga zusehen"),
    (
        "The match isn't shown any more. Reload the page to see how it stands.",
        "Die Partie wird nicht mehr gezeigt. Lade die Seite neu, um zu sehen, wie sie steht.",
    ),
    (
        "The board appears as soon as there is something to show.",
        "Das Spielbrett erscheint, sobald es etwas zu zeigen gibt.",
    ),
    ("Load the page again", "Lade die Seite neu"),
    ("Without scripts this page doesn't move by itself.", "Ohne Skripte bewegt sich diese Seite nicht von selbst."),
    ("There is something to see in {0} seconds.", "In {0} s gibt es etwas zu sehen."),
    ("{0} to see how the match goes on.", "{0}, um zu sehen, wie die Partie weitergeht."),
    ("Another match of this league that is being played", "Eine andere laufende Partie dieser Liga"),
    ("No other match is being played", "Es läuft keine andere Partie"),
    ("There is no other running match of {0} at present.", "Zurzeit läuft keine andere Partie ({0})."),
    // live/clocks.rs
    ("{0} left", "noch {0}"),
    ("{0} to decide", "{0} für die Entscheidung"),
    ("{0} strike of {1}", "{0} von {1} Verwarnungen"),
    ("{0} strikes of {1}", "{0} von {1} Verwarnungen"),
    // live/stage.rs
    ("the match has no seats", "die Partie hat keine Plätze"),
    ("The match is over. {0} wins.", "Die Partie ist beendet. {0} gewinnt."),
    ("The match is over. {0} share the first place.", "Die Partie ist beendet. {0} teilen sich den ersten Platz."),
    ("{0} is to decide.", "{0} muss entscheiden."),
    ("Something is drawn next.", "Als Nächstes wird etwas gezogen."),
    // live/stream.rs
    ("this match is not being played any more", "diese Partie läuft nicht mehr"),
    // panels.rs
    ("What the players have", "Was die Spieler haben"),
];
