//! Hashes by which configurations, weights and tasks are known.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The first 16 bytes of a SHA-256, as 32 hexadecimal digits in text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash([u8; 16]);

/// The hash of some bytes.
pub fn hash_bytes(bytes: &[u8]) -> Hash {
    let mut hash = Hash([0; 16]);
    for (to, from) in hash.0.iter_mut().zip(Sha256::digest(bytes)) {
        *to = from;
    }
    hash
}

/// The hash of a value, by its JSON with sorted keys.
pub fn hash_json<T: Serialize>(value: &T) -> Hash {
    // A value that JSON cannot hold (a map with odd keys) is a fault of the program; it hashes as nothing.
    let value = serde_json::to_value(value).unwrap_or_default();
    hash_bytes(value.to_string().as_bytes())
}

impl Hash {
    /// The bytes.
    pub const fn bytes(&self) -> [u8; 16] {
        self.0
    }

    /// The hash with these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Hash {
        Hash(bytes)
    }

    /// The hash that 32 hexadecimal digits stand for.
    pub fn parse(text: &str) -> Option<Hash> {
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        let digits = digits.filter(|digits| digits.len() == 32)?;
        let mut hash = Hash([0; 16]);
        for (byte, pair) in hash.0.iter_mut().zip(digits.chunks(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Some(hash)
    }

    /// The first eight digits, for messages.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        let text = String::deserialize(deserializer)?;
        Hash::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is no hash")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_read_back() {
        let hash = hash_bytes(b"abc");
        assert_eq!(hash.to_string(), "ba7816bf8f01cfea414140de5dae2223");
        assert_eq!(Hash::parse(&hash.to_string()), Some(hash));
        assert_eq!(Hash::parse("ba78"), None);
        assert_eq!(hash_json(&serde_json::json!({"b": 1, "a": 2})), hash_bytes(br#"{"a":2,"b":1}"#));
    }
}
