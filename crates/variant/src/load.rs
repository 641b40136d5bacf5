//! From a name, a path or a text to a variant that can be played.

use std::path::Path;
use std::sync::Arc;

use khun_rules::AnyRules;
use khun_rules::spec::RulesSpec;

use crate::board;
use crate::bundled;
use crate::chain::{self, Link};
use crate::checks;
use crate::codes::{self, Code};
use crate::compile::compile;
use crate::counting;
use crate::description::Description;
use crate::ends;
use crate::error::LoadError;
use crate::fault::{Fault, Faults, Severity};
use crate::hash::Fnv;
use crate::nearest::suggestion;
use crate::params::Parameters;
use crate::pieces;
use crate::rights;
use crate::section::Section;
use crate::settings::{Parameter, Profile, Settings};
use crate::source::{Place, SourceFile};
use crate::test_case::{self, TestCase};
use crate::tree::{self, Node, Table, Value};

/// A variant, read from its file with a profile and settings.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name by which engines, files and the command line call it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Other names that the command line understands.
    pub aliases: Vec<String>,
    /// The name by which graphical interfaces know it.
    pub uci: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Where its rules come from.
    pub sources: Vec<String>,
    /// The variants that it extends, the nearest first, by the names of their files without `.toml`.
    pub extends: Vec<String>,
    /// Its parameters with their present values.
    pub params: Vec<Parameter>,
    /// Its profiles.
    pub profiles: Vec<Profile>,
    /// The profile under which it was loaded.
    pub profile: Option<String>,
    /// Its rules in the engine's terms.
    pub spec: RulesSpec,
    /// Its rules as tables.
    pub rules: AnyRules,
    /// The tests that its file brings along.
    pub tests: Vec<TestCase>,
    /// What in its file could be better: warnings and information.
    pub warnings: Vec<Fault>,
    /// A number (16 hexadecimal digits) that stands for the contents of its files and its settings, the same on every
    /// machine.
    pub hash: String,
    /// The file.
    pub file: Arc<SourceFile>,
}

impl Variant {
    /// Where the file itself speaks of a rule, given by its table (`counting.pieces`, `pieces.met.extra.leap`), as deep as
    /// it goes; the beginning of the file for a rule that is inherited as it is.
    pub fn place_of(&self, rule: &str) -> Place {
        // The file has been read already: its faults are known.
        let root = tree::parse(&self.file, &mut Faults::new());
        let (mut table, mut place) = (&root, Place::new(&self.file, 0, 0));
        for key in rule.split('.') {
            let Some(entry) = table.entry(key) else { break };
            place = entry.key_place.clone();
            let Some(inner) = entry.node.as_table() else { break };
            table = inner;
        }
        place
    }
}

/// Loads a bundled variant by id, alias or the name that interfaces know, or a file by path.
///
/// # Errors
/// There is no such variant or file, it has faults, or it cannot be set so.
pub fn load(name_or_path: &str, settings: &Settings) -> Result<Variant, LoadError> {
    let mut faults = Faults::new();
    let (file, dir) = find(name_or_path, &mut faults)?;
    build(file, dir.as_deref(), settings, faults).and_then(Loaded::into_variant)
}

/// Loads a variant from a text. `name` is what faults call it, `dir` where the files that it extends are looked for beside
/// the bundled ones.
///
/// # Errors
/// The text has faults, or the variant cannot be set so.
pub fn load_str(text: &str, name: &str, dir: Option<&Path>, settings: &Settings) -> Result<Variant, LoadError> {
    build(SourceFile::new(name, None, text), dir, settings, Faults::new()).and_then(Loaded::into_variant)
}

/// The file that a name or path means, and its directory.
pub(crate) fn find(
    name_or_path: &str,
    faults: &mut Faults,
) -> Result<(Arc<SourceFile>, Option<std::path::PathBuf>), LoadError> {
    if let Some(bundled) = bundled::find(name_or_path) {
        return Ok((Arc::clone(&bundled.file), None));
    }
    let path = Path::new(name_or_path);
    let looks_like_path = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
        || path.components().count() > 1;
    if looks_like_path || path.is_file() {
        let file = chain::read_file(path, faults)?;
        return Ok((file, path.parent().map(Path::to_path_buf)));
    }
    Err(LoadError::UnknownVariant {
        name: name_or_path.to_string(),
        help: suggestion(name_or_path, bundled::names(), "variants"),
    })
}

/// What came of loading a file, faulty or not.
pub(crate) struct Loaded {
    pub(crate) file: Arc<SourceFile>,
    pub(crate) faults: Faults,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) profiles: Vec<Profile>,
    /// The variant, where no fault stands in its way. Its list of warnings is still empty.
    pub(crate) variant: Option<Variant>,
}

