//! Tables of people.

use kahua_show::language::Table;

pub(super) const TABLE: &Table = &[
    // pages/play.rs
    (
        "Your browser refuses the cookie that would hold your seat. Allow cookies for this address, load the page again, and \
         send the form once more",
        "Dein Browser nimmt das Cookie nicht an, das dir deinen Platz sichern würde. Erlaube Cookies für diese Adresse, lade \
         die Seite neu und sende das Formular noch einmal",
    ),
    ("Your tables", "Deine Tische"),
    ("it is your turn", "du bist am Zug"),
    ("waiting for {0}", "wartet auf {0}"),
    ("waiting for the arena", "wartet auf die Arena"),
    (
        "Play against house bots, a bot of yours that is connected, and other people, in this browser. Such matches are \
         unrated, belong to no league, and have no clock: think for as long as you like.",
        "Spiele in diesem Browser gegen Hausbots, gegen einen eigenen verbundenen Bot und gegen andere Menschen. Solche Partien werden nicht gewertet, gehören zu \
         keiner Liga und haben keine Uhr: Denk nach, so lange du willst.",
    ),
    ("connected bots", "verbundene Bots"),
    ("Choose a game and how many play", "Wähle ein Spiel und die Zahl der Spieler"),
    ("{0} players", "{0} Spieler"),
    ("rules of {0}", "Regeln von {0}"),
    ("Play {0}", "{0} spielen"),
    ("Play {0} with {1} players", "{0} mit {1} Spielern spielen"),
    ("Who sits where", "Wer sitzt wo?"),
    ("Options", "Optionen"),
    (
        "The match begins at once. A seat of another person has a link, which you find at the table and send to that person. \
         The match is unrated and its clock stands still; it ends without result when nobody has looked at the table for ten \
         minutes, or moved for an hour.",
        "Die Partie beginnt sofort. Zum Platz einer anderen Person gehört ein Link, den du am Tisch findest und dieser Person \
         schickst. Die Partie wird nicht gewertet, und ihre Uhr steht still; sie endet ohne Ergebnis, wenn zehn Minuten lang \
         niemand nach dem Tisch gesehen oder eine Stunde lang niemand gezogen hat.",
    ),
    ("Choose another game", "Ein anderes Spiel wählen"),
    ("This page tries again every {0} seconds.", "Diese Seite versucht es alle {0} Sekunden wieder."),
    (
        "The arena can't be reached. Try again in a moment.",
        "Die Arena ist nicht erreichbar. Versuche es gleich noch einmal.",
    ),
    ("Stop trying", "Nicht mehr versuchen"),
    ("Begin", "Beginnen"),
    ("you", "du"),
    ("a person", "eine Person"),
    ("seat {0}, {1}", "Platz {0}, {1}"),
    ("seat {0}", "Platz {0}"),
    ("red", "Rot"),
    ("yellow", "Gelb"),
    ("blue", "Blau"),
    ("green", "Grün"),
    ("pink", "Rosa"),
    // pages/table.rs
    ("This browser doesn't hold that seat any more", "Dieser Browser hat diesen Platz nicht mehr"),
    ("The form doesn't say what it was made for", "Das Formular sagt nicht, wofür es gemacht wurde"),
    (
        "There is no such table. It may have been cleared away after its match, which you find among the matches",
        "Diesen Tisch gibt es nicht. Vielleicht wurde er nach seiner Partie abgeräumt, die du unter den Partien findest",
    ),
    (
        "This isn't the link of a seat at this table. Ask whoever opened the table to send it again",
        "Das ist nicht der Link eines Platzes an diesem Tisch. Bitte die Person, die den Tisch eröffnet hat, ihn dir noch \
         einmal zu schicken",
    ),
    ("This browser has no seat at this table", "Dieser Browser hat keinen Platz an diesem Tisch"),
    (
        "Whoever opened the table has a link for each person. Open yours in this browser.",
        "Wer den Tisch eröffnet hat, hat für jede Person einen Link. Öffne deinen in diesem Browser.",
    ),
    (
        "If you have just opened it, your browser refuses the cookie that holds your seat. Allow cookies for this address, \
         then open the link again.",
        "Wenn du ihn gerade geöffnet hast, nimmt dein Browser das Cookie nicht an, das dir deinen Platz sichert. Erlaube \
         Cookies für diese Adresse und öffne dann den Link noch einmal.",
    ),
    ("Watch the match", "Bei der Partie zusehen"),
    ("No seat", "Kein Platz"),
    // pages/table/content.rs
    ("{0}: you play {1}", "{0}: Du spielst {1}"),
    ("Rules", "Regeln"),
    (" (in a new tab)", " (in einem neuen Tab)"),
    ("Details", "Einzelheiten"),
    ("Your decision", "Deine Entscheidung"),
    (
        "Without scripts, load this page again to see what the others did.",
        "Ohne Skripte musst du diese Seite neu laden, um zu sehen, was die anderen getan haben.",
    ),
    ("Your turn: {0} table", "Du bist am Zug: {0}-Tisch"),
    ("Over: {0} table", "Beendet: {0}-Tisch"),
    ("{0} table", "{0}-Tisch"),
    (
        "You are {0}. The match is unrated and has no clock.",
        "Du sitzt auf {0}. Die Partie wird nicht gewertet und hat keine Uhr.",
    ),
    ("{0} house bot plays at this table.", "An diesem Tisch spielt {0} Hausbot."),
    ("{0} house bots play at this table.", "An diesem Tisch spielen {0} Hausbots."),
    ("Spectators see it {0}.", "Zuschauer finden sie {0}."),
    ("among the matches", "unter den Partien"),
    (
        "This browser holds your seat, and {0} leads back to it. To go on at another device, open your own link there: {1}. \
         Whoever has it plays your seat.",
        "Dieser Browser hält deinen Platz frei, und {0} führt zu ihm zurück. Um auf einem anderen Gerät weiterzuspielen, \
         öffne dort deinen eigenen Link: {1}. Wer ihn hat, spielt auf deinem Platz.",
    ),
    ("the page of tables", "die Seite der Tische"),
    ("The links of the other people:", "Die Links der anderen Personen:"),
    ("It is your turn.", "Du bist am Zug."),
    ("Send this, or take it back:", "Sende das oder nimm es zurück:"),
    ("Not sent yet, go on:", "Noch nicht gesendet, mach weiter:"),
    ("Waiting for {0}.", "Warten auf {0}."),
    ("Waiting for the arena.", "Warten auf die Arena."),
    ("The arena has stopped, and the table is gone.", "Die Arena wurde angehalten, und den Tisch gibt es nicht mehr."),
    ("Replay", "Nachspielen"),
    ("Play again", "Noch einmal spielen"),
    ("The match has ended without result: {0}.", "Die Partie endete ohne Ergebnis: {0}."),
    ("The match is over: you gave it up.", "Die Partie ist beendet: Du hast sie aufgegeben."),
    ("The match is over. You have won, {0} to {1}.", "Die Partie ist beendet. Du hast {0} zu {1} gewonnen."),
    (
        "The match is over. You have lost, {0} to {1}, and are in place {2} of {3}.",
        "Die Partie ist beendet. Du hast {0} zu {1} verloren und bist auf Rang {2} von {3}.",
    ),
    ("The match is over. You have lost, {0} to {1}.", "Die Partie ist beendet. Du hast {0} zu {1} verloren."),
    ("The match is over, and you have won.", "Die Partie ist beendet, und du hast gewonnen."),
    ("The match is over.", "Die Partie ist beendet."),
    (
        "A preview of what you have chosen. It isn't sent yet.",
        "Eine Vorschau auf das, was du gewählt hast. Es ist noch nicht gesendet.",
    ),
    ("Preview: not sent yet", "Vorschau: noch nicht gesendet"),
    ("Invite:", "Einladen:"),
    ("link for {0}", "Link für {0}"),
    ("Copy", "Kopieren"),
    ("Copied", "Kopiert"),
    (" the link for {0}", ": Link für {0}"),
    ("on", "an"),
    ("off", "aus"),
    (
        "A sound says that it is your turn, or that the match is over. This browser remembers the switch.",
        "Ein Ton meldet, dass du am Zug bist oder dass die Partie beendet ist. Dieser Browser merkt sich die Einstellung.",
    ),
    ("Sound at my turn:", "Ton, wenn ich am Zug bin:"),
    // pages/table/content/choices.rs
    ("Your turn", "Dein Zug"),
    (
        "Something else had happened before that, so it wasn't done.",
        "Vorher war schon etwas anderes geschehen, daher wurde das nicht ausgeführt.",
    ),
    ("Send", "Senden"),
    ("Take back", "Zurücknehmen"),
    ("Take back all {0}", "Alle {0} zurücknehmen"),
    (
        "A turn is sent as soon as nothing more can be decided in it.",
        "Ein Zug wird gesendet, sobald in ihm nichts mehr zu entscheiden ist.",
    ),
    ("Ask before sending", "Vor dem Senden fragen"),
    ("Nothing is sent before you send it.", "Nichts wird gesendet, bevor du es sendest."),
    ("Send complete turns at once", "Vollständige Züge sofort senden"),
    ("Give up", "Aufgeben"),
    ("Resign this match", "Diese Partie aufgeben"),
    ("Chosen, not sent yet", "Gewählt, noch nicht gesendet"),
    ("You can do this", "Das kannst du tun"),
    (
        "Only what has to do with the places that you clicked.",
        "Nur was mit den Stellen zu tun hat, die du angeklickt hast.",
    ),
    ("Show all", "Alles zeigen"),
    // pages/table/content/happened.rs
    ("Since your last decision", "Seit deiner letzten Entscheidung"),
    ("Nothing has happened yet.", "Noch ist nichts geschehen."),
    ("What has happened before", "Was davor geschehen ist"),
    ("Points if the final scoring came now", "Punkte, wenn jetzt die Schlusswertung käme"),
    ("For", "Für"),
    ("if tied: {0}", "bei Gleichstand: {0}"),
    // play/house.rs
    ("beginner: {0}, which takes the first action of the list", "Anfänger: {0}, der die erste Aktion der Liste nimmt"),
    ("very easy: {0}, which takes any action", "sehr leicht: {0}, der irgendeine Aktion nimmt"),
    ("easy: {0}, which looks one decision ahead", "leicht: {0}, der eine Entscheidung vorausschaut"),
    (
        "medium: {0}, which thinks for a twentieth of a second",
        "mittel: {0}, der eine zwanzigstel Sekunde lang nachdenkt",
    ),
    ("hard: {0}, which thinks for half a second", "schwer: {0}, der eine halbe Sekunde lang nachdenkt"),
    ("strong: {0}, which thinks for two seconds", "stark: {0}, der zwei Sekunden lang nachdenkt"),
    // play/setup.rs
    ("The form doesn't say who sits in seat {0}", "Das Formular sagt nicht, wer auf Platz {0} sitzt"),
    (
        "Nobody would play but bots: choose a person for one seat at least",
        "Es würden nur Bots spielen: Wähle für mindestens einen Platz eine Person",
    ),
    ("There are no seats", "Es gibt keine Plätze"),
    ("Choose one of these games: {0}", "Wähle eines dieser Spiele: {0}"),
    // play/table.rs
    ("The arena doesn't have this game", "Die Arena hat dieses Spiel nicht"),
    // csrf.rs
    (
        "This form was sent by a page of another origin, which the arena doesn't take",
        "Dieses Formular kommt von einer fremden Seite, und solche nimmt die Arena nicht an",
    ),
    (
        "This form is too old: the arena was started again, or you have signed in or out since. Go back, load the page again, \
         and send the form once more",
        "Dieses Formular ist veraltet: Die Arena wurde neu gestartet, oder du hast dich seitdem an- oder abgemeldet. Geh \
         zurück, lade die Seite neu und sende das Formular noch einmal",
    ),
    // form.rs
    ("The form can't be read: {0}", "Das Formular ist unlesbar: {0}"),
];
