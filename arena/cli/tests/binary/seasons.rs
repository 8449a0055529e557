//! `kahua league season`, and what it leaves of the seasons before.

use kahua_tests::json_lines;

use crate::KAHUA;

#[test]
fn a_new_season_is_one_command_and_earlier_ones_stay() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let play = ["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &["--bot", "a=house:first-legal", "--bot", "b=house:random"]].concat()).good();

    let unknown = KAHUA.run(&["league", "season", "spring", "--data", data]).failed(2);
    assert!(unknown.contains("there is no league \"spring\" here; there is play"), "{unknown}");
    let started = KAHUA.run(&["league", "season", "play", "--data", data]).good();
    assert!(started.starts_with("League play is in season 2 now"), "{started}");
    let audited = KAHUA.run(&["audit", "--data", data]).good();
    assert!(audited.contains("StartSeason"), "{audited}");

    let standings = |args: &[&str]| KAHUA.run(&[&["standings", "--data", data, "--json"], args].concat()).good();
    assert_eq!(standings(&[]), "");
    assert_eq!(json_lines(&standings(&["--season", "1"])).len(), 2);
    let _verified = KAHUA.run(&["verify", "--data", data]).good();
}
