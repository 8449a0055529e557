//! What stories say, in German.

use kahua_show::language::Table;

pub(super) const GERMAN: &[&Table] = &[&[
    ("The arena was started again.", "Die Arena wurde neu gestartet."),
    ("{0} commits a fault: {1}.", "{0} begeht einen Fehler: {1}."),
    ("{0} commits a fault: {1} ({2}).", "{0} begeht einen Fehler: {1} ({2})."),
    ("unspecified", "ohne Angabe"),
    ("late", "zu spät"),
    ("illegal", "unzulässiger Zug"),
    ("unreadable", "unlesbare Antwort"),
    ("disconnected", "Verbindung verloren"),
    ("flooding", "zu viele Nachrichten"),
    ("resigned", "aufgegeben"),
    ("stale ticket", "Antwort auf eine alte Frage"),
    ("crashed", "abgestürzt"),
    (
        "{0} at its decision {1}, event {2}: it gave the match up",
        "{0} bei seiner Entscheidung {1}, Ereignis {2}: Er hat die Partie aufgegeben",
    ),
    (
        "{0} at its decision {1}, event {2}: the seat was given up",
        "{0} bei seiner Entscheidung {1}, Ereignis {2}: Der Platz wurde aufgegeben",
    ),
    ("{0} at its decision {1}, event {2}: a strike", "{0} bei seiner Entscheidung {1}, Ereignis {2}: eine Verwarnung"),
]];
