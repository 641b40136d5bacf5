//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes what a command has made to a file, or to standard output if the path is `-`.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write_output(path: &Path, content: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(out.write_all(content)?);
    }
    write_whole(path, content).map_err(|error| Failure::file("write", path, &error))
}

/// Writes a file. What was there before is replaced in one step when the new content is safe on the disk, so that a
/// failure leaves the older file as it was. A path that is no regular file (a device, a pipe) is written to directly.
///
/// # Errors
/// What the system says.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let target: PathBuf = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let older = fs::metadata(&target).ok();
    if older.as_ref().is_some_and(|older| older.is_dir()) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        return File::options().write(true).open(&target)?.write_all(content);
    }
    if older.as_ref().is_some_and(|older| older.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".khun-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(content)?;
    if let Some(older) = older {
        temporary.as_file().set_permissions(older.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        for content in ["first", "second, longer", "3"] {
            write_whole(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_leaves_the_older_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        write_whole(&path, b"old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(write_whole(&path, b"new").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert!(write_whole(folder.path(), b"x").is_err());
        assert!(write_whole(&folder.path().join("none/game.pgn"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.pgn"), folder.path().join("link.pgn"));
        write_whole(&path, b"old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        write_whole(Path::new("/dev/null"), b"x").unwrap();
    }
}
