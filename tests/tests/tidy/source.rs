//! The source files of the repository, and the code in them that isn't a test.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

/// A Rust file of the repository.
pub(crate) struct Source {
    /// Relative to the root.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// One word, number, text or sign of the code, with the line that it stands in.
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Source {
    /// The tokens of the code, in order: without comments, attributes (help texts and documentation live in these) and
    /// items that are compiled for tests only. Delimiters come as tokens of their own.
    ///
    /// # Panics
    /// If the file is not Rust.
    pub(crate) fn code(&self) -> Vec<Token> {
        let file = syn::parse_file(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.path));
        let mut tokens = Vec::new();
        for item in without_tests(file.items) {
            flatten(item.into_token_stream(), &mut tokens);
        }
        tokens
    }
}

/// These items without those that are compiled for tests only, at every depth.
fn without_tests(items: Vec<Item>) -> Vec<Item> {
    let kept = items.into_iter().filter(|item| !attributes(item).iter().any(is_for_tests));
    kept.map(|item| match item {
        Item::Mod(mut module) => {
            module.content = module.content.map(|(brace, items)| (brace, without_tests(items)));
            Item::Mod(module)
        }
        other => other,
    })
    .collect()
}

fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::Path(path) => path.is_ident("test"),
        Meta::NameValue(_) => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn flatten(stream: TokenStream, out: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        let mut push = |text: String| out.push(Token { line, text });
        match tree {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                // `#[…]` or `#![…]`: an attribute. In a macro's rules a `#` may stand for itself.
                trees.next_if(|next| matches!(next, TokenTree::Punct(sign) if sign.as_char() == '!'));
                trees
                    .next_if(|next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket));
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(open.into());
                flatten(group.stream(), out);
                out.push(Token { line: group.span_close().start().line, text: close.into() });
            }
            TokenTree::Ident(word) => push(word.to_string()),
            TokenTree::Punct(sign) => push(sign.as_char().to_string()),
            TokenTree::Literal(literal) => push(literal.to_string()),
        }
    }
}

/// The Rust files below these folders of the repository, in the order of their paths.
///
/// # Panics
/// If a folder or a file can't be read.
pub(crate) fn sources(folders: &[&str]) -> Vec<Source> {
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| collect(&root().join(folder), &mut paths));
    paths.sort();
    let read = |path: PathBuf| Source {
        text: fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        path: path.strip_prefix(root()).expect("below the root").display().to_string(),
    };
    paths.into_iter().map(read).collect()
}

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository")
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules", "generated"].contains(&name.as_str()) && !name.starts_with('.') {
                collect(&path, paths);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
}
