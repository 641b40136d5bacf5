//! `extends`: a file, the file that it extends, and so on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::bundled;
use crate::codes;
use crate::error::LoadError;
use crate::fault::{Fault, Faults};
use crate::merge;
use crate::nearest::nearest;
use crate::source::{Place, SourceFile};
use crate::tree::{self, Node, Table, Value};

/// The longest chain of files.
const MAX_CHAIN: usize = 8;
/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// A file with what it says.
pub(crate) struct Link {
    pub(crate) file: Arc<SourceFile>,
    pub(crate) table: Table,
}

/// Reads a file from disk, or the bundled file of that name.
pub(crate) fn read_file(path: &Path, faults: &mut Faults) -> Result<Arc<SourceFile>, LoadError> {
    let io = |error: std::io::Error| LoadError::Io { path: path.to_path_buf(), reason: error.to_string() };
    let too_large =
        || LoadError::Io { path: path.to_path_buf(), reason: format!("the file is larger than {MAX_FILE} bytes") };
    let metadata = fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(LoadError::Io { path: path.to_path_buf(), reason: "it is a directory".to_string() });
    }
    if metadata.len() > MAX_FILE {
        return Err(too_large());
    }
    let bytes = fs::read(path).map_err(io)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(too_large());
    }
    let name = path.display().to_string();
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(name, Some(path.to_path_buf()), text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let file = SourceFile::new(name, Some(path.to_path_buf()), lossy);
            let message = "not TOML: this is not UTF-8 text";
            faults.push(Fault::new(codes::E001, &Place::new(&file, at, at + '\u{fffd}'.len_utf8()), message));
            Ok(file)
        }
    }
}

/// A file and all that it extends, itself first. `dir` is where files beside it are looked for.
///
/// `None` where so much is missing that every other fault might be a wrong one. A parent whose name is misspelt is not
/// that much: the one that was meant stands in for it, so that the other faults of the file are found too.
pub(crate) fn follow(file: Arc<SourceFile>, dir: Option<&Path>, faults: &mut Faults) -> Option<Vec<Link>> {
    let table = read_table(&file, faults)?;
    let mut dir = dir.map(Path::to_path_buf);
    let mut chain = vec![Link { file, table }];
    while let Some(node) = chain.last().and_then(|last| last.table.get("extends")) {
        let Some(text) = node.as_text() else {
            let message = format!("`extends` wants the name of a variant or file, not {}", node.described());
            faults.push(Fault::new(codes::E004, &node.place, message));
            return None;
        };
        let (name, node) = (text.string.clone(), node.clone());
        if chain.len() == MAX_CHAIN {
            let message = format!("the chain of `extends` is longer than {MAX_CHAIN} files");
            faults.push(Fault::new(codes::E107, &node.place, message).help(format!("the chain: {}", names(&chain))));
            return None;
        }
        let (link, parent_dir) = find_parent(&name, &node, dir.as_deref(), &chain, faults)?;
        dir = parent_dir;
        chain.push(link);
    }
    Some(chain)
}

/// Lays the files of a chain over one another.
pub(crate) fn merged(chain: &[Link], faults: &mut Faults) -> Table {
    let mut result = Table::default();
    for link in chain.iter().rev() {
        result.entries.retain(|entry| !merge::OWN.contains(&entry.key.as_str()));
        result = merge::merge(result, link.table.clone(), "", faults);
    }
    result
}

fn names(chain: &[Link]) -> String {
    chain.iter().map(|link| link.file.name()).collect::<Vec<_>>().join(" -> ")
}

/// What a file says, if it is TOML and written in a format that can be read.
fn read_table(file: &Arc<SourceFile>, faults: &mut Faults) -> Option<Table> {
    if faults.have_errors() {
        return None;
    }
    let table = tree::parse(file, faults);
    (!faults.have_errors() && check_format(file, &table, faults)).then_some(table)
}

