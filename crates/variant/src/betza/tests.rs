use super::*;

/// The moves as "files,ranks" pairs with what makes them special, sorted.
fn read(text: &str) -> String {
    match parse(text) {
        Ok(moves) => show(&moves.steps),
        Err(faults) => panic!("{text}: {faults:?}"),
    }
}

fn show(steps: &[Step]) -> String {
    let mut steps: Vec<String> = steps
        .iter()
        .map(|step| {
            let range = match step.range {
                1 => String::new(),
                Step::UNLIMITED => "*".to_string(),
                range => format!("x{range}"),
            };
            let modality = match step.modality {
                Modality::Quiet => "m",
                Modality::Capture => "c",
                Modality::Both => "",
            };
            let path = match step.path {
                Path::Free => "",
                Path::Lame => "n",
                Path::MustJump => "j",
                Path::HopAny => "p",
                Path::HopOne => "g",
            };
            format!("{modality}{path}{},{}{range}", step.files, step.ranks)
        })
        .collect();
    steps.sort();
    steps.join(" ")
}

fn sorted(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

#[test]
fn directions_are_those_on_which_programs_agree() {
    for (text, leaps) in [
        ("fW", "0,1"),
        ("bW", "0,-1"),
        ("lW", "-1,0"),
        ("rW", "1,0"),
        ("sW", "-1,0 1,0"),
        ("vW", "0,1 0,-1"),
        ("fsW", "-1,0 1,0 0,1"),
        ("bsW", "-1,0 1,0 0,-1"),
        ("flW", "0,1 -1,0"),
        ("frD", "0,2 2,0"),
        ("fF", "-1,1 1,1"),
        ("bF", "-1,-1 1,-1"),
        ("lF", "-1,-1 -1,1"),
        ("rF", "1,1 1,-1"),
        ("frF", "1,1"),
        ("flF", "-1,1"),
        ("brF", "1,-1"),
        ("blA", "-2,-2"),
        ("fN", "-1,2 1,2"),
        ("ffN", "-1,2 1,2"),
        ("bN", "-1,-2 1,-2"),
        ("bbN", "-1,-2 1,-2"),
        ("lN", "-2,1 -2,-1"),
        ("llN", "-2,1 -2,-1"),
        ("rN", "2,1 2,-1"),
        ("fsN", "-2,1 2,1"),
        ("bsN", "-2,-1 2,-1"),
        ("fhN", "-1,2 1,2 -2,1 2,1"),
        ("bhN", "-1,-2 1,-2 -2,-1 2,-1"),
        ("sN", "-2,1 2,1 -2,-1 2,-1"),
        ("vN", "-1,2 1,2 -1,-2 1,-2"),
        ("frN", "2,1"),
        ("rfN", "1,2"),
        ("flN", "-2,1"),
        ("lfN", "-1,2"),
        ("brN", "2,-1"),
        ("rbN", "1,-2"),
        ("blN", "-2,-1"),
        ("lbN", "-1,-2"),
        ("lhN", "-1,2 -1,-2 -2,1 -2,-1"),
        ("rhN", "1,2 1,-2 2,1 2,-1"),
        ("hrN", "1,2 2,-1 -1,-2 -2,1"),
        ("hlN", "-1,2 -2,-1 1,-2 2,1"),
        ("fsC", "-3,1 3,1"),
        ("fZ", "-2,3 2,3"),
        ("fR", "0,1*"),
        ("sR", "-1,0* 1,0*"),
        ("fB", "-1,1* 1,1*"),
        ("blB", "-1,-1*"),
    ] {
        assert_eq!(read(text), sorted(leaps), "{text}");
    }
}

#[test]
fn atoms_and_ranges() {
    for (text, leaps) in [
        ("W", "0,1 0,-1 1,0 -1,0"),
        ("F", "1,1 1,-1 -1,1 -1,-1"),
        ("D", "0,2 0,-2 2,0 -2,0"),
        ("A", "2,2 2,-2 -2,2 -2,-2"),
        ("H", "0,3 0,-3 3,0 -3,0"),
        ("G", "3,3 3,-3 -3,3 -3,-3"),
        ("N", "1,2 1,-2 -1,2 -1,-2 2,1 2,-1 -2,1 -2,-1"),
        ("fC", "1,3 -1,3"),
        ("K", "0,1 0,-1 1,0 -1,0 1,1 1,-1 -1,1 -1,-1"),
        ("WF", "0,1 0,-1 1,0 -1,0 1,1 1,-1 -1,1 -1,-1"),
        ("R", "0,1* 0,-1* 1,0* -1,0*"),
        ("WW", "0,1* 0,-1* 1,0* -1,0*"),
        ("FF", "1,1* 1,-1* -1,1* -1,-1*"),
        ("R4", "0,1x4 0,-1x4 1,0x4 -1,0x4"),
        ("fW3", "0,1x3"),
        ("fNN", "1,2* -1,2*"),
        ("fN2", "1,2x2 -1,2x2"),
        ("fDD", "0,2*"),
        ("R1", "0,1 0,-1 1,0 -1,0"),
        ("fR15", "0,1x15"),
    ] {
        assert_eq!(read(text), sorted(leaps), "{text}");
    }
    assert_eq!(read("Q"), read("RB"));
    assert_eq!(read("K2"), read("W2F2"));
}

#[test]
fn the_pieces_of_the_family() {
    for (text, leaps) in [
        ("FfW", "1,1 1,-1 -1,1 -1,-1 0,1"),
        ("fmWfcF", "m0,1 c1,1 c-1,1"),
        ("fsmN", "m-2,1 m2,1"),
        ("fmD", "m0,2"),
        ("mRcpR", "m0,1* m0,-1* m1,0* m-1,0* cp0,1* cp0,-1* cp1,0* cp-1,0*"),
        ("fnN", "n1,2 n-1,2"),
        ("fjD", "j0,2"),
        ("fgR", "g0,1*"),
        ("mfW", ""),
    ] {
        if leaps.is_empty() {
            assert!(parse(text).is_err(), "{text}");
        } else {
            assert_eq!(read(text), sorted(leaps), "{text}");
        }
    }
}

#[test]
fn two_modalities_of_a_step_become_one() {
    assert_eq!(read("mFcF"), read("F"));
    let moves = parse("mcF").unwrap();
    assert_eq!(show(&moves.steps), read("F"));
    assert_eq!(moves.warnings.len(), 1);
    assert_eq!(moves.warnings[0].code, codes::W306);
}

/// What is refused: the text, the code, the bytes, and a part of the help.
#[test]
fn everything_else_is_refused_with_what_to_write() {
    for (text, code, range, help) in [
        ("", "E303", 0..0, "W, F, N or R"),
        ("FfX", "E303", 2..3, "W F D N A H C Z G K R B Q"),
        ("xN", "E303", 0..1, "the modifiers are"),
        ("F W", "E303", 1..2, "without spaces"),
        ("F,W", "E303", 1..2, "upper case"),
        ("3W", "E303", 0..1, "numbers after"),
        ("ขุน", "E303", 0..3, "upper case"),
        ("J", "E304", 0..1, "write C for the (3,1) leap or Z"),
        ("fL", "E304", 1..2, "write C for the (3,1) leap or Z"),
        ("fK", "E305", 0..2, "write fWfF"),
        ("sK", "E305", 0..2, "write sWF"),
        ("vK", "E305", 0..2, "write vWF"),
        ("fQ", "E305", 0..2, "write fRfB"),
        ("fsF", "E305", 0..2, "write fF"),
        ("bsF", "E305", 0..2, "write bF"),
        ("vF", "E305", 0..1, "write F"),
        ("rfF", "E305", 0..2, "write frF"),
        ("ssN", "E305", 0..2, "write sN"),
        ("vvN", "E305", 0..2, "write vN"),
        ("sfN", "E305", 0..2, "fsN for the wide leaps"),
        ("vlN", "E305", 0..2, "write one of"),
        ("fbW", "E305", 0..2, "write vW"),
        ("lrW", "E305", 0..2, "write sW"),
        ("sfW", "E305", 0..2, "write fsW"),
        ("vlW", "E305", 0..2, "write vWlW"),
        ("fblW", "E305", 0..3, "write fWbWlW"),
        ("fhW", "E305", 0..2, "leave it out"),
        ("ffW", "E305", 0..2, "write fW"),
        ("mmW", "E306", 1..2, "write it once"),
        ("f", "E307", 0..1, "end with one of the atoms"),
        ("Ffm", "E307", 1..3, "end with one of the atoms"),
        ("iW", "E308", 0..1, "pieces.X.extra.Y"),
        ("ifmD", "E308", 0..1, "pieces.X.extra.Y"),
        ("feW", "E308", 1..2, "leave it out"),
        ("dW", "E308", 0..1, "leave it out"),
        ("tW", "E308", 0..1, "leave it out"),
        ("oW", "E308", 0..1, "leave it out"),
        ("yW", "E308", 0..1, "other atoms"),
        ("aW", "E308", 0..1, "other atoms"),
        ("[F?R]", "E308", 0..1, "with the atoms"),
        ("W[F?R]", "E308", 1..2, "with the atoms"),
        ("W-", "E308", 1..2, "with the atoms"),
        ("@8", "E308", 0..1, "leave it out"),
        ("N0", "E316", 1..2, "write NN"),
        ("R0", "E316", 1..2, "write R"),
        ("K0", "E316", 1..2, "write Q"),
        ("W16", "E316", 1..3, "1 to 15"),
        ("W999999", "E316", 1..7, "1 to 15"),
        ("WW3", "E316", 2..3, "write WW or W3"),
        ("RR", "E316", 0..2, "write R"),
        ("KK", "E316", 0..2, "write Q"),
        ("WWW", "E316", 0..3, "write WW"),
        ("mfF", "E317", 0..2, "write fmF"),
        ("cmF", "E317", 0..2, "write mcF"),
        ("nmN", "E317", 0..2, "write mnN"),
        ("njD", "E318", 0..2, "two atoms"),
        ("pgR", "E318", 0..2, "two atoms"),
        ("nW", "E319", 0..2, "leave the n out"),
        ("nR", "E319", 0..2, "leave the n out"),
        ("jN", "E319", 0..2, "D and A"),
        ("jW", "E319", 0..2, "D and A"),
        ("pW", "E319", 0..2, "before R, B, Q"),
        ("pR3", "E319", 0..3, "before R, B, Q"),
    ] {
        let faults = parse(text).expect_err(text);
        let fault = &faults[0];
        assert_eq!((fault.code.as_str(), fault.range.clone()), (code, range), "{text}: {faults:?}");
        let found = fault.help.as_deref().unwrap_or("");
        assert!(found.contains(help), "{text}: {found}");
    }
}

#[test]
fn all_faults_of_a_text_are_reported() {
    let codes: Vec<&str> = parse("fKmfFJxNW0f").unwrap_err().iter().map(|fault| fault.code.as_str()).collect();
    assert_eq!(codes, ["E305", "E317", "E304", "E303", "E316", "E307"]);
}

/// What the help says to write is accepted.
#[test]
fn what_is_suggested_can_be_written() {
    for prefix in ["f", "b", "l", "r", "v", "s"]
        .iter()
        .flat_map(|a| ["", "f", "b", "l", "r", "v", "s"].map(|b| format!("{a}{b}")))
    {
        for atom in ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "R", "B", "K", "Q"] {
            let Err(faults) = parse(&format!("{prefix}{atom}")) else { continue };
            let help = faults[0].help.clone().unwrap_or_default();
            let Some(instead) = help.strip_prefix("write ") else { continue };
            if instead.starts_with("one of") {
                continue;
            }
            let instead = instead.split([':', ',']).next().unwrap_or("");
            assert!(parse(instead).is_ok(), "{prefix}{atom}: {help}");
        }
    }
}
