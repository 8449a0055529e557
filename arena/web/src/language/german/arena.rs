//! What surrounds all pages, signing in, failures, words of many pages, and what organizers do.

use kahua_show::language::Table;

pub(super) const TABLE: &Table = &[
    ("Arena", "Arena"),
    ("Leagues", "Ligen"),
    ("Bots", "Bots"),
    ("Matches", "Partien"),
    ("Play", "Spielen"),
    ("Organizer", "Veranstalter"),
    ("Sign in", "Anmelden"),
    ("Skip to the content", "Zum Inhalt"),
    ("Contents", "Inhaltsverzeichnis"),
    ("Player {0}", "Spieler {0}"),
    (
        "The board with all seats, before anything has been drawn or played.",
        "Das Spielbrett mit allen Plätzen, bevor etwas gezogen oder gespielt ist.",
    ),
    ("Pages", "Seiten"),
    ("Results", "Ergebnisse"),
    (
        "Bots play board games here: leagues, results and replays.",
        "Hier spielen Bots Brettspiele: Ligen, Ergebnisse und Partien zum Nachspielen.",
    ),
    ("There is no page at this path", "Unter dieser Adresse gibt es keine Seite"),
    (
        "The arena failed at this page. Its log says where",
        "Diese Seite ist der Arena misslungen. Ihr Protokoll sagt, wo",
    ),
    // words.rs
    ("no league", "keine Liga"),
    ("{0}, {1} seats", "{0} mit {1} Plätzen"),
    ("{0} for the match", "{0} für die Partie"),
    ("{0} more after each decision", "{0} mehr nach jeder Entscheidung"),
    ("at most {0} for a decision", "höchstens {0} für eine Entscheidung"),
    ("{0} of each decision free for the network", "{0} jeder Entscheidung frei für das Netz"),
    ("but the clock stands still", "aber die Uhr steht still"),
    ("is being played", "läuft noch"),
    ("finished", "beendet"),
    ("ended by a fault", "durch einen Fehler beendet"),
    ("stopped: {0}", "abgebrochen: {0}"),
    ("ended", "beendet"),
    ("{0}; corrected", "{0}; berichtigt"),
    ("{0} days", "{0} Tage"),
    ("{0} hours", "{0} Stunden"),
    ("{0} minutes", "{0} Minuten"),
    ("{0} second", "{0} Sekunde"),
    ("{0} seconds", "{0} Sekunden"),
    ("playing", "wird gespielt"),
    ("paused by an organizer", "von einem Veranstalter unterbrochen"),
    ("waiting for bots", "wartet auf Bots"),
    ("over", "beendet"),
    ("not being played at present", "wird zurzeit nicht gespielt"),
    ("closed at this hour", "um diese Zeit geschlossen"),
    ("unknown", "unbekannt"),
    // figures.rs
    ("{0} to {1}", "{0} bis {1}"),
    ("{0} more match for a rank", "noch {0} Partie bis zu einem Rang"),
    ("{0} more matches for a rank", "noch {0} Partien bis zu einem Rang"),
    ("{0} from match {1} on", "{0} ab Partie {1}"),
    ("at all hours", "zu jeder Zeit"),
    (", not on {0}", ", nicht am {0}"),
    ("{0} is stronger, by at least {1} Elo points.", "{0} ist stärker, um mindestens {1} Elo-Punkte."),
    (
        "The matches say nothing about which of them is stronger.",
        "Die Partien sagen nichts darüber, wer von beiden stärker ist.",
    ),
    (
        "The matches don't tell which of them is stronger: the difference may as well be 0.",
        "Die Partien lassen offen, wer von beiden stärker ist: Der Unterschied kann auch 0 sein.",
    ),
    // failure.rs
    ("There is no such page", "Diese Seite gibt es nicht"),
    ("You may not see this page", "Diese Seite darfst du nicht sehen"),
    ("Not now", "Gerade geht es nicht"),
    ("This can't be shown", "Das lässt sich nicht zeigen"),
    ("Something went wrong", "Etwas ist schiefgegangen"),
    (
        "This page is for the organizers of the arena. Sign in with an organizer's token: whoever runs the arena makes one \
         with {0}.",
        "Diese Seite ist für die Veranstalter der Arena. Melde dich mit dem Token eines Veranstalters an: Wer die Arena betreibt, \
         macht eines mit {0}.",
    ),
    ("Sign in as an organizer", "Als Veranstalter anmelden"),
    (
        "This arena is open to those who have one of its tokens: a bot's, a watcher's or an organizer's.",
        "Diese Arena steht allen offen, die eines ihrer Token haben: das eines Bots, eines Zuschauers oder eines Veranstalters.",
    ),
    ("Sign in with a token", "Mit einem Token anmelden"),
    (
        "this token isn't one of this arena's; it may have been replaced, or copied incompletely",
        "dieses Token gehört nicht zu dieser Arena; vielleicht wurde es ersetzt oder unvollständig kopiert",
    ),
    (
        "too many tables are taken; come back when a match at one of them is over",
        "zu viele Tische sind besetzt; komm wieder, wenn an einem von ihnen eine Partie zu Ende ist",
    ),
    (
        "bot {0} isn't yours: sign in with its token, and it can play at your table",
        "der Bot {0} gehört dir nicht: Melde dich mit seinem Token an, dann kann er an deinem Tisch spielen",
    ),
    (
        "bot {0} can't play now: it is away, has paused, doesn't play this game with as many seats, or has as many \
         matches as it wants",
        "der Bot {0} kann jetzt nicht spielen: Er ist nicht da, macht eine Pause, spielt dieses Spiel nicht mit so vielen Plätzen \
         oder hat so viele Partien, wie er will",
    ),
    (
        "the arena has as many matches as it can play; come back when some of them are over",
        "die Arena hat so viele Partien, wie sie spielen kann; komm wieder, wenn einige davon zu Ende sind",
    ),
    // pages/sign_in.rs
    ("You aren't signed in: {0}.", "Du bist nicht angemeldet: {0}."),
    ("You are signed in as {0}.", "Du bist angemeldet als {0}."),
    ("Sign out", "Abmelden"),
    (
        "A token shows the arena who you are: an organizer, a watcher, or the author of a bot. Organizers get theirs with {0}, and \
         give each bot its own.",
        "Ein Token zeigt der Arena, wer du bist: ein Veranstalter, ein Zuschauer oder der Autor eines Bots. Veranstalter bekommen \
         ihres mit {0} und geben jedem Bot sein eigenes.",
    ),
    ("Token", "Token"),
    ("a caller without a token", "jemand ohne Token"),
    ("the bot {0}", "der Bot {0}"),
    ("a watcher", "ein Zuschauer"),
    ("an organizer", "ein Veranstalter"),
    ("the worker {0}", "der Worker {0}"),
    (
        "The browser keeps the token until it is closed, and shows it to this arena only.",
        "Der Browser behält das Token, bis er geschlossen wird, und zeigt es nur dieser Arena.",
    ),
];
