//! `khun explain`: a variant, a man, a key of the format, a code.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use khun_rules::spec::{EndSpec, KindSpec, RulesSpec};
use khun_rules::with_rules;
use khun_variant::codes::Code;
use khun_variant::keys::{self, KeyDoc};
use khun_variant::{Variant, bundled, load};

use crate::args::ExplainArgs;
use crate::draw::chart::Chart;
use crate::failure::Failure;
use crate::files::write_output;
use crate::sheet;
use crate::source;
use crate::terminal::{Style, Terminal};
use crate::text::{capitalised, wrap};
use crate::words::{movement, name};

/// The width of the text.
const WIDTH: usize = 78;

pub(super) fn run(args: &ExplainArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let what = args.what.trim();
    if Code::find(&what.to_uppercase()).is_some() {
        return code(what, terminal, out);
    }
    let unicode = terminal.unicode && !args.ascii;
    if is_variant(what) {
        let variant = source::open_named(what, &args.settings, terminal)?;
        return print(out, &variant_text(&variant, terminal));
    }
    if let Some((variant, man)) = what.rsplit_once('.').filter(|(variant, _)| is_variant(variant)) {
        let variant = source::open_named(variant, &args.settings, terminal)?;
        let kind = man_of(&variant, man)?;
        let chart = Chart::new(&variant.spec, kind);
        return match (&args.svg, &args.png) {
            (Some(path), _) => write_output(path, chart.svg(args.size).as_bytes(), out),
            (None, Some(path)) => {
                write_output(path, &sheet::pixels(&chart.svg(args.size), &sheet::Fonts::of_system())?, out)
            }
            (None, None) => print(out, &man_text(&variant, kind, &chart, terminal, unicode)),
        };
    }
    let found = keys::find(what);
    if found.is_empty() {
        let near = keys::nearest_key(what).map(|near| format!(" (did you mean the key `{near}`?)")).unwrap_or_default();
        return Err(Failure::usage(format!(
            "there is no variant, man (VARIANT.MAN), key or code `{what}`{near}; `khun reference` lists all keys"
        )));
    }
    let texts: Vec<String> = found.iter().map(|key| key_text(key, terminal)).collect();
    print(out, &texts.join("\n"))
}

fn print(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    Ok(write!(out, "{text}")?)
}

/// Whether a text names a variant that is there, faulty or not.
fn is_variant(text: &str) -> bool {
    let known = || bundled().iter().any(|bundled| bundled.id == text);
    let called = || match load(text, &khun_variant::Settings::default()) {
        Ok(_) => true,
        Err(error) => matches!(error, khun_variant::LoadError::Faults { .. }),
    };
    known() || Path::new(text).is_file() || !text.contains('.') && called()
}

