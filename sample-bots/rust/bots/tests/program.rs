//! A sample bot as a process: what it says, and how it ends.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn bot(variables: &[(&str, &str)]) -> Command {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_first-legal"));
    for name in ["KAHUA_ADDR", "KAHUA_NAME", "KAHUA_TOKEN", "KAHUA_CA", "KAHUA_LOG", "KAHUA_ON_ERROR"] {
        bot.env_remove(name);
    }
    bot.envs(variables.iter().copied()).stdin(Stdio::null()).stderr(Stdio::piped());
    bot
}

#[test]
fn wrong_settings_are_said_in_one_line() {
    for (variables, expected) in [
        (&[][..], "error: KAHUA_ADDR is not set; expected host:port, http://host:port or https://host:port\n"),
        (
            &[("KAHUA_ADDR", "arena"), ("KAHUA_NAME", "a")],
            "error: KAHUA_ADDR: \"arena\" has no port; expected host:port, http://host:port or https://host:port\n",
        ),
    ] {
        let output = bot(variables).output().expect("the bot starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
}

#[cfg(unix)]
#[test]
fn an_arena_that_is_not_there_is_reported_and_both_signals_end_the_wait_well() {
    for signal in ["-TERM", "-INT"] {
        // Filters for the whole of Kahua are what a bot gets that an arena starts.
        let variables = [("KAHUA_ADDR", "127.0.0.1:1"), ("KAHUA_NAME", "a"), ("KAHUA_LOG", "info,kahua=debug")];
        let mut bot = bot(&variables).spawn().expect("the bot starts");
        let mut line = String::new();
        let mut log = BufReader::new(bot.stderr.take().expect("it is piped"));
        log.read_line(&mut line).expect("it is text");
        assert!(line.contains("no arena at 127.0.0.1:1 yet (connection refused"), "{line}");
        assert!(line.contains("trying again for up to 5 minutes"), "{line}");
        let sent = Command::new("kill").args([signal, &bot.id().to_string()]).status().expect("there is kill");
        assert!(sent.success());
        assert_eq!(bot.wait().expect("the bot ends").code(), Some(0), "{signal}");
    }
}
