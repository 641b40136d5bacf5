//! The variants that are built in.

use std::sync::{Arc, LazyLock};

use crate::fault::Faults;
use crate::source::SourceFile;
use crate::tree::{self, Table, Value};

/// A variant that is built in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bundled {
    /// Its id.
    pub id: &'static str,
    /// The name of its file.
    pub file_name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! bundled {
    ($($id:literal)*) => {
        &[$(Bundled {
            id: $id,
            file_name: concat!($id, ".toml"),
            text: include_str!(concat!("../../../variants/", $id, ".toml")),
        }),*]
    };
}

const BUNDLED: &[Bundled] = bundled!["makruk" "makpong" "ouk" "kar-ouk" "asean" "ai-wok" "shatranj" "chaturanga"];

/// What stands for the rules of each bundled variant, so that another one with the same rules is found without loading them
/// all. A test wants them to be up to date.
pub(crate) const FINGERPRINTS: &[(&str, &str)] = &[
    ("makruk", "33cff349997cb04d"),
    ("makpong", "72b29c69d78bd03b"),
    ("ouk", "4c3ccf562fbc6ad5"),
    ("kar-ouk", "7791c03e04085b16"),
    ("asean", "2eacda613b313692"),
    ("ai-wok", "3d154d97347431d4"),
    ("shatranj", "c91fcc55b4ec2669"),
    ("chaturanga", "d1977f06efd08e7b"),
];

/// The variants that are built in, each with the text of its file.
pub fn bundled() -> &'static [Bundled] {
    BUNDLED
}

/// A bundled file, read.
pub(crate) struct BundledFile {
    pub(crate) id: &'static str,
    /// What else it is called: its aliases and the name that GUIs know.
    pub(crate) aliases: Vec<String>,
    pub(crate) file: Arc<SourceFile>,
    pub(crate) table: Table,
}

static FILES: LazyLock<Vec<BundledFile>> = LazyLock::new(|| {
    let read = |bundled: &Bundled| {
        let file = SourceFile::new(bundled.file_name, None, bundled.text);
        // Tests see to it that bundled files have no faults.
        let table = tree::parse(&file, &mut Faults::new());
        let mut aliases = Vec::new();
        for key in ["aliases", "uci"] {
            match table.get(key).map(|node| &node.value) {
                Some(Value::Text(text)) => aliases.push(text.string.clone()),
                Some(Value::Array(array)) => {
                    aliases.extend(array.iter().filter_map(|node| node.as_text().map(|text| text.string.clone())));
                }
                _ => {}
            }
        }
        // GUIs often know a variant by its id or one of its aliases.
        let mut known = vec![bundled.id.to_owned()];
        aliases.retain(|alias: &String| {
            let new = !known.contains(alias);
            known.push(alias.clone());
            new
        });
        BundledFile { id: bundled.id, aliases, file, table }
    };
    BUNDLED.iter().map(read).collect()
});

/// The bundled file that is called `name`: its id, an alias or its name for GUIs, in upper or lower case.
pub(crate) fn find(name: &str) -> Option<&'static BundledFile> {
    let name = name.trim().to_lowercase();
    FILES
        .iter()
        .find(|file| file.id == name)
        .or_else(|| FILES.iter().find(|file| file.aliases.iter().any(|alias| alias.to_lowercase() == name)))
}

/// All bundled files.
pub(crate) fn files() -> impl Iterator<Item = &'static BundledFile> {
    FILES.iter()
}

/// All names of bundled variants.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    FILES.iter().flat_map(|file| std::iter::once(file.id).chain(file.aliases.iter().map(String::as_str)))
}