impl Loaded {
    fn into_variant(self) -> Result<Variant, LoadError> {
        let faulty = self.faults.have_errors();
        let name = self.file.name().to_string();
        let faults = self.faults.into_sorted();
        match self.variant {
            Some(variant) if !faulty => Ok(Variant { warnings: faults, ..variant }),
            _ => Err(LoadError::Faults { name, faults }),
        }
    }
}

/// Words of the planned vocabulary that format 1 does not have.
const LATER: &[(&str, &str)] = &[
    ("hand", "hands and drops are not in format 1"),
    ("capture", "rules about captures are not in format 1"),
    ("wall", "walls are not in format 1"),
    ("en_passant", "en passant is not in format 1"),
    ("royal", "a piece is royal by `royal = true` in its table"),
    ("features", "format 1 has no features to ask for"),
];

/// Reads, checks and compiles a file.
pub(crate) fn build(
    file: Arc<SourceFile>,
    dir: Option<&Path>,
    settings: &Settings,
    mut faults: Faults,
) -> Result<Loaded, LoadError> {
    let Some(chain) = chain::follow(Arc::clone(&file), dir, &mut faults) else {
        return Ok(Loaded { file, faults, parameters: Vec::new(), profiles: Vec::new(), variant: None });
    };
    let mut table = chain::merged(&chain, &mut faults);
    let whole = Place::new(&file, 0, 0);
    Section::new(&table, "", &whole).documented("", LATER, &mut faults);
    let mut parameters = Parameters::read(&table, &file, &mut faults);
    let own = |place: &Place| Arc::ptr_eq(place.file(), &file);
    parameters.warn_of_unused(&table, &own, &mut faults);
    let id = identity(&table, &file, &mut faults);
    parameters.apply(&id, settings, &mut table, &mut faults)?;
    for entry in &mut table.entries {
        if matches!(entry.key.as_str(), "board" | "regions" | "pieces" | "rights" | "end" | "counting") {
            parameters.substitute(&mut entry.node, &mut faults);
        }
    }
    let root = Section::new(&table, "", &whole);
    let description = describe(&root, &mut faults);
    checks::run(&description, &file, &mut faults);
    let tests = test_case::read(&root, &mut faults);
    let about = about(&root, &id, &mut faults);
    let start = description.board.start.clone();
    let spec = description.to_spec(&id, &about.name);
    let rules = start.and_then(|start| compile(&spec, &start, &whole, &mut faults));
    let allowed: Vec<(Arc<SourceFile>, Vec<Code>)> =
        chain.iter().map(|link| (Arc::clone(&link.file), allowed(link, &mut faults))).collect();
    faults.retain(|fault| {
        let file = fault.primary.place.file();
        let silent = allowed.iter().any(|(allowing, codes)| Arc::ptr_eq(allowing, file) && codes.contains(&fault.code));
        !silent
    });
    let variant = rules.filter(|_| !faults.have_errors()).map(|rules| Variant {
        id,
        name: about.name,
        aliases: about.aliases,
        uci: about.uci,
        summary: about.summary,
        sources: about.sources,
        extends: chain.iter().skip(1).map(|link| stem(&link.file).to_string()).collect(),
        params: parameters.list(),
        profiles: parameters.profiles.clone(),
        profile: parameters.profile.clone(),
        spec,
        rules,
        tests,
        warnings: Vec::new(),
        hash: hash(&chain, &parameters),
        file: Arc::clone(&file),
    });
    Ok(Loaded { file, faults, parameters: parameters.list(), profiles: parameters.profiles, variant })
}

/// The id that a file gives itself, or else the one that its name gives it.
fn identity(table: &Table, file: &SourceFile, faults: &mut Faults) -> String {
    let fallback: String = stem(file)
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' })
        .collect();
    let fallback = if fallback.is_empty() { "variant".to_string() } else { fallback };
    let Some(node) = table.get("id") else { return fallback };
    let Some(text) = node.as_text() else {
        faults.push(Fault::new(codes::E004, &node.place, format!("`id` wants a string, not {}", node.described())));
        return fallback;
    };
    let id = text.string.clone();
    let good = |id: &str| {
        let letters = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        letters && (1..=40).contains(&id.len()) && id.starts_with(|first: char| first.is_ascii_alphanumeric())
    };
    if !good(&id) {
        let message = format!("a variant cannot have the id {id:?}");
        faults.push(
            Fault::new(codes::E008, &node.place, message)
                .help("use lower-case letters, digits and -; `name` may be anything"),
        );
        return fallback;
    }
    if let Some(bundled) = bundled::find(&id).filter(|bundled| bundled.id == id)
        && bundled.file.text() != file.text()
        && file.path().is_some()
    {
        let message = format!("a bundled variant has the id `{id}`, so that this one is found by its path only");
        faults.push(Fault::new(codes::W007, &node.place, message).help("give it another id"));
    }
    id
}

