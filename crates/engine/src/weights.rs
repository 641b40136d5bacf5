//! Weights: the numbers that evaluation multiplies its findings with, and the TOML files that they are kept in.
//!
//! ```toml
//! format = 1
//! variant = "makruk"
//!
//! [kinds.rook]
//! value = [512, 548]
//! mobility = [[-20, -30], [-12, -15]]
//! squares = { middlegame = [[0, 0], [5, 5]], endgame = [[0, 0], [5, 5]] }
//!
//! [general]
//! tempo = [20, 10]
//!
//! [[endings]]
//! men = { khon = 2 }
//! won = 0.88
//! moves = 24
//! squares = [[14, 15, 15, 14], [29, 31, 31, 29]]
//!
//! [search]
//! reduce_base = 62
//! ```
//!
//! Every pair is a number for the middlegame and one for the endgame, in hundredths of a pawn. `squares` are grids that
//! look like the board seen by White: the first row is the farthest rank. Those of an ending say how many moves a win takes
//! with the lone royal man on each square, White having the other men; they may be left out. `search` holds constants of the search
//! ([`crate::search::TUNABLES`]) that serve the variant better than the usual ones. What a file does not mention stays as
//! [`crate::estimate`] made it.

use std::fmt::Write as _;

use khun_board::{Bitboard, Square};
use khun_rules::Rules;
use khun_rules::spec::{EndKind, InCheck, Kind, MAX_KINDS, Step, Verdict};
use toml::de::DeTable;

use crate::params::{Params, TUNABLES};
use crate::score::Tapered;
use crate::terms::{self, Term};

/// The version of the file format.
pub const FORMAT: i64 = 1;

/// Numbers in a file lie within this bound, so that sums of them fit 16 bits.
const BOUND: i64 = 3_000;

/// The numbers of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    numbers: Vec<Tapered>,
    /// What is known of endings without pawn-like men.
    pub endings: Vec<Ending>,
    /// The constants that search begins with.
    pub search: Params,
}

/// Whether a lone royal man loses in both variants in the same way: by the same moves of its own, and by the same ends of
/// the game but for those that claims and time bring.
fn end_alike<A: Bitboard, B: Bitboard>(one: &Rules<A>, other: &Rules<B>) -> bool {
    fn royals<B: Bitboard>(rules: &Rules<B>) -> Vec<(&[Step], InCheck)> {
        let royals = rules.kinds().map(|kind| rules.kind(kind)).filter(|kind| kind.royal);
        royals.map(|kind| (kind.steps.as_slice(), kind.in_check)).collect()
    }
    fn ends<B: Bitboard>(rules: &Rules<B>) -> Vec<(&EndKind, Verdict)> {
        let ends = rules.spec().ends.iter().filter(|end| end.kind.stage() < 3);
        ends.map(|end| (&end.kind, end.result)).collect()
    }
    one.geometry() == other.geometry() && royals(one) == royals(other) && ends(one) == ends(other)
}

/// What is known of an ending of some men against a lone royal man.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// How many men of each kind, the royal one left out.
    pub men: [u8; MAX_KINDS],
    /// The share of positions that are won without regard to counting, from 0 to 1.
    pub won: f64,
    /// How many moves a win takes on average.
    pub moves: f64,
    /// How many moves the longest win takes.
    pub longest: f64,
    /// How many moves a win takes on average with the lone royal man on each square, the chaser playing White. Empty where
    /// that is not known.
    pub squares: Vec<f64>,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { numbers: vec![Tapered::ZERO; terms::COUNT], endings: Vec::new(), search: Params::default() }
    }
}

impl Weights {
    /// The number at an index of [`crate::terms`].
    #[inline(always)]
    pub fn get(&self, index: usize) -> Tapered {
        self.numbers.get(index).copied().unwrap_or_default()
    }

    /// Changes the number at an index; an index that does not exist changes nothing.
    pub fn set(&mut self, index: usize, number: Tapered) {
        if let Some(place) = self.numbers.get_mut(index) {
            *place = number;
        }
    }

    /// All numbers, in the order of [`crate::terms`].
    pub fn numbers(&self) -> &[Tapered] {
        &self.numbers
    }

