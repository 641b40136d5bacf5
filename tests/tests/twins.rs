//! Things that are done in two ways have to come out the same: the fast and the careful generator, bitboards of 64 and
//! 128 squares, hashes kept up to date and made from nothing, positions and moves written and read again. Tested by
//! random games of the bundled variants and of random variants.

use khun_rules::AnyRules;
use khun_rules::playout::seeded;
use khun_tests::consistency::{check_random_game, check_widths};
use khun_tests::random_spec::random_spec;
use khun_tests::{BUNDLED, load, narrow, wide};

/// How many random variants are tried. The environment variable `KHUN_RANDOM_VARIANTS` sets another number.
fn random_variants() -> u64 {
    std::env::var("KHUN_RANDOM_VARIANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

#[test]
fn bundled_variants_are_consistent() {
    for id in BUNDLED {
        let variant = load(id, &Default::default());
        let (narrow, wide) = (narrow(&variant), wide(&variant));
        let mut plies = 0;
        for index in 0.. {
            let random = &mut seeded(2, index);
            let game = check_random_game(&narrow, random, 400).unwrap_or_else(|error| panic!("{error}"));
            let mut twin = wide.start();
            for mv in game.moves() {
                twin = twin.play(&wide, mv);
            }
            check_widths(&narrow, game.position(), &wide, &twin).unwrap_or_else(|error| panic!("{id}: {error}"));
            plies += game.moves().count();
            if plies >= 4_000 {
                break;
            }
        }
    }
}

#[test]
fn profiles_are_consistent() {
    for id in BUNDLED {
        for profile in load(id, &Default::default()).profiles {
            let variant = load(id, &khun_variant::Settings::profile(&profile.name));
            let rules = narrow(&variant);
            for index in 0..4 {
                let game = check_random_game(&rules, &mut seeded(3, index), 300);
                game.unwrap_or_else(|error| panic!("{}: {error}", profile.name));
            }
        }
    }
}

#[test]
fn random_variants_are_consistent() {
    let (mut fast, mut careful) = (0, 0);
    for number in 0..random_variants() {
        let spec = random_spec(number);
        let AnyRules::Large(large) = AnyRules::build_large(&spec).expect("random variants can be built") else {
            panic!("a large build is large");
        };
        if large.is_fast() {
            fast += 1;
        } else {
            careful += 1;
        }
        for index in 0..3 {
            let random = &mut seeded(number, index);
            check_random_game(&large, random, 120).unwrap_or_else(|error| panic!("random variant {number}: {error}"));
        }
        if let AnyRules::Small(small) = AnyRules::build(&spec).expect("random variants can be built") {
            let game = check_random_game(&small, &mut seeded(number, 9), 120);
            let game = game.unwrap_or_else(|error| panic!("random variant {number}: {error}"));
            let (mut narrow, mut wide) = (small.start(), large.start());
            for mv in game.moves() {
                (narrow, wide) = (narrow.play(&small, mv), wide.play(&large, mv));
                check_widths(&small, &narrow, &large, &wide)
                    .unwrap_or_else(|error| panic!("random variant {number}: {error}"));
            }
        }
    }
    assert!(fast > 0 && careful > 0, "{fast} variants with the fast generator, {careful} with the careful one");
}