/// Explains a code of `khun check`.
pub(super) fn code(text: &str, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(code) = Code::find(&text.trim().to_uppercase()) else {
        let all: Vec<&str> = Code::all().map(|(code, _)| code.as_str()).collect();
        let lines = wrap(&all.join(" "), WIDTH).join("\n  ");
        return Err(Failure::usage(format!("there is no code `{}`; codes:\n  {lines}", text.trim())));
    };
    writeln!(out, "{}", terminal.paint(&format!("{code}: {}", code.title()), Style::Strong))?;
    for line in wrap(code.explanation(), WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\nExample:\n")?;
    for line in code.example().lines() {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn man_of<'v>(variant: &'v Variant, man: &str) -> Result<&'v KindSpec, Failure> {
    let wanted = man.to_lowercase();
    let is_called = |kind: &&KindSpec| {
        kind.id == wanted
            || kind.letter.to_lowercase().eq(wanted.chars())
            || kind.names.values().any(|name| name == man)
    };
    variant.spec.kinds.iter().find(is_called).ok_or_else(|| {
        let ids: Vec<&str> = variant.spec.kinds.iter().map(|kind| kind.id.as_str()).collect();
        Failure::usage(format!("`{}` has no man `{man}`; men: {}", variant.id, ids.join(", ")))
    })
}

fn man_text(variant: &Variant, kind: &KindSpec, chart: &Chart, terminal: &Terminal, unicode: bool) -> String {
    let mut text = String::new();
    let title = format!("{} ({}) of {}", capitalised(&name(kind)), kind.letter, variant.name);
    let _ = writeln!(text, "{}", terminal.paint(&title, Style::Strong));
    let names: Vec<String> = kind.names.iter().map(|(language, name)| format!("{name} ({language})")).collect();
    let _ = writeln!(text, "  {}", names.join(", "));
    let _ = writeln!(text, "  Betza: {}   value: {}", shown_betza(&kind.betza), kind.value);
    for line in wrap(&format!("{}.", capitalised(&movement::sentence(kind))), WIDTH) {
        let _ = writeln!(text, "  {line}");
    }
    text.push('\n');
    for line in chart.lines(unicode) {
        let _ = writeln!(text, "      {line}");
    }
    text.push('\n');
    for line in chart.legend(unicode) {
        let _ = writeln!(text, "  {line}");
    }
    for extra in &kind.extras {
        let right = extra.needs.and_then(|right| variant.spec.rights.get(right));
        let needs = right.map(|right| format!(", with the right `{}`", right.name)).unwrap_or_default();
        let check = if extra.unless_in_check { ", not in check" } else { "" };
        let _ = writeln!(text, "  + extra.{}: {}{needs}{check}", extra.name, extra.betza);
    }
    text
}

fn shown_betza(betza: &str) -> &str {
    if betza.is_empty() { "none" } else { betza }
}

fn variant_text(variant: &Variant, terminal: &Terminal) -> String {
    let spec = &variant.spec;
    let mut text = String::new();
    let heading = |text: &mut String, title: &str| {
        let _ = writeln!(text, "{}", terminal.paint(title, Style::Strong));
    };
    heading(&mut text, &format!("{} ({})", variant.name, variant.id));
    for line in wrap(&variant.summary, WIDTH) {
        let _ = writeln!(text, "  {line}");
    }
    let chain = [std::slice::from_ref(&variant.id), variant.extends.as_slice()].concat().join(" <- ");
    let _ = writeln!(text, "  files      {chain}");
    let _ = writeln!(text, "  profile    {}", variant.profile.as_deref().unwrap_or("none"));
    let _ = writeln!(text, "  hash       {}", variant.hash);
    let fast = with_rules!(&variant.rules, rules => rules.is_fast());
    let generator = if fast { "fast (checks and pins)" } else { "careful (each move is tried)" };
    let _ = writeln!(text, "  generator  {generator}");
    let (files, ranks) = (spec.geometry.files(), spec.geometry.ranks());
    let _ = writeln!(text, "  board      {files}x{ranks}, {:?} mirror", spec.mirror);
    let _ = writeln!(text, "  start      {}", spec.start);
    heading(&mut text, "Men (khun explain V.MAN draws one)");
    let width = spec.kinds.iter().map(|kind| kind.id.chars().count()).max().unwrap_or(0);
    for kind in &spec.kinds {
        let _ = writeln!(text, "  {} {:width$}  {}", kind.letter, kind.id, facts(spec, kind).join(", "));
    }
    if !spec.rights.is_empty() {
        heading(&mut text, "Rights");
        for right in &spec.rights {
            let holders = crate::words::kinds_named(spec, right.holders, "and");
            let shown = if right.in_fen { "shown in FEN" } else { "not shown in FEN" };
            let _ = writeln!(text, "  {}: {holders}, {shown}", right.name);
        }
    }
    heading(&mut text, "Ends, in the order in which they are tried");
    let mut ends: Vec<&EndSpec> = spec.ends.iter().collect();
    ends.sort_by_key(|end| end.kind.stage());
    for end in ends {
        let stage = ["at once", "no moves", "claim"][usize::from(end.kind.stage()).clamp(1, 3) - 1];
        let _ = writeln!(text, "  {stage:<9} {}: {}", end.name, format!("{:?}", end.result).to_lowercase());
    }
    if !variant.params.is_empty() {
        heading(&mut text, "Parameters");
        for parameter in &variant.params {
            let _ = writeln!(text, "  {} = {} ({})", parameter.name, parameter.value, parameter.kind.describe());
        }
    }
    let profiles: Vec<&str> = variant.profiles.iter().map(|profile| profile.name.as_str()).collect();
    if !profiles.is_empty() {
        let _ = writeln!(text, "{} {}", terminal.paint("Profiles:", Style::Strong), profiles.join(", "));
    }
    let _ = writeln!(text, "\n`khun rules {}` tells the rules in words.", variant.id);
    text
}

fn facts(spec: &RulesSpec, kind: &KindSpec) -> Vec<String> {
    let mut facts = vec![shown_betza(&kind.betza).to_owned(), format!("value {}", kind.value)];
    for (holds, fact) in [(kind.royal, "royal"), (kind.pawn, "pawn"), (kind.mates_alone, "mates alone")] {
        if holds {
            facts.push(fact.to_owned());
        }
    }
    if let Some(promotion) = &kind.promotion {
        let to = promotion.to.iter().copied().collect();
        let must = if promotion.mandatory { "becomes" } else { "may become" };
        facts.push(format!("{must} {}", crate::words::kinds_named(spec, to, "or")));
    }
    facts.extend(kind.extras.iter().map(|extra| format!("extra.{} {}", extra.name, extra.betza)));
    facts
}

fn key_text(key: &KeyDoc, terminal: &Terminal) -> String {
    let mut text = format!("{}\n", terminal.paint(key.path, Style::Strong));
    for line in wrap(key.doc, WIDTH) {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "  takes      {}", key.takes.describe());
    for (word, meaning) in key.takes.words() {
        let _ = writeln!(text, "             {word}: {meaning}");
    }
    let _ = writeln!(text, "  without it {}", key.default.describe());
    if !key.of_ends.is_empty() {
        let _ = writeln!(text, "  in ends    of kind {}", key.of_ends.join(", "));
    }
    let users = key.used_by();
    let users = if users.is_empty() { "no bundled variant".to_owned() } else { users.join(", ") };
    let _ = writeln!(text, "  used by    {users}\n");
    for line in key.example.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}
