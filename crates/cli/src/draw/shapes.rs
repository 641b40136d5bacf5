//! The shapes of the figures, in the manner of Thai sets: turned wood seen from the side, and cowrie shells from above.
//!
//! Each is drawn in a square of 100 by 100 with the foot of the figure near the bottom.

use super::Figure;

/// A line of a figure's outline, from the end of the one before: a cubic curve by two control points and its end.
/// Coordinates are the distance from the figure's axis and the height from the top.
type Curve = [(f32, f32); 3];

/// The right half of a turned figure, from the tip on the axis down to the foot.
struct Profile {
    tip: f32,
    curves: &'static [Curve],
    /// Grooves: height, half width, and how far they sag.
    grooves: &'static [(f32, f32, f32)],
}

/// The lord: a bell under a tall spire.
const KHUN: Profile = Profile {
    tip: 6.0,
    curves: &[
        [(2.0, 12.0), (3.0, 18.0), (4.0, 24.0)],
        [(9.0, 25.0), (9.0, 32.0), (5.0, 33.0)],
        [(6.0, 36.0), (8.0, 37.0), (12.0, 38.0)],
        [(15.0, 39.0), (15.0, 44.0), (12.0, 45.0)],
        [(13.0, 56.0), (18.0, 66.0), (27.0, 72.0)],
        [(30.0, 73.0), (31.0, 76.0), (29.0, 79.0)],
        [(33.0, 80.0), (35.0, 84.0), (35.0, 90.0)],
    ],
    grooves: &[(38.5, 12.0, 1.5), (45.0, 12.0, 1.5), (72.5, 26.0, 3.0), (79.0, 28.0, 3.0)],
};

/// The counsellor: the lord's bell, lower, with a bud in place of the spire.
const MET: Profile = Profile {
    tip: 26.0,
    curves: &[
        [(3.0, 29.0), (8.0, 33.0), (8.0, 39.0)],
        [(8.0, 43.0), (6.0, 45.0), (5.0, 46.0)],
        [(10.0, 46.5), (14.0, 48.0), (14.0, 51.0)],
        [(14.0, 53.5), (13.0, 54.5), (11.0, 55.0)],
        [(12.0, 63.0), (16.0, 69.0), (24.0, 74.0)],
        [(27.0, 75.0), (28.0, 78.0), (26.0, 80.0)],
        [(29.0, 81.0), (31.0, 85.0), (31.0, 90.0)],
    ],
    grooves: &[(55.0, 11.0, 1.5), (74.5, 23.0, 2.5), (80.0, 25.0, 2.5)],
};

/// The elephant of other lands: three rounded storeys, each broader than the one above.
const KHON: Profile = Profile {
    tip: 14.0,
    curves: &[
        [(9.0, 15.0), (14.0, 21.0), (14.0, 28.0)],
        [(14.0, 33.0), (12.0, 36.0), (9.0, 38.0)],
        [(17.0, 39.0), (21.0, 44.0), (20.0, 50.0)],
        [(20.0, 54.0), (17.0, 57.0), (14.0, 58.0)],
        [(22.0, 59.0), (28.0, 65.0), (28.0, 71.0)],
        [(28.0, 75.0), (27.0, 77.0), (26.0, 79.0)],
        [(30.0, 80.0), (33.0, 84.0), (33.0, 90.0)],
    ],
    grooves: &[(38.0, 9.0, 1.5), (58.0, 14.0, 2.0), (79.0, 25.5, 2.5)],
};

/// The boat: broad and low, with a rim and a cabin.
const RUEA: Profile = Profile {
    tip: 34.0,
    curves: &[
        [(8.0, 34.0), (13.0, 37.0), (13.0, 42.0)],
        [(13.0, 44.0), (12.0, 45.0), (11.0, 46.0)],
        [(22.0, 46.0), (35.0, 47.0), (39.0, 49.0)],
        [(41.0, 52.0), (40.0, 56.0), (37.0, 58.0)],
        [(32.0, 66.0), (27.0, 71.0), (26.0, 78.0)],
        [(31.0, 79.0), (35.0, 83.0), (35.0, 90.0)],
    ],
    grooves: &[(46.0, 11.0, 1.0), (58.0, 36.0, 3.0), (78.0, 25.5, 2.5)],
};

