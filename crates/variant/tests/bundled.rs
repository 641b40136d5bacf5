//! The bundled variants: all load without a word, under every profile.

use khun_rules::{perft, with_rules};
use khun_variant::{Settings, bundled, load};

fn all_settings(id: &str) -> Vec<Settings> {
    let default = load(id, &Settings::default()).unwrap_or_else(|error| panic!("{id}: {error} {:#?}", error.faults()));
    let profiles = default.profiles.iter().map(|profile| Settings::profile(&profile.name));
    std::iter::once(Settings::default()).chain(profiles).collect()
}

#[test]
fn every_profile_loads_without_faults_or_warnings() {
    for bundled in bundled() {
        for settings in all_settings(bundled.id) {
            let variant = load(bundled.id, &settings)
                .unwrap_or_else(|error| panic!("{} {settings:?}: {error} {:#?}", bundled.id, error.faults()));
            assert_eq!(variant.id, bundled.id);
            assert!(variant.warnings.is_empty(), "{} {settings:?}: {:#?}", bundled.id, variant.warnings);
        }
    }
}

#[test]
fn perft_of_the_start_positions() {
    for (name, settings, nodes) in [
        ("makruk", Settings::default(), [23, 529, 12012, 273_026]),
        ("makpong", Settings::default(), [23, 529, 12012, 273_026]),
        ("ouk", Settings::default(), [25, 625, 15031, 361_719]),
        ("cambodian", Settings::profile("sjaak"), [25, 625, 15031, 361_793]),
        ("karouk", Settings::default(), [25, 625, 15031, 361_719]),
        ("asean", Settings::default(), [23, 529, 12012, 273_026]),
        ("ai-wok", Settings::default(), [26, 676, 18102, 485_045]),
        ("shatranj", Settings::default(), [16, 256, 4176, 68122]),
        ("chaturanga", Settings::default(), [16, 256, 4176, 68122]),
    ] {
        let variant = load(name, &settings).unwrap();
        for (depth, nodes) in (1..).zip(nodes) {
            let found = with_rules!(&variant.rules, rules => perft(rules, &rules.start(), depth));
            assert_eq!(found, nodes, "{name} {depth}");
        }
    }
}

#[test]
fn every_file_passes_its_own_check() {
    for bundled in bundled() {
        let report = khun_variant::check(bundled.id).unwrap();
        let shown: String = report.faults.iter().map(|f| khun_variant::render(f, khun_variant::Style::PLAIN)).collect();
        assert!(report.faults.is_empty(), "{}:\n{shown}", bundled.id);
        assert!(report.tests > 0);
    }
}

#[test]
fn an_unknown_name_is_answered_with_each_known_one_once() {
    let message = khun_variant::load("nosuch", &Settings::default()).unwrap_err().to_string();
    for name in ["makruk", "ouk", "cambodian", "kar-ouk", "karouk", "asean"] {
        assert_eq!(message.matches(&format!("`{name}`")).count(), 1, "{name} in {message}");
    }
}
