//! The code that writes messages, for `kahua_proto::encode`.

use heck::{ToSnakeCase, ToUpperCamelCase};
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet};

use super::{HEAD, condition, path};

/// An implementation of `Encode` for each message.
pub(super) fn encode(descriptors: &FileDescriptorSet) -> String {
    let mut code = HEAD.to_owned();
    for file in descriptors.file.iter().filter(|file| file.package().starts_with("kahua.")) {
        for message in &file.message_type {
            assert!(
                message.nested_type.is_empty(),
                "{}: a message inside of a message has another path",
                message.name()
            );
            let name = format!(".{}.{}", file.package(), message.name());
            let (condition, path) = (condition(&name), path(&name));
            let fields = fields(message, &path);
            let out = if fields.is_empty() { "_" } else { "out" };
            code += &format!(
                "\n{condition}impl Encode for {path} {{\n    fn encode_fields(&self, {out}: &mut Vec<u8>) {{\n{fields}    }}\n}}\n"
            );
        }
    }
    code
}

/// The statements that write the fields. A `oneof` comes where the lowest number of its fields does, as with prost.
fn fields(message: &DescriptorProto, path: &str) -> String {
    let mut statements: Vec<(i32, String)> = Vec::new();
    for field in message.field.iter().filter(|field| oneof(field).is_none()) {
        statements.push((field.number(), format!("        {}\n", statement(field))));
    }
    for (index, declared) in (0..).zip(&message.oneof_decl) {
        let fields: Vec<_> = message.field.iter().filter(|field| oneof(field) == Some(index)).collect();
        let Some(first) = fields.iter().map(|field| field.number()).min() else { continue };
        statements.push((first, choice(declared.name(), &fields, path)));
    }
    statements.sort_unstable();
    statements.into_iter().map(|(_, statement)| statement).collect()
}

/// The number of the `oneof` that the field is one of; protobuf calls an optional field one as well.
fn oneof(field: &FieldDescriptorProto) -> Option<i32> {
    field.oneof_index.filter(|_| !field.proto3_optional())
}

fn statement(field: &FieldDescriptorProto) -> String {
    let has_length = matches!(field.r#type(), Type::Message | Type::String | Type::Bytes);
    let function = match field.label() {
        Label::Repeated if has_length => "repeated",
        Label::Repeated => "packed",
        _ if field.proto3_optional() || field.r#type() == Type::Message => "optional",
        _ => "field",
    };
    format!("{function}(out, {}, &self.{});", field.number(), field.name())
}

fn choice(name: &str, fields: &[&FieldDescriptorProto], path: &str) -> String {
    let (package, message) = path.rsplit_once("::").expect("a path with modules");
    let choices = format!("{package}::{}::{}", message.to_snake_case(), name.to_upper_camel_case());
    let arm = |field: &&FieldDescriptorProto| {
        let (choice, number) = (field.name().to_upper_camel_case(), field.number());
        format!("            Some({choices}::{choice}(value)) => present(out, {number}, value),\n")
    };
    let arms: String = fields.iter().map(arm).collect();
    format!("        match &self.{name} {{\n{arms}            None => {{}}\n        }}\n")
}
