//! Single rules of the eight variants, each under the profile and the parameters that it is about, for both widths of
//! bitboards.

use khun_tests::rule_vectors;
use khun_tests::{BUNDLED, load, narrow, report, wide};

/// Vectors that are wrong, and why. Everything else in the file has to hold.
const WRONG: [(&str, &str); 0] = [];

fn check_all(id: &str) {
    let vectors = rule_vectors::of(id);
    let mut differences = Vec::new();
    for vector in &vectors {
        let settings = vector.settings().unwrap_or_else(|error| panic!("{error}"));
        let variant = load(id, &settings);
        let found = [vector.check(&narrow(&variant)), vector.check(&wide(&variant))].concat();
        match WRONG.iter().find(|(wrong, _)| *wrong == vector.id) {
            None => differences.extend(found),
            Some((wrong, why)) if found.is_empty() => {
                differences.push(format!("{wrong} holds now, but it was thought to be wrong: {why}"));
            }
            Some(_) => {}
        }
    }
    report(&format!("rules of {id}"), vectors.len(), &differences);
}

macro_rules! variants {
    ($($test:ident: $id:literal,)*) => {$(
        #[test]
        fn $test() {
            check_all($id);
        }
    )*};
}

variants! {
    makruk: "makruk",
    ouk: "ouk",
    kar_ouk: "kar-ouk",
    makpong: "makpong",
    asean: "asean",
    ai_wok: "ai-wok",
    shatranj: "shatranj",
    chaturanga: "chaturanga",
}

#[test]
fn no_vector_of_a_bundled_variant_is_left_out() {
    let all: usize = BUNDLED.iter().map(|id| rule_vectors::of(id).len()).sum();
    assert!(all >= 181, "only {all} vectors");
}
