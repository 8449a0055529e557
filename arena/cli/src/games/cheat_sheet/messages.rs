//! A game's messages with the comments of its `.proto` file.

use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, EnumDescriptor, FieldDescriptor, FileDescriptor, Kind, MessageDescriptor};

static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(kahua_proto::DESCRIPTORS).expect("the built-in descriptor set is sound"));

/// Where a file's comment on its first statement is found: at the number of `syntax` in a file's descriptor.
const SYNTAX: [i32; 1] = [12];

/// Ends the comment of fields whose zero must be sent. The sheet marks these fields instead.
const MUST_BE_SET: &str = " It must be set, even if it is 0.";

/// The messages of a game.
pub(super) struct Messages {
    package: String,
    file: FileDescriptor,
}

/// A kind of action.
pub(super) struct ActionKind {
    /// The field of the oneof `kind`.
    pub(super) name: String,
    /// An example of the notation, with what the `.proto` file says of it.
    pub(super) notation: String,
    /// What the action does.
    pub(super) meaning: String,
    pub(super) fields: Vec<FieldDescriptor>,
    /// The open steps at which it is possible.
    pub(super) steps: Vec<String>,
}

impl Messages {
    /// # Panics
    /// If there is no such game.
    pub(super) fn of(game: &str) -> Messages {
        let package = format!("kahua.games.{game}.v1");
        let view = POOL.get_message_by_name(&format!("{package}.View")).expect("every game has a View");
        Messages { package, file: view.parent_file() }
    }

    /// What the file says first: the numbers that are used throughout.
    pub(super) fn introduction(&self) -> String {
        comment(&self.file, &SYNTAX)
    }

    /// Every kind of action, in the order of the file.
    pub(super) fn action_kinds(&self) -> Vec<ActionKind> {
        let steps: Vec<(String, Vec<String>)> = (self.message("Open").fields())
            .map(|field| (field.name().to_owned(), actions_named_in(&comment_of_message(&field))))
            .collect();
        let kind = |field: FieldDescriptor| {
            let name = field.name().to_owned();
            let told = comment_of_field(&field);
            let notation = told.split_once("Notation: ").map_or("", |(_, rest)| rest.trim_end_matches('.')).to_owned();
            let at = steps.iter().filter(|(_, actions)| actions.contains(&name)).map(|(step, _)| step.clone());
            let fields = message_of(&field).fields().collect();
            ActionKind { notation, meaning: comment_of_message(&field), fields, steps: at.collect(), name }
        };
        self.message("Action").fields().map(kind).collect()
    }

    /// The field of the view at this path.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn view_field(&self, path: &str) -> FieldDescriptor {
        let mut message = self.message("View");
        let (folders, last) = path.rsplit_once('.').unwrap_or(("", path));
        let field_of = |message: &MessageDescriptor, name: &str| {
            message.get_field_by_name(name).unwrap_or_else(|| panic!("View has no field {path}"))
        };
        for name in folders.split('.').filter(|name| !name.is_empty()) {
            message = message_of(&field_of(&message, name));
        }
        field_of(&message, last)
    }

    fn message(&self, name: &str) -> MessageDescriptor {
        let name = format!("{}.{name}", self.package);
        POOL.get_message_by_name(&name).unwrap_or_else(|| panic!("there is no message {name}"))
    }
}

/// The actions that the comment of a step lists: `Actions: move_shaman, keep_shaman.`
fn actions_named_in(comment: &str) -> Vec<String> {
    let list = ["Actions: ", "Action: "].iter().find_map(|word| comment.split_once(word));
    let names = list.map_or("", |(_, names)| names.trim_end_matches('.'));
    names.split(", ").map(str::to_owned).collect()
}

/// The message that is this field's type.
///
/// # Panics
/// If it is of another type.
fn message_of(field: &FieldDescriptor) -> MessageDescriptor {
    field.kind().as_message().cloned().unwrap_or_else(|| panic!("{} holds no message", field.full_name()))
}

/// The type as an author says it: `list of PalmCard`.
pub(super) fn type_of(field: &FieldDescriptor) -> String {
    let one = match field.kind() {
        Kind::Message(message) => with_fields(&message),
        Kind::Enum(names) => names.name().to_owned(),
        Kind::Bool => "bool".to_owned(),
        _ if field.is_list() => "numbers".to_owned(),
        _ => "number".to_owned(),
    };
    if field.is_list() { format!("list of {one}") } else { one }
}

/// A message by its name and its fields: `BeachDisc {disc, beach}`.
fn with_fields(message: &MessageDescriptor) -> String {
    let fields: Vec<String> = message.fields().map(|field| field.name().to_owned()).collect();
    if fields.is_empty() { message.name().to_owned() } else { format!("{} {{{}}}", message.name(), fields.join(", ")) }
}

/// What the file says of a field, apart from whether it must be set. A field of a oneof is only understood with what the file says
/// of the oneof.
pub(super) fn meaning_of(field: &FieldDescriptor) -> String {
    let oneof = field.containing_oneof().map(|oneof| comment(&field.parent_message().parent_file(), oneof.path()));
    let own = comment_of_field(field).replace(MUST_BE_SET, "");
    oneof.into_iter().filter(|oneof| !oneof.is_empty()).chain([own]).collect::<Vec<_>>().join(" ")
}

/// Whether the field of an action must be set even if it is 0.
pub(super) fn must_be_set(field: &FieldDescriptor) -> bool {
    comment_of_field(field).ends_with(MUST_BE_SET)
}

/// The enums of these fields, and of the fields of their messages, each once.
pub(super) fn enums_of(fields: &[FieldDescriptor]) -> Vec<EnumDescriptor> {
    let mut found: Vec<EnumDescriptor> = Vec::new();
    let mut open: Vec<FieldDescriptor> = fields.iter().rev().cloned().collect();
    while let Some(field) = open.pop() {
        match field.kind() {
            Kind::Enum(names) if !found.contains(&names) => found.push(names),
            Kind::Message(message) => open.extend(message.fields()),
            _ => {}
        }
    }
    found
}

fn comment_of_field(field: &FieldDescriptor) -> String {
    comment(&field.parent_message().parent_file(), field.path())
}

fn comment_of_message(field: &FieldDescriptor) -> String {
    let message = message_of(field);
    comment(&message.parent_file(), message.path())
}

/// The comment in front of the statement at this path, as paragraphs on one line each.
fn comment(file: &FileDescriptor, path: &[i32]) -> String {
    let source = file.file_descriptor_proto().source_code_info.as_ref();
    let location = source.and_then(|source| source.location.iter().find(|location| location.path == path));
    let comment = location.and_then(|location| location.leading_comments.as_deref()).unwrap_or_default();
    let paragraphs = comment.split("\n\n").map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}