    /// These weights of one variant for another: the numbers of kinds that have the same id and the same moves in both, and
    /// all general terms, and the constants of the search; everything else is estimated. Squares are taken over where the
    /// boards are of the same size, endings where a lone royal man loses in the same way.
    pub fn taken_over<A: Bitboard, B: Bitboard>(&self, from: &Rules<A>, to: &Rules<B>) -> Weights {
        let mut weights = Weights { search: self.search.clone(), ..Weights::estimate(to) };
        for term in terms::GENERAL_TERMS {
            for index in term.start..term.start + term.len {
                weights.set(index, self.get(index));
            }
        }
        let same = |a: Kind, b: Kind| {
            let (a, b) = (from.kind(a), to.kind(b));
            a.id == b.id && a.steps == b.steps && a.royal == b.royal && a.pawn == b.pawn
        };
        let partner = |kind: Kind| from.kinds().find(|&known| same(known, kind));
        for kind in to.kinds() {
            let Some(known) = partner(kind) else { continue };
            for term in terms::KIND_TERMS {
                if *term == terms::squares && from.geometry() != to.geometry() {
                    continue;
                }
                for n in 0..term.len {
                    weights.set(term.of(kind, n), self.get(term.of(known, n)));
                }
            }
        }
        if !end_alike(from, to) {
            return weights;
        }
        weights.endings = self
            .endings
            .iter()
            .filter_map(|ending| {
                let mut men = [0; MAX_KINDS];
                for known in from.kinds().filter(|known| ending.men[known.index()] > 0) {
                    men[to.kinds().find(|&kind| same(known, kind))?.index()] = ending.men[known.index()];
                }
                Some(Ending { men, ..ending.clone() })
            })
            .collect();
        weights
    }

    /// The weights of a file, on top of those that are estimated from the tables.
    ///
    /// # Errors
    /// All faults of the text at once, each with its place.
    pub fn read<B: Bitboard>(rules: &Rules<B>, text: &str) -> Result<Weights, WeightsError> {
        let mut reader = Reader { rules, text, weights: Weights::estimate(rules), faults: Vec::new() };
        match DeTable::parse(text) {
            Ok(table) => reader.file(table.get_ref()),
            Err(error) => reader.fault(error.span().unwrap_or(0..0), error.message().to_owned()),
        }
        reader.faults.sort_by_key(|fault| (fault.line, fault.column));
        if reader.faults.is_empty() { Ok(reader.weights) } else { Err(WeightsError { faults: reader.faults }) }
    }

    /// The weights as a file.
    pub fn write<B: Bitboard>(&self, rules: &Rules<B>) -> String {
        let mut text = format!("format = {FORMAT}\nvariant = {:?}\n", rules.spec().id);
        for kind in rules.kinds() {
            let _ = write!(text, "\n[kinds.{}]\n", toml_key(&rules.kind(kind).id));
            for term in terms::KIND_TERMS {
                if *term == terms::squares {
                    self.write_squares(rules, kind, &mut text);
                } else {
                    self.write_term(term.name, term.of(kind, 0), term.len, &mut text);
                }
            }
        }
        text.push_str("\n[general]\n");
        for term in terms::GENERAL_TERMS {
            self.write_term(term.name, term.start, term.len, &mut text);
        }
        let constants: Vec<_> = self.search.changed().map(|(name, value)| format!("{name} = {value}\n")).collect();
        if !constants.is_empty() {
            let _ = write!(text, "\n[search]\n{}", constants.concat());
        }
        for ending in &self.endings {
            let men: Vec<String> = rules
                .kinds()
                .filter(|kind| ending.men[kind.index()] > 0)
                .map(|kind| format!("{} = {}", toml_key(&rules.kind(kind).id), ending.men[kind.index()]))
                .collect();
            let _ = write!(
                text,
                "\n[[endings]]\nmen = {{ {} }}\nwon = {:?}\nmoves = {:?}\nlongest = {:?}\n",
                men.join(", "),
                ending.won,
                ending.moves,
                ending.longest
            );
            if !ending.squares.is_empty() {
                let moves = |square: Square| format!("{:4.1}", ending.squares.get(square.index()).unwrap_or(&0.0));
                write_grid(rules, "squares", moves, &mut text);
            }
        }
        text
    }

    fn write_term(&self, name: &str, start: usize, len: usize, text: &mut String) {
        let pairs: Vec<String> = (start..start + len).map(|index| format!("{:?}", self.get(index))).collect();
        let _ = match len {
            1 => writeln!(text, "{name} = {}", pairs[0]),
            _ => writeln!(text, "{name} = [{}]", pairs.join(", ")),
        };
    }

    fn write_squares<B: Bitboard>(&self, rules: &Rules<B>, kind: Kind, text: &mut String) {
        for (phase, part) in [("middlegame", Tapered::middlegame as fn(Tapered) -> i32), ("endgame", Tapered::endgame)]
        {
            let number = |square: Square| format!("{:4}", part(self.get(terms::squares.of(kind, square.index()))));
            write_grid(rules, &format!("squares.{phase}"), number, text);
        }
    }
}

