//! Messages of the protocol in requests and answers: objects in protobuf's JSON mapping, or bytes in base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kahua_proto::json::{from_json, to_json};
use prost::{Message, Name};
use serde_json::Value;

use crate::problem::Problem;
use crate::request::Form;

/// The message that a value of a request holds.
///
/// # Errors
/// If it holds no such message.
pub(crate) fn read<M: Message + Name + Default>(value: &Value) -> Result<M, Problem> {
    match value {
        Value::Object(_) => from_json(&value.to_string()).map_err(|error| Problem::request(without_place(&error))),
        Value::String(text) => {
            let bytes = STANDARD.decode(text).map_err(|error| Problem::request(format!("isn't base64: {error}")))?;
            M::decode(&*bytes).map_err(|error| Problem::request(format!("isn't a {}: {error}", M::NAME)))
        }
        _ => Err(Problem::request(format!("isn't a {0}: expected it as an object, or its bytes in base64", M::NAME))),
    }
}

/// The place in the JSON is of no use, since the value was taken out of its line.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split_once(" at line ").map_or(text.clone(), |(problem, _)| problem.to_owned())
}

/// A message as a value of an answer.
pub(crate) fn write<M: Message + Name>(message: &M, form: Form) -> Value {
    match form {
        Form::Json => to_json(message),
        Form::Bytes => STANDARD.encode(message.encode_to_vec()).into(),
    }
}
