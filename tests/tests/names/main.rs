//! The names of the protos against the words that are taken in the languages of bots: whoever generates code from them
//! reads every field under the name that the `.proto` file gives it.

mod collisions;
mod collisions_tests;

use collisions::{Kind, Name, languages};
use prost_reflect::{DescriptorPool, EnumDescriptor, MessageDescriptor, ServiceDescriptor};

#[test]
fn no_name_of_the_protos_is_taken_in_a_language() {
    let (names, languages) = (names(), languages());
    let found: Vec<String> =
        names.iter().flat_map(|name| languages.iter().flat_map(|language| language.collisions(name))).collect();
    assert!(found.is_empty(), "find other names for these, see reserved.toml:\n{}", found.join("\n"));
}

#[test]
fn names_of_every_kind_are_read_from_the_protos() {
    let names = names();
    for (kind, path) in [
        (Kind::Field, "kahua.arena.v1.Ask.view"),
        (Kind::Field, "kahua.arena.v1.View.game"),
        (Kind::Field, "kahua.games.hawaii.v1.GoToPlace.place"),
        (Kind::Type, "kahua.games.hawaii.v1.View"),
        (Kind::Type, "kahua.games.hawaii.v1.Tile"),
        (Kind::Type, "kahua.arena.v1.BotService"),
        (Kind::Call, "kahua.arena.v1.BotService.Play"),
        (Kind::Value, "kahua.games.hawaii.v1.Tile.shell_hut"),
    ] {
        assert!(names.iter().any(|name| name.kind == kind && name.path() == path), "{kind:?} {path}");
    }
    assert!(!names.iter().any(|name| name.own.starts_with('_')), "an optional field has no oneof of its own");
}

/// All names that the protos give; the files that they import aren't ours to name.
fn names() -> Vec<Name> {
    let pool = DescriptorPool::decode(kahua_proto::DESCRIPTORS).expect("the descriptors of the protos");
    let messages = pool.all_messages().flat_map(|message| of_message(&message));
    let enums = pool.all_enums().flat_map(|kinds| of_enum(&kinds));
    let services = pool.services().flat_map(|service| of_service(&service));
    messages.chain(enums).chain(services).filter(|name| name.parent.starts_with("kahua.")).collect()
}

fn of_message(message: &MessageDescriptor) -> Vec<Name> {
    let fields = message.fields().map(|field| field.name().to_owned());
    let oneofs = message.oneofs().filter(|oneof| !oneof.is_synthetic()).map(|oneof| oneof.name().to_owned());
    let members = fields.chain(oneofs).map(|own| Name::new(Kind::Field, message.full_name(), own));
    members.chain([Name::of_type(message.full_name())]).collect()
}

/// Languages in which the values live inside their enum leave out the prefix that repeats its name.
fn of_enum(kinds: &EnumDescriptor) -> Vec<Name> {
    let prefix = collisions::Style::Snake.write(kinds.name()) + "_";
    let values = kinds.values().map(|value| {
        let value = value.name().to_ascii_lowercase();
        let own = value.strip_prefix(&prefix).unwrap_or(&value).to_owned();
        Name::new(Kind::Value, kinds.full_name(), own)
    });
    values.chain([Name::of_type(kinds.full_name())]).collect()
}

fn of_service(service: &ServiceDescriptor) -> Vec<Name> {
    let calls = service.methods().map(|call| Name::new(Kind::Call, service.full_name(), call.name().to_owned()));
    calls.chain([Name::of_type(service.full_name())]).collect()
}