/// A number for each square, laid out like the board.
fn write_grid<B: Bitboard>(rules: &Rules<B>, name: &str, number: impl Fn(Square) -> String, text: &mut String) {
    let geometry = rules.geometry();
    let _ = writeln!(text, "{name} = [");
    for rank in (0..geometry.ranks()).rev() {
        let row: Vec<String> =
            (0..geometry.files()).filter_map(|file| geometry.square(file.into(), rank.into())).map(&number).collect();
        let _ = writeln!(text, "  [{}],", row.join(", "));
    }
    text.push_str("]\n");
}

fn toml_key(id: &str) -> String {
    let bare = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { id.to_owned() } else { format!("{id:?}") }
}

/// A fault of a weights file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct WeightsFault {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// A weights file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct WeightsError {
    /// The faults, at least one.
    pub faults: Vec<WeightsFault>,
}

type Value<'i> = toml::Spanned<toml::de::DeValue<'i>>;

/// Reads a file and gathers its faults.
struct Reader<'a, B: Bitboard> {
    rules: &'a Rules<B>,
    text: &'a str,
    weights: Weights,
    faults: Vec<WeightsFault>,
}

impl<B: Bitboard> Reader<'_, B> {
    fn fault(&mut self, span: std::ops::Range<usize>, message: String) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        let (line, column) = (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count());
        self.faults.push(WeightsFault { line, column, message });
    }

    fn file(&mut self, table: &DeTable<'_>) {
        if !table.contains_key("format") {
            self.fault(0..0, format!("`format = {FORMAT}` is missing"));
        }
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "format" => match self.integer(value) {
                    Some(FORMAT) | None => {}
                    Some(other) => self.fault(value.span(), format!("format {other} is not known, only {FORMAT}")),
                },
                "variant" => {
                    if value.get_ref().as_str().is_none() {
                        self.fault(value.span(), "the id of a variant is expected".to_owned());
                    }
                }
                "kinds" => self.kinds(value),
                "general" => self.general(value),
                "endings" => self.endings(value),
                "search" => self.search(value),
                other => self.fault(key.span(), format!("{other:?} is not known here")),
            }
        }
    }

    fn kinds(&mut self, value: &Value<'_>) {
        let Some(table) = self.table(value) else { return };
        for (key, value) in table {
            let (Some(kind), Some(table)) = (self.kind(key), self.table(value)) else { continue };
            for (key, value) in table {
                let name = key.get_ref().as_ref();
                match terms::KIND_TERMS.iter().find(|term| term.name == name) {
                    Some(term) if *term == terms::squares => self.squares(kind, value),
                    Some(term) => self.term(term.of(kind, 0), term.len, value),
                    None => self.fault(key.span(), format!("{name:?} is no term of a kind of man")),
                }
            }
        }
    }

    fn general(&mut self, value: &Value<'_>) {
        let Some(table) = self.table(value) else { return };
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match terms::GENERAL_TERMS.iter().find(|term| term.name == name) {
                Some(Term { start, len, .. }) => self.term(*start, *len, value),
                None => self.fault(key.span(), format!("{name:?} is no general term")),
            }
        }
    }

    fn search(&mut self, value: &Value<'_>) {
        let Some(table) = self.table(value) else { return };
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let Some(tunable) = TUNABLES.iter().find(|tunable| tunable.name == name) else {
                self.fault(key.span(), format!("{name:?} is no constant of the search"));
                continue;
            };
            let Some(number) = self.integer(value) else { continue };
            if !i32::try_from(number).is_ok_and(|number| self.weights.search.set(name, number)) {
                self.fault(value.span(), format!("a number between {} and {} is expected", tunable.min, tunable.max));
            }
        }
    }

    fn kind(&mut self, key: &toml::Spanned<impl AsRef<str>>) -> Option<Kind> {
        let id = key.get_ref().as_ref();
        let kind = self.rules.kinds().find(|&kind| self.rules.kind(kind).id == id);
        if kind.is_none() {
            self.fault(key.span(), format!("{id:?} is no kind of man of {}", self.rules.spec().id));
        }
        kind
    }

    fn table<'v, 'i>(&mut self, value: &'v Value<'i>) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.fault(value.span(), "a table is expected".to_owned());
        }
        table
    }

    fn integer(&mut self, value: &Value<'_>) -> Option<i64> {
        let number = value.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        if number.is_none() {
            self.fault(value.span(), "a whole number is expected".to_owned());
        }
        number
    }

    fn bounded(&mut self, value: &Value<'_>) -> Option<i32> {
        let number = self.integer(value)?;
        if !(-BOUND..=BOUND).contains(&number) {
            self.fault(value.span(), format!("a number between -{BOUND} and {BOUND} is expected"));
            return None;
        }
        i32::try_from(number).ok()
    }

    fn real(&mut self, value: &Value<'_>, max: f64) -> Option<f64> {
        let text = value.get_ref().as_float().map(|n| n.as_str().to_owned());
        let text = text.or_else(|| value.get_ref().as_integer().map(|n| n.as_str().to_owned()));
        let number = text.and_then(|text| text.replace('_', "").parse().ok()).filter(|n| (0.0..=max).contains(n));
        if number.is_none() {
            self.fault(value.span(), format!("a number between 0 and {max} is expected"));
        }
        number
    }

    /// A list of exactly `len` values.
    fn list<'v, 'i>(&mut self, value: &'v Value<'i>, len: usize, what: &str) -> Option<Vec<&'v Value<'i>>> {
        let list: Option<Vec<_>> = value.get_ref().as_array().map(|list| list.iter().collect());
        match list {
            Some(list) if list.len() == len => Some(list),
            Some(list) => {
                self.fault(value.span(), format!("{len} {what} are expected, not {}", list.len()));
                None
            }
            None => {
                self.fault(value.span(), format!("a list of {len} {what} is expected"));
                None
            }
        }
    }

    fn pair(&mut self, index: usize, value: &Value<'_>) {
        let Some(pair) = self.list(value, 2, "numbers (middlegame, endgame)") else { return };
        let (middlegame, endgame) = (self.bounded(pair[0]), self.bounded(pair[1]));
        if let (Some(middlegame), Some(endgame)) = (middlegame, endgame) {
            self.weights.set(index, Tapered::new(middlegame, endgame));
        }
    }

    fn term(&mut self, start: usize, len: usize, value: &Value<'_>) {
        if len == 1 {
            return self.pair(start, value);
        }
        let Some(pairs) = self.list(value, len, "pairs") else { return };
        for (n, pair) in pairs.into_iter().enumerate() {
            self.pair(start + n, pair);
        }
    }

    fn squares(&mut self, kind: Kind, value: &Value<'_>) {
        let Some(table) = self.table(value) else { return };
        for (key, value) in table {
            let endgame = match key.get_ref().as_ref() {
                "middlegame" => false,
                "endgame" => true,
                other => {
                    self.fault(key.span(), format!("{other:?} is neither `middlegame` nor `endgame`"));
                    continue;
                }
            };
            for (square, value) in self.grid(value) {
                let Some(number) = self.bounded(value) else { continue };
                let index = terms::squares.of(kind, square.index());
                let old = self.weights.get(index);
                let (middlegame, endgame) = if endgame { (old.middlegame(), number) } else { (number, old.endgame()) };
                self.weights.set(index, Tapered::new(middlegame, endgame));
            }
        }
    }

    /// The values of a grid that is laid out like the board, each with its square.
    fn grid<'v, 'i>(&mut self, value: &'v Value<'i>) -> Vec<(Square, &'v Value<'i>)> {
        let geometry = self.rules.geometry();
        let mut all = Vec::new();
        for (rank, row) in self
            .list(value, geometry.ranks().into(), "ranks")
            .into_iter()
            .flat_map(|rows| rows.into_iter().rev().enumerate())
        {
            let row = self.list(row, geometry.files().into(), "files").unwrap_or_default();
            let square = |file: usize| Square((rank * usize::from(geometry.files()) + file) as u8);
            all.extend(row.into_iter().enumerate().map(|(file, value)| (square(file), value)));
        }
        all
    }

    fn endings(&mut self, value: &Value<'_>) {
        let Some(list) = value.get_ref().as_array() else {
            return self.fault(value.span(), "tables `[[endings]]` are expected".to_owned());
        };
        self.weights.endings.clear();
        for value in list.iter() {
            let Some(table) = self.table(value) else { continue };
            let mut ending =
                Ending { men: [0; MAX_KINDS], won: 0.0, moves: 0.0, longest: f64::NAN, squares: Vec::new() };
            for (key, value) in table {
                match key.get_ref().as_ref() {
                    "men" => self.men(value, &mut ending.men),
                    "won" => ending.won = self.real(value, 1.0).unwrap_or_default(),
                    "moves" => ending.moves = self.real(value, 10_000.0).unwrap_or_default(),
                    "longest" => ending.longest = self.real(value, 10_000.0).unwrap_or_default(),
                    "squares" => {
                        ending.squares = vec![0.0; self.rules.geometry().squares()];
                        for (square, value) in self.grid(value) {
                            ending.squares[square.index()] = self.real(value, 10_000.0).unwrap_or_default();
                        }
                    }
                    other => self.fault(key.span(), format!("{other:?} is not known here")),
                }
            }
            if ending.longest.is_nan() {
                ending.longest = 2.0 * ending.moves;
            }
            self.weights.endings.push(ending);
        }
    }

    fn men(&mut self, value: &Value<'_>, men: &mut [u8; MAX_KINDS]) {
        let Some(table) = self.table(value) else { return };
        for (key, value) in table {
            let (Some(kind), Some(number)) = (self.kind(key), self.integer(value)) else { continue };
            match u8::try_from(number) {
                Ok(number) => men[kind.index()] = number,
                Err(_) => self.fault(value.span(), format!("a number of men between 0 and {} is expected", u8::MAX)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;

    fn rules() -> Rules<u64> {
        Rules::build(&samples::makruk()).unwrap()
    }

    fn faults(text: &str) -> Vec<String> {
        Weights::read(&rules(), text).unwrap_err().faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn files_are_read_back() {
        let rules = rules();
        let mut weights = Weights::estimate(&rules);
        weights.set(terms::tempo.start, Tapered::new(-3, 17));
        weights.set(terms::squares.of(Kind(3), 27), Tapered::new(11, -12));
        let mut men = [0; MAX_KINDS];
        men[2] = 2;
        weights.endings.push(Ending { men, won: 0.88, moves: 23.8, longest: 51.0, squares: Vec::new() });
        let squares = (0..64).map(|square| f64::from(square) / 2.0).collect();
        weights.endings.push(Ending { men, won: 0.5, moves: 9.0, longest: 18.0, squares });
        assert!(weights.search.set("reduce_base", 62));
        let text = weights.write(&rules);
        assert_eq!(Weights::read(&rules, &text).unwrap(), weights);
    }

    #[test]
    fn endings_are_taken_over_where_a_lone_king_loses_in_the_same_way() {
        let makruk = samples::makruk();
        let rules = rules();
        let mut weights = Weights::estimate(&rules);
        let mut men = [0; MAX_KINDS];
        men[2] = 2;
        weights.endings.push(Ending { men, won: 0.88, moves: 23.8, longest: 51.0, squares: Vec::new() });
        let taken = |change: &dyn Fn(&mut khun_rules::spec::RulesSpec)| {
            let mut spec = makruk.clone();
            change(&mut spec);
            weights.taken_over(&rules, &Rules::<u64>::build(&spec).unwrap()).endings.len()
        };
        assert_eq!(taken(&|spec| spec.counting = None), 1);
        assert_eq!(taken(&|spec| spec.kinds[0].in_check = InCheck::MayOnlyCaptureChecker), 0);
        assert_eq!(taken(&|spec| spec.kinds[0].steps.truncate(4)), 0);
    }

    #[test]
    fn faults_have_a_place() {
        assert_eq!(faults("format = 2"), ["line 1, column 10: format 2 is not known, only 1"]);
        assert_eq!(faults("variant = 'x'"), ["line 1, column 1: `format = 1` is missing"]);
        assert_eq!(
            faults(
                "format = 1\n[kinds.queen]\nvalue = [1, 2]\n[kinds.rook]\nworth = 3\nvalue = [1]\npair = [1, 99999]"
            ),
            [
                "line 2, column 8: \"queen\" is no kind of man of makruk",
                "line 5, column 1: \"worth\" is no term of a kind of man",
                "line 6, column 9: 2 numbers (middlegame, endgame) are expected, not 1",
                "line 7, column 12: a number between -3000 and 3000 is expected",
            ]
        );
        assert_eq!(faults("format = 1\nfoo").len(), 1);
        assert_eq!(faults("format = 1\n[general]\nmobility = 1").len(), 1);
        assert_eq!(
            faults("format = 1\n[search]\nspeed = 9\nrazor_depth = 99\naspiration = 'x'"),
            [
                "line 3, column 1: \"speed\" is no constant of the search",
                "line 4, column 15: a number between 0 and 6 is expected",
                "line 5, column 14: a whole number is expected",
            ]
        );
        assert_eq!(faults("format = 1\n[[endings]]\nmen = { queen = 1, khon = 300 }\nwon = 2").len(), 3);
        assert_eq!(
            faults("format = 1\n[[endings]]\nsquares = [[1], [2]]"),
            ["line 3, column 11: 8 ranks are expected, not 2"]
        );
    }
}