/// Whether the file says in which format it is written, or at least nothing else than the one there is.
fn check_format(file: &Arc<SourceFile>, table: &Table, faults: &mut Faults) -> bool {
    let help = "write `format = 1`, the one format there is, at the top of the file";
    match table.get("format") {
        Some(Node { value: Value::Integer(1), .. }) => true,
        Some(node) => {
            let message = format!("format {} is not supported", node.described());
            faults.push(Fault::new(codes::E002, &node.place, message).help(help));
            false
        }
        None => {
            let place = Place::new(file, 0, 0);
            faults.push(
                Fault::new(codes::E002, &place, "the file does not say in which format it is written").help(help),
            );
            true
        }
    }
}

/// Finds the file that is extended: one beside the file, by name or path, or else a bundled variant.
fn find_parent(
    name: &str,
    node: &Node,
    dir: Option<&Path>,
    chain: &[Link],
    faults: &mut Faults,
) -> Option<(Link, Option<PathBuf>)> {
    let mut circle = None;
    for path in dir.map(|dir| candidates(dir, name)).unwrap_or_default() {
        if !path.is_file() {
            continue;
        }
        if let Some(link) = chain.iter().find(|link| is_same_file(&link.file, &path)) {
            circle = Some(link.file.name().to_string());
            continue;
        }
        let mut found = Faults::new();
        match read_file(&path, &mut found) {
            Ok(file) => {
                let table = read_table(&file, &mut found);
                faults.extend(found);
                return Some((Link { file, table: table? }, path.parent().map(Path::to_path_buf)));
            }
            Err(error) => {
                faults.push(Fault::new(codes::E101, &node.place, format!("`{name}` cannot be extended: {error}")));
                return None;
            }
        }
    }
    if let Some(bundled) = bundled::find(name) {
        match chain.iter().find(|link| Arc::ptr_eq(&link.file, &bundled.file)) {
            Some(link) => circle = Some(link.file.name().to_string()),
            None => return Some((Link { file: Arc::clone(&bundled.file), table: bundled.table.clone() }, None)),
        }
    }
    if let Some(first) = circle {
        let message = format!("files extend one another in a circle: {} -> {first}", names(chain));
        faults.push(Fault::new(codes::E102, &node.place, message));
        return None;
    }
    let (fault, meant) = not_found(name, node, dir);
    faults.push(fault);
    let stand_in = meant.as_deref().and_then(bundled::find)?;
    let known = chain.iter().any(|link| Arc::ptr_eq(&link.file, &stand_in.file));
    (!known).then(|| (Link { file: Arc::clone(&stand_in.file), table: stand_in.table.clone() }, None))
}

/// The files that a name may mean.
fn candidates(dir: &Path, name: &str) -> Vec<PathBuf> {
    if name.is_empty() {
        return Vec::new();
    }
    vec![dir.join(name), dir.join(format!("{name}.toml"))]
}

fn is_same_file(file: &SourceFile, path: &Path) -> bool {
    file.path().is_some_and(|known| match (known.canonicalize(), path.canonicalize()) {
        (Ok(known), Ok(path)) => known == path,
        _ => known == path,
    })
}

/// The fault, and the name that may have been meant.
fn not_found(name: &str, node: &Node, dir: Option<&Path>) -> (Fault, Option<String>) {
    let mut beside: Vec<String> = Vec::new();
    if let Some(entries) =
        dir.and_then(|dir| fs::read_dir(if dir.as_os_str().is_empty() { Path::new(".") } else { dir }).ok())
    {
        let stems =
            entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "toml"));
        beside.extend(stems.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())));
        beside.sort();
    }
    let mut known: Vec<&str> = bundled::names().collect();
    known.extend(beside.iter().map(String::as_str));
    let meant = nearest(name.trim_end_matches(".toml"), known).map(str::to_owned);
    let help = match &meant {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "bundled variants: {}; or write the path of a file, seen from this one",
            bundled::bundled().iter().map(|bundled| bundled.id).collect::<Vec<_>>().join(", ")
        ),
    };
    let message = format!("there is no variant or file `{name}` to extend");
    (Fault::new(codes::E101, &node.place, message).help(help), meant)
}
