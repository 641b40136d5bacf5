//! The fonts of the system, and what they can show.

use std::sync::Arc;

use resvg::usvg::fontdb::Database;

/// The fonts of the system.
pub(crate) struct Fonts(Arc<Database>);

impl Fonts {
    /// Looks for the fonts of the system.
    pub(crate) fn of_system() -> Fonts {
        let mut database = Database::new();
        database.load_system_fonts();
        Fonts(Arc::new(database))
    }

    /// The fonts as the renderer takes them.
    pub(super) fn database(&self) -> Arc<Database> {
        Arc::clone(&self.0)
    }

    /// Whether some font has every letter of a text, so that it does not come out as a row of boxes.
    pub(crate) fn can_show(&self, text: &str) -> bool {
        text.is_ascii()
            || self.0.faces().any(|face| {
                let shows = |data: &[u8], index| {
                    let Ok(face) = ttf_parser::Face::parse(data, index) else { return false };
                    text.chars().all(|letter| face.glyph_index(letter).is_some())
                };
                self.0.with_face_data(face.id, shows).unwrap_or(false)
            })
    }
}
