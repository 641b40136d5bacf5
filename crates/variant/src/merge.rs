//! Inheritance of values: how the tables of a file are laid over those of the file that it extends.
//!
//! Named tables merge key by key; scalars and arrays are replaced. Some tables are one thought and are replaced as a
//! whole ([`ATOMIC`]): a child that gives a new `when` does not keep half of the inherited one. `remove = true` deletes
//! what was inherited.

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::source::Place;
use crate::tree::{Entry, Node, Table, Value};

/// The keys whose tables are replaced as a whole.
pub(crate) const ATOMIC: &[&str] = &["when", "promotion", "set"];

/// Keys that speak of one file and are not inherited from it.
pub(crate) const OWN: &[&str] =
    &["format", "id", "name", "aliases", "uci", "summary", "sources", "extends", "allow", "tests"];

/// Lays `child` over `parent`. `path` names the table, for messages.
pub(crate) fn merge(parent: Table, child: Table, path: &str, faults: &mut Faults) -> Table {
    let mut merged = parent;
    for entry in child.entries {
        merge_entry(&mut merged, entry, path, faults);
    }
    merged
}

fn merge_entry(merged: &mut Table, mut entry: Entry, path: &str, faults: &mut Faults) {
    let inner_path = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
    if entry.key == "override" && path.starts_with("profiles.") {
        // A layer of its own, laid over the file when the profile is chosen: what it removes is not here.
        match merged.get_mut(&entry.key) {
            Some(inherited) => *inherited = entry.node,
            None => merged.entries.push(entry),
        }
        return;
    }
    if let Some(removal) = take_removal(&mut entry.node, &inner_path, faults) {
        if merged.remove(&entry.key).is_none() {
            let message = format!("`[{inner_path}]` is not inherited, so it cannot be removed");
            faults.push(Fault::new(codes::E103, &removal, message).help("`remove = true` deletes an inherited table"));
        }
        if entry.node.as_table().is_none_or(|table| table.entries.is_empty()) {
            return;
        }
    }
    let Some(known) = merged.entries.iter_mut().find(|known| known.key == entry.key) else {
        // What is new may say `remove` deeper down, with nothing to remove.
        if let Value::Table(table) = &mut entry.node.value {
            let new = std::mem::take(table);
            *table = merge(Table::default(), new, &inner_path, faults);
        }
        merged.entries.push(entry);
        return;
    };
    // What is said of the table as a whole is said where it was touched last.
    known.key_place = entry.key_place;
    let inherited = &mut known.node;
    match (&mut inherited.value, entry.node.value) {
        (Value::Table(parent), Value::Table(child)) if !ATOMIC.contains(&entry.key.as_str()) => {
            // An end of another kind has other keys: nothing of the inherited one is kept.
            let kept = same_kind(parent, &child, path, &inner_path, faults);
            let parent = if kept { std::mem::take(parent) } else { Table::default() };
            inherited.value = Value::Table(merge(parent, child, &inner_path, faults));
            inherited.place = entry.node.place;
        }
        (_, value) => {
            let node = Node { value, ..entry.node };
            if inherited.same(&node) {
                let message = format!("`{inner_path}` is inherited with this value already");
                faults.push(
                    Fault::new(codes::W105, &node.place, message)
                        .and(&inherited.place, format!("inherited from {}", line_of(&inherited.place)))
                        .help("leave the line out"),
                );
            } else {
                vanishing_parts(inherited, &node, &inner_path, faults);
            }
            *inherited = node;
        }
    }
}

/// Takes `remove = true` out of a table and says where it was written.
fn take_removal(node: &mut Node, path: &str, faults: &mut Faults) -> Option<Place> {
    let Value::Table(table) = &mut node.value else { return None };
    let removal = table.remove("remove")?;
    match removal.node.value {
        Value::Boolean(true) => Some(removal.key_place),
        _ => {
            let message = format!("`remove` in `[{path}]` can only be `true`, not {}", removal.node.described());
            faults.push(Fault::new(codes::E005, &removal.node.place, message).help("leave the line out"));
            None
        }
    }
}

/// A child may change how an end works, but not make another rule of it under the same name.
fn same_kind(parent: &Table, child: &Table, path: &str, inner_path: &str, faults: &mut Faults) -> bool {
    let kind = |table: &Table| {
        let node = table.get("kind")?;
        Some((node.as_text()?.string.clone(), node.place.clone()))
    };
    let (Some((old, old_place)), Some((new, new_place))) = (kind(parent), kind(child)) else { return true };
    if path != "end" || old == new {
        return true;
    }
    let message = format!("`[{inner_path}]` is of kind \"{old}\" where it is inherited, \"{new}\" here");
    faults.push(
        Fault::new(codes::E104, &new_place, message)
            .and(&old_place, format!("inherited from {}", line_of(&old_place)))
            .help("give the new rule a name of its own, and remove the inherited one with `remove = true`"),
    );
    false
}

