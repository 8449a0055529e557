//! One damaged record among good ones.

use kahua_tests::json_lines;

use super::{play, tamper, text};
use crate::KAHUA;

#[test]
fn a_damaged_record_stops_no_command_and_each_tells_which_one_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    play(&data, "4");
    let all = json_lines(&KAHUA.run(&["match", "export", "--data", text(&data)]).good());
    let damaged = all[1]["match_id"].as_str().unwrap();
    tamper(&data, &format!("UPDATE records SET body = zeroblob(9) WHERE id = '{damaged}'"));

    for (command, mark, count) in [
        (&["match", "export"][..], "\"match_id\":", 3),
        (&["match", "export", "--format", "pgn"], "[Event ", 3),
        (&["match", "list", "--json"], "\"match_id\":", 3),
        (&["standings", "--json"], "\"elo\":", 2),
    ] {
        let ran = KAHUA.run(&[command, &["--data", text(&data)]].concat());
        assert_eq!(ran.out.matches(mark).count(), count, "{command:?}\n{}", ran.out);
        let error = ran.failed(3);
        assert!(error.contains("1 match is damaged and was left out; everything else is complete"), "{error}");
        assert!(error.contains(damaged), "{error}");
    }
    let verify = KAHUA.run(&["verify", "--data", text(&data)]);
    assert_eq!(verify.code, Some(1), "{}", verify.err);
    assert!(verify.out.contains(&format!("{damaged}: it is damaged: ")), "{}", verify.out);
    assert!(verify.out.contains("3 verified, 1 failed"), "{}", verify.out);
}
