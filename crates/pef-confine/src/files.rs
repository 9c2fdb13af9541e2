//! Files, by Landlock: reading and changing only below the folders that are allowed; no signals to other processes.

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use crate::{Missing, Permissions};

/// The newest version whose rights are all used here; an older kernel enforces those it knows.
const VERSION: ABI = ABI::V6;

pub fn confine(permissions: &Permissions) -> Result<Option<Missing>, RulesetError> {
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?
        .create()?
        .add_rules(path_beneath_rules(
            &permissions.read,
            AccessFs::from_read(VERSION),
        ))?
        .add_rules(path_beneath_rules(
            &permissions.write,
            AccessFs::from_all(VERSION),
        ))?
        .restrict_self()?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => None,
        RulesetStatus::PartiallyEnforced => Some(Missing::PartOfFiles),
        RulesetStatus::NotEnforced => Some(Missing::Files),
    })
}