/// Warns of what an inherited value said and the one that replaces it does not say any more.
fn vanishing_parts(inherited: &Node, node: &Node, path: &str, faults: &mut Faults) {
    let (Value::Table(old), Value::Table(new)) = (&inherited.value, &node.value) else { return };
    let mut gone = Vec::new();
    collect_gone(old, new, "", &mut gone);
    if gone.is_empty() {
        return;
    }
    let message = format!("`{path}` replaces the inherited table as a whole: {} no longer there", list(&gone));
    faults.push(
        Fault::new(codes::W106, &node.place, message)
            .and(&inherited.place, format!("inherited from {}", line_of(&inherited.place)))
            .help("repeat what is still to hold; if the rest is meant to go, say `allow = [\"W106\"]` at the top of the file"),
    );
}

fn collect_gone(old: &Table, new: &Table, prefix: &str, gone: &mut Vec<String>) {
    for entry in &old.entries {
        let name = format!("{prefix}{}", entry.key);
        match (&entry.node.value, new.get(&entry.key).map(|node| &node.value)) {
            (Value::Table(old), Some(Value::Table(new))) => collect_gone(old, new, &format!("{name}."), gone),
            (Value::Table(old), None) => collect_gone(old, &Table::default(), &format!("{name}."), gone),
            (_, None) if says_nothing_new(entry) => {}
            (_, None) => gone.push(format!("`{name} = {}`", entry.node.described())),
            _ => {}
        }
    }
}

/// Whether an entry of an atomic table says what holds without it too.
fn says_nothing_new(entry: &Entry) -> bool {
    match &entry.node.value {
        Value::Text(text) => entry.key == "when" && text.string == "on_entry",
        Value::Boolean(value) => entry.key == "mandatory" && *value,
        _ => false,
    }
}

fn list(items: &[String]) -> String {
    let verb = if items.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", items.join(", "))
}

/// `makruk.toml:41`.
pub(crate) fn line_of(place: &Place) -> String {
    format!("{}:{}", place.file().name(), place.line())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;
    use crate::tree;

    fn merged(parent: &str, child: &str) -> (Table, Vec<String>) {
        let mut faults = Faults::new();
        let parent = tree::parse(&SourceFile::new("parent.toml", None, parent), &mut faults);
        let child = tree::parse(&SourceFile::new("child.toml", None, child), &mut faults);
        let table = merge(parent, child, "", &mut faults);
        (table, faults.iter().map(|fault| format!("{} {fault}", fault.code)).collect())
    }

    fn show(table: &Table) -> String {
        let entries = table.entries.iter().map(|entry| match &entry.node.value {
            Value::Table(table) => format!("{}{{{}}}", entry.key, show(table)),
            _ => format!("{}={}", entry.key, entry.node.described()),
        });
        entries.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tables_merge_and_values_are_replaced() {
        let (table, faults) = merged("a.x = 1\na.y = 2\nb = [1, 2]\n", "a.y = 3\na.z = 4\nb = [3]\n");
        assert_eq!(show(&table), "a{x=1 y=3 z=4} b=a list");
        assert!(faults.is_empty(), "{faults:?}");
    }

    #[test]
    fn atomic_tables_are_replaced_and_the_loss_is_told() {
        let (table, faults) =
            merged("when = { board = { pawn = 0 }, self = { pieces = 1 } }", "when = { self = { pieces = 1 } }");
        assert_eq!(show(&table), "when{self{pieces=1}}");
        assert_eq!(
            faults,
            ["W106 `when` replaces the inherited table as a whole: `board.pawn = 0` is no longer there"]
        );
    }

    #[test]
    fn removal_deletes_or_is_a_fault() {
        let (table, faults) =
            merged("[a]\nx = 1\n[b]\ny = 1\n", "[a]\nremove = true\n[c.d]\nremove = true\n[b]\nremove = true\nz = 2\n");
        assert_eq!(show(&table), "c{} b{z=2}");
        assert_eq!(faults, ["E103 `[c.d]` is not inherited, so it cannot be removed"]);
    }

    #[test]
    fn the_kind_of_an_end_stays() {
        let (_, faults) = merged("[end.x]\nkind = \"count\"\n", "[end.x]\nkind = \"goal\"\n");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("E104"), "{faults:?}");
    }

    #[test]
    fn equal_values_are_noticed() {
        let (_, faults) = merged("a = 1\n", "a = 1\n");
        assert_eq!(faults, ["W105 `a` is inherited with this value already"]);
    }
}
