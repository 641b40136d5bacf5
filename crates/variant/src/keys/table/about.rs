//! The head of a file.

use super::key;
use crate::keys::Default::{Nothing, Required, Said};
use crate::keys::KeyDoc;
use crate::keys::Takes::{Boolean, Integer, Text, Texts};

pub(super) const KEYS: &[KeyDoc] = &[
    key(
        "format",
        Integer(1, 1),
        Required,
        "The version of the language in which the file is written. A file of a later version is refused rather than \
         misread.",
        PLAIN,
    ),
    key(
        "id",
        Text,
        Said("the name of the file"),
        "The name by which engines, files and the command line call the variant: lower-case letters, digits and `-`.",
        r#"id = "my-makruk""#,
    ),
    key("name", Text, Said("the id"), "What people call the variant.", r#"name = "My Makruk""#),
    key(
        "aliases",
        Texts,
        Nothing,
        "Other names that the command line understands, in any script.",
        r#"aliases = ["mine", "ของฉัน"]"#,
    ),
    key(
        "uci",
        Text,
        Said("the id"),
        "The name by which graphical interfaces know the variant (`UCI_Variant`).",
        r#"uci = "mymakruk""#,
    ),
    key(
        "summary",
        Text,
        Nothing,
        "What the variant is, in a sentence.",
        r#"summary = "Makruk with a longer way to promotion.""#,
    ),
    key(
        "sources",
        Texts,
        Nothing,
        "Where the rules come from: addresses, books.",
        r#"sources = ["https://en.wikipedia.org/wiki/Makruk"]"#,
    ),
    key(
        "extends",
        Text,
        Nothing,
        "The variant whose file this one changes: a bundled variant, or a file beside this one without its `.toml`. \
         Tables are merged key by key, values and lists replaced; the tables `when`, `promotion` and `set` are \
         replaced whole.",
        PLAIN,
    ),
    key(
        "allow",
        Texts,
        Nothing,
        "Codes of warnings that the author has seen and means. Errors cannot be allowed.",
        r#"allow = ["I511"]"#,
    ),
    key(
        "*.remove",
        Boolean,
        Nothing,
        "In any table: `remove = true` deletes the table that is inherited. What stands beside it in the same table \
         starts afresh.",
        r#"[counting.board]
remove = true

[params.board_count]
remove = true
[params.counter_mates]
remove = true
[params.on_bare]
remove = true
[counting.pieces]
on_bare = "replace"

[profiles.table]
remove = true
[profiles.uk]
remove = true
[profiles.hi]
remove = true
[profiles.zh]
remove = true"#,
    ),
];

const PLAIN: &str = r#"format = 1
extends = "makruk""#;
