//! A hash that is the same on every machine: FNV-1a with 64 bits.

/// FNV-1a, fed with texts.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in a text and a mark of its end, so that "ab", "c" and "a", "bc" differ.
    pub(crate) fn text(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The hash as 16 hexadecimal digits.
    pub(crate) fn finish(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    #[test]
    fn texts_are_kept_apart() {
        let hash = |texts: &[&str]| {
            let mut hash = Fnv::new();
            texts.iter().for_each(|text| hash.text(text));
            hash.finish()
        };
        assert_eq!(hash(&[]), "cbf29ce484222325");
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_eq!(hash(&["makruk"]).len(), 16);
    }
}
