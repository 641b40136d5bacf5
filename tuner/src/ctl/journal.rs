//! A list of results on disk that grows line by line.
//!
//! Every line is a JSON object with its checksum in front, so that a line that a kill cut short is told from one that
//! somebody changed. What a run has come to is a function of its journal.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{FileError, hash_bytes};

/// Digits of the checksum in front of a line.
const DIGITS: usize = 8;

/// A journal that is open for more.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// How long the journal is up to its last whole line, in bytes.
    length: u64,
}

/// Why a journal cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line within the journal is broken.
    #[error("{}, line {line}: {reason}", .path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A row cannot be written as JSON.
    #[error("a result cannot be saved: {0}")]
    Unserialisable(#[from] serde_json::Error),
}

impl Journal {
    /// Opens a journal, new or old, and reads what is in it. A last line that is cut short is taken off.
    ///
    /// # Errors
    /// It cannot be read, or a line before the last one is broken.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<(Journal, Vec<T>), JournalError> {
        let failed = |action, error| FileError::new(action, path, error);
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(|error| failed("open", error))?;
        let (rows, length) = whole_lines(path)?;
        file.set_len(length).map_err(|error| failed("shorten", error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| failed("open", error))?;
        Ok((Journal { path: path.to_owned(), file, length }, rows))
    }

    /// Reads a journal without opening it for more: another process may be writing it.
    ///
    /// # Errors
    /// It cannot be read, or a line before the last one is broken.
    pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, JournalError> {
        whole_lines(path).map(|(rows, _)| rows)
    }

    /// Adds a result. It is safe from a kill of the program when this returns, from a failure of the machine after
    /// [`Journal::sync`].
    ///
    /// # Errors
    /// It cannot be written. The journal is as it was before.
    pub fn append<T: Serialize>(&mut self, row: &T) -> Result<(), JournalError> {
        let json = serde_json::to_string(row)?;
        let checksum = &hash_bytes(json.as_bytes()).to_string()[..DIGITS];
        let line = format!("{checksum} {json}\n");
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(FileError::new("write", &self.path, error).into());
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Takes everything out, because it is safe elsewhere.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn clear(&mut self) -> Result<(), JournalError> {
        let cleared = self.file.set_len(0).and_then(|()| self.file.seek(SeekFrom::Start(0)));
        cleared.map_err(|error| FileError::new("shorten", &self.path, error))?;
        self.length = 0;
        Ok(())
    }

    /// Makes everything safe from a failure of the machine.
    ///
    /// # Errors
    /// The disk does not take it.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|error| FileError::new("write", &self.path, error).into())
    }
}

/// The rows of all whole lines, and how long those are in bytes.
fn whole_lines<T: DeserializeOwned>(path: &Path) -> Result<(Vec<T>, u64), JournalError> {
    let bytes = super::read(path)?;
    let (mut rows, mut length) = (Vec::new(), 0);
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        match parse(line) {
            Ok(row) => rows.push(row),
            // The machine may have stopped after it made the file longer and before it filled the place.
            Err(_) if length + line.len() as u64 == bytes.len() as u64 => break,
            Err(reason) => return Err(JournalError::Line { path: path.to_owned(), line: number + 1, reason }),
        }
        length += line.len() as u64;
    }
    Ok((rows, length))
}

fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(line).map_err(|error| error.to_string())?.trim_end();
    let (checksum, json) = text.split_once(' ').ok_or("it has no checksum")?;
    if checksum != &hash_bytes(json.as_bytes()).to_string()[..DIGITS] {
        return Err("its checksum does not fit".to_owned());
    }
    serde_json::from_str(json).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_cut_line_is_taken_off_and_a_changed_one_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("results.jsonl");
        let (mut journal, rows) = Journal::open::<u32>(&path).unwrap();
        assert!(rows.is_empty());
        (0..3).for_each(|row| journal.append(&row).unwrap());
        journal.sync().unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for cut in 1..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, rows) = Journal::open::<u32>(&path).unwrap();
            (rows.len() as u32..3).for_each(|row| journal.append(&row).unwrap());
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        let mut changed = whole.clone();
        changed[DIGITS + 1] = b'7';
        fs::write(&path, changed).unwrap();
        let error = Journal::open::<u32>(&path).unwrap_err().to_string();
        assert!(error.ends_with("line 1: its checksum does not fit"), "{error}");
    }
}
