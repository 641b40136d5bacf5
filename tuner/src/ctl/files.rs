//! Files that are either there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Something that the file system refused.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}{}", .path.display(), hint(source))]
pub struct FileError {
    /// What was tried: `read`, `write`, ...
    pub action: &'static str,
    /// With which file.
    pub path: PathBuf,
    /// Why it failed.
    pub source: io::Error,
}

impl FileError {
    /// An error of an action on a path.
    pub fn new(action: &'static str, path: &Path, source: io::Error) -> FileError {
        FileError { action, path: path.to_owned(), source }
    }
}

fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            " (nothing that was saved is lost: make room and start again with the same directory)"
        }
        _ => "",
    }
}

/// Writes a file so that, whenever the program or the machine stops, the old contents or the new are there.
///
/// # Errors
/// The directory or the disk does not take it; the old contents are there still.
pub fn write_atomically(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut partial = path.file_name().unwrap_or_default().to_owned();
    partial.push(".partial");
    let partial = path.with_file_name(partial);
    let written = File::create(&partial).and_then(|mut file| {
        file.write_all(contents)?;
        file.sync_all()
    });
    if let Err(error) = written {
        // The partial file is in the way of nobody, but it may be what fills the disk.
        let _ = fs::remove_file(&partial);
        return Err(FileError::new("write", path, error));
    }
    fs::rename(&partial, path).map_err(|error| FileError::new("write", path, error))?;
    sync_directory_of(path);
    Ok(())
}

/// Makes a rename last. Not every system lets a directory be opened; the rename is atomic all the same.
pub(crate) fn sync_directory_of(path: &Path) {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Ok(directory) = File::open(parent.unwrap_or(Path::new("."))) {
        let _ = directory.sync_all();
    }
}

/// The contents of a file.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError::new("read", path, error))
}

/// The contents of a text file.
///
/// # Errors
/// It cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    fs::read_to_string(path).map_err(|error| FileError::new("read", path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_contents_stay_when_writing_fails() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(read_text(&path).unwrap(), "new");
        // A directory where the partial file should be.
        fs::create_dir(dir.path().join("a.json.partial")).unwrap();
        let error = write_atomically(&path, b"newer").unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.contains("a.json: "), "{error}");
        assert_eq!(read_text(&path).unwrap(), "new");
    }

    #[test]
    fn a_full_disk_is_named() {
        let error = FileError::new("write", Path::new("x"), io::ErrorKind::StorageFull.into());
        assert!(error.to_string().contains("make room and start again"), "{error}");
    }
}