/// Reads all tables that describe the game.
fn describe(root: &Section<'_>, faults: &mut Faults) -> Description {
    let board = board::read_board(root, faults);
    let mut regions = board::Regions::read(root, &board, faults);
    let (names, sections) = pieces::ids(root, faults);
    let right_names = rights::names(root);
    let rights = rights::read(root, &names, faults);
    let mut list = Vec::new();
    for (id, section) in names.0.iter().zip(&sections) {
        let mut context = pieces::Context { board: &board, regions: &mut regions, names: &names, rights: &right_names };
        list.push(pieces::read(id, section, &mut context, faults));
    }
    let ends = ends::read(root, &names, &mut regions, faults);
    let counting = counting::read(root, &names, faults);
    Description { pieces: list, rights, ends, counting, board }
}

/// The codes that a file does not want to hear of.
fn allowed(link: &Link, faults: &mut Faults) -> Vec<Code> {
    let Some(Node { value: Value::Array(array), .. }) = link.table.get("allow") else {
        if let Some(node) = link.table.get("allow") {
            let message = format!("`allow` wants a list of codes of warnings, not {}", node.described());
            faults.push(Fault::new(codes::E004, &node.place, message));
        }
        return Vec::new();
    };
    let mut allowed = Vec::new();
    for node in array {
        let code = node.as_text().and_then(|text| Code::find(&text.string));
        match code {
            Some(code) if code.severity() != Severity::Error => allowed.push(code),
            Some(code) => {
                let message = format!("{code} is an error: it cannot be allowed");
                faults.push(Fault::new(codes::E005, &node.place, message));
            }
            None => {
                let message = format!("{} is not the code of a warning", node.described());
                faults.push(Fault::new(codes::E005, &node.place, message).help("write for example allow = [\"W106\"]"));
            }
        }
    }
    allowed
}

/// What a file says about itself.
struct About {
    name: String,
    aliases: Vec<String>,
    uci: String,
    summary: String,
    sources: Vec<String>,
}

fn about(root: &Section<'_>, id: &str, faults: &mut Faults) -> About {
    let mut aliases: Vec<String> = Vec::new();
    for (alias, node) in root.strings("aliases", faults).unwrap_or_default() {
        if alias.string == id || aliases.contains(&alias.string) {
            let message = format!("the variant is called `{}` already", alias.string);
            faults.push(Fault::new(codes::E007, &node.place, message).help("leave it out"));
        }
        aliases.push(alias.string.clone());
    }
    let sources = root.strings("sources", faults).unwrap_or_default();
    About {
        name: root.text("name", faults).unwrap_or_else(|| id.to_string()),
        aliases,
        uci: root.text("uci", faults).unwrap_or_else(|| id.to_string()),
        summary: root.text("summary", faults).unwrap_or_default(),
        sources: sources.into_iter().map(|(text, _)| text.string.clone()).collect(),
    }
}

/// The name of a file without its directory and `.toml`.
fn stem(file: &SourceFile) -> &str {
    let name = file.name().rsplit(['/', '\\']).next().unwrap_or_default();
    name.strip_suffix(".toml").unwrap_or(name)
}

/// What a variant depends on: its files, with line ends made equal, and its settings.
fn hash(chain: &[Link], parameters: &Parameters) -> String {
    let mut hash = Fnv::new();
    for link in chain {
        hash.text(&link.file.text().replace("\r\n", "\n"));
    }
    hash.text(parameters.profile.as_deref().unwrap_or(""));
    for parameter in parameters.list() {
        hash.text(&parameter.name);
        hash.text(&parameter.value.to_string());
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `--set` changes has to change something: children that drop a rule drop its parameters too.
    #[test]
    fn bundled_variants_use_all_parameters_that_they_inherit() {
        for bundled in bundled::bundled() {
            let mut faults = Faults::new();
            let file = Arc::clone(&bundled::find(bundled.id).unwrap().file);
            let chain = chain::follow(Arc::clone(&file), None, &mut faults).expect("a chain of files");
            let table = chain::merged(&chain, &mut faults);
            let parameters = Parameters::read(&table, &file, &mut faults);
            let mut unused = Faults::new();
            parameters.warn_of_unused(&table, &|_| true, &mut unused);
            assert_eq!(unused.iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0], "{}", bundled.id);
        }
    }

    #[test]
    fn the_hash_follows_files_and_settings() {
        let hash = |name: &str, settings: &Settings| load(name, settings).unwrap().hash;
        let default = Settings::default();
        assert_eq!(hash("makruk", &default), hash("makruk", &Settings::profile("default")));
        let others = [
            hash("makruk", &Settings::profile("zh")),
            hash("makruk", &default.clone().with("stalemate", "win")),
            hash("makpong", &default),
        ];
        assert!(!others.contains(&hash("makruk", &default)));
        let text = bundled::find("makruk").unwrap().file.text().to_string();
        let unix = load_str(&text, "makruk.toml", None, &default).unwrap();
        let dos = load_str(&text.replace('\n', "\r\n"), "makruk.toml", None, &default).unwrap();
        assert_eq!((&unix.hash, unix.hash.len()), (&dos.hash, 16));
    }
}
