//! Parameters and profiles.

use khun_variant::Variant;

use super::Page;

pub(super) fn write(page: &mut Page, variant: &Variant) {
    if !variant.params.is_empty() {
        page.heading("Parameters (--set NAME=VALUE)");
        for parameter in &variant.params {
            let default = if parameter.value == parameter.default {
                String::new()
            } else {
                format!(", usually {}", parameter.default)
            };
            page.line(&format!("  {} = {}{default}", parameter.name, parameter.value));
            let doc = format!("{} ({})", parameter.doc, parameter.kind.describe());
            page.below(&doc);
        }
    }
    if !variant.profiles.is_empty() {
        page.heading("Profiles (--profile NAME)");
        for profile in &variant.profiles {
            page.line(&format!("  {}", profile.name));
            page.below(&profile.doc);
            let set: Vec<String> = profile.set.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            if !set.is_empty() {
                page.below(&format!("Sets {}.", set.join(", ")));
            }
        }
    }
}