/// The horse's head and neck, looking left.
const MA: &str = "M57 13 C56 17 55 20 52 23 C41 25 33 34 29 46 C26 51 22 54 19 58 C17 62 19 68 24 69 \
     C27 70 30 69 32 66 C36 65 41 62 45 59 C45 66 39 70 35 76 C34 78 34 79 34 80 C28 81 24 84 23 90 L79 90 \
     C78 84 76 81 71 80 C79 64 80 44 71 31 C68 26 64 24 62 23 C61 19 60 16 57 13 Z";
/// Its mane, mouth and plinth.
const MA_LINES: &str = "M66 31 C73 44 73 60 66 74 M23 62 C26 63 28 62 30 61 M34 80 C46 83 60 83 71 80";
/// Its eye.
const MA_EYE: (f32, f32, f32) = (41.0, 40.0, 3.2);

/// A cowrie shell lying on its mouth.
const BIA: &str = "M50 26 C66 26 77 39 77 55 C77 72 66 84 50 84 C34 84 23 72 23 55 C23 39 34 26 50 26 Z";
/// The ridge of its back.
const BIA_LINES: &str = "M50 36 C60 37 67 45 67 55 M33 57 C34 67 41 74 50 75";
/// The mouth of the shell, seen when it is turned over.
const NGAI_MOUTH: &str = "M50 31 C55 40 56 47 55 55 C54 64 54 71 50 79 C46 71 46 64 45 55 C44 47 45 40 50 31 Z";
/// Its teeth.
const NGAI_LINES: &str = "M42 42 L33 40 M41 50 L30 49 M41 59 L30 61 M42 67 L34 71 \
     M58 42 L67 40 M59 50 L70 49 M59 59 L70 61 M58 67 L66 71";

/// A figure ready to be drawn.
pub(super) struct Shape {
    /// The outline, filled.
    pub(super) outline: String,
    /// Lines on it.
    pub(super) lines: String,
    /// A part filled with the colour of the lines.
    pub(super) dark: String,
}

/// The shape of a figure; of a letter, the tile.
pub(super) fn shape(figure: Figure, turned_over: bool) -> Shape {
    let plain = |outline: &str, lines: &str, dark: &str| Shape {
        outline: outline.to_owned(),
        lines: lines.to_owned(),
        dark: dark.to_owned(),
    };
    match figure {
        _ if turned_over => plain(BIA, NGAI_LINES, NGAI_MOUTH),
        Figure::Khun => KHUN.shape(),
        Figure::Met => MET.shape(),
        Figure::Khon => KHON.shape(),
        Figure::Ruea => RUEA.shape(),
        Figure::Ma => {
            let (x, y, r) = MA_EYE;
            let eye = format!("M{} {y} a{r} {r} 0 1 0 {} 0 a{r} {r} 0 1 0 -{} 0 Z", x - r, 2.0 * r, 2.0 * r);
            plain(MA, MA_LINES, &eye)
        }
        Figure::Bia => plain(BIA, BIA_LINES, ""),
        Figure::Alfil | Figure::Letter => {
            plain("M26 14 H74 Q86 14 86 26 V74 Q86 86 74 86 H26 Q14 86 14 74 V26 Q14 14 26 14 Z", "", "")
        }
    }
}

impl Profile {
    /// The whole outline: down the right side, across the foot, and up the left side, which mirrors it.
    fn shape(&self) -> Shape {
        const AXIS: f32 = 50.0;
        let mut outline = format!("M{AXIS} {}", self.tip);
        let mut ends = vec![(0.0, self.tip)];
        for [(ax, ay), (bx, by), (x, y)] in self.curves {
            outline += &format!(" C{} {ay} {} {by} {} {y}", AXIS + ax, AXIS + bx, AXIS + x);
            ends.push((*x, *y));
        }
        if let Some((x, y)) = ends.last() {
            outline += &format!(" L{} {y}", AXIS - x);
        }
        for (curve, start) in self.curves.iter().zip(&ends).rev() {
            let [(ax, ay), (bx, by), _] = curve;
            outline += &format!(" C{} {by} {} {ay} {} {}", AXIS - bx, AXIS - ax, AXIS - start.0, start.1);
        }
        outline += " Z";
        let grooves = self
            .grooves
            .iter()
            .map(|(y, half, sag)| format!("M{} {y} Q{AXIS} {} {} {y}", AXIS - half, y + 2.0 * sag, AXIS + half));
        Shape { outline, lines: grooves.collect::<Vec<_>>().join(" "), dark: String::new() }
    }
}
