//! Settings files, and the arena that is built from them.

use std::time::Duration;

use kahua_engine::Seed;
use kahua_play::SimulatedMachine;
use kahua_server::App;
use kahua_settings::Rulesets;
use kahua_settings::config::Config;
use kahua_store::SimulatedDisk;
use tokio::runtime::Builder;

/// Reads bytes as a settings file. Nothing may panic, and valid settings must be enough to build an arena.
pub fn settings(bytes: &[u8]) {
    let Ok(config) = Config::parse(&String::from_utf8_lossy(bytes)) else { return };
    // The settings may name any file of this machine as certificate or secret.
    let config = Config { tls: None, webhooks: Vec::new(), ..config };
    if App::check(&config, &Rulesets::built_in()).is_ok() {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
        runtime.block_on(build(&config));
    }
}

async fn build(config: &Config) {
    let seed = Seed::from_number(1);
    let _machine = SimulatedMachine::start(seed, 0, Duration::ZERO);
    let store = SimulatedDisk::new(seed).and_then(|disk| disk.open()).expect("a disk");
    let app = App::build(config, Rulesets::built_in(), store).await;
    app.expect("settings that were checked").drain().await;
}
