//! Functions of dictionaries that carry the attributes of an op, as the `backend_config` of a custom call does.

use crate::ir::{Attr, AttrDefault, AttrKind, AttrSlot, OpInfo};
use crate::rewrite::{Call, Function, Kind, Val};

use super::functions::functions;

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    is_dictionary(ATTR) -> BOOL = |c| Some(Val::Bool(matches!(c.ctx().attr_kind(c.attr(0)?), AttrKind::Dict(_)))), "whether an attribute is a dictionary";
    entry(ATTR, STR) -> ATTR = |c| {
        let key = c.text(1)?;
        entries(c)?.into_iter().find(|entry| entry.0 == key).map(|entry| Val::Attr(entry.1))
    }, "the value of a dictionary's entry";
    attribute_names(STR) -> STRS = |c| Some(Val::List(declaration(c, 0)?.attrs.iter().map(|slot| Val::str(slot.name)).collect())), "the attributes that an op declares";
    unknown_entry(ATTR, STR) -> STR = |c| {
        let info = declaration(c, 1)?;
        entries(c)?.into_iter().find(|entry| info.attr(entry.0).is_none()).map(|entry| Val::str(entry.0))
    }, "the first key of a dictionary that an op does not declare as an attribute";
    missing_entry(ATTR, STR) -> STR = |c| {
        let entries = entries(c)?;
        let required = |slot: &&AttrSlot| matches!(slot.default, AttrDefault::Required);
        let given = |slot: &AttrSlot| entries.iter().any(|entry| entry.0 == slot.name);
        declaration(c, 1)?.attrs.iter().filter(required).find(|slot| !given(slot)).map(|slot| Val::str(slot.name))
    }, "the first required attribute of an op that a dictionary lacks";
    misfit_entry(ATTR, STR) -> STR = |c| {
        let info = declaration(c, 1)?;
        let fits = |(key, value): (&str, Attr)| info.attr(key).is_none_or(|slot| (slot.constraint.check)(c.ctx(), value));
        entries(c)?.into_iter().find(|entry| !fits(*entry)).map(|entry| Val::str(entry.0))
    }, "the first key of a dictionary whose value is not what an op declares the attribute to be";
    attribute_constraint(STR, STR) -> STR = |c| declaration(c, 0)?.attr(c.text(1)?).map(|slot| Val::str(slot.constraint.description)), "what an op declares an attribute to be";
};

/// The entries of the dictionary that is the first argument.
fn entries<'c>(c: &Call<'_, 'c>) -> Option<Vec<(&'c str, Attr)>> {
    let ctx = c.ctx();
    match ctx.attr_kind(c.attr(0)?) {
        AttrKind::Dict(entries) => Some(entries.iter().map(|entry| (ctx.text(entry.0), entry.1)).collect()),
        _ => None,
    }
}

/// The declaration of the op that an argument names.
fn declaration(c: &Call<'_, '_>, argument: usize) -> Option<&'static OpInfo> {
    c.ctx().op_info(c.ctx().op_name(c.text(argument)?))
}
