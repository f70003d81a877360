//! The wire format of protocol buffers, as far as it takes to tell which fields of a file the messages here lack.

use std::collections::BTreeMap;

/// Field numbers that `messages` has, or that say nothing about what a module computes.
struct Known {
    /// The message, for people.
    name: &'static str,
    read: &'static [u32],
    /// With what they hold.
    ignored: &'static [(u32, &'static str)],
}

const MODULE: Known = Known {
    name: "HloModuleProto",
    read: &[1, 2, 3, 4, 5, 6, 8, 17, 18, 19],
    ignored: &[(7, "schedule"), (11, "is_dynamic"), (13, "profile_info"), (16, "use_auto_spmd_partitioning")],
};

const COMPUTATION: Known = Known { name: "HloComputationProto", read: &[1, 2, 4, 5, 6, 7, 8], ignored: &[] };

const INSTRUCTION: Known = Known {
    name: "HloInstructionProto",
    read: &[
        1, 2, 3, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33,
        34, 35, 36, 37, 38, 40, 43, 48, 49, 50, 51, 52, 56, 57, 58, 59, 60, 62, 63, 65, 66, 67, 68, 69, 70,
        71, 72, 74, 76, 77, 79, 81, 85, 87, 89,
    ],
    ignored: &[
        (61, "parameter_replication"),
        (82, "statistics_viz"),
        (88, "original_value"),
        (91, "result_accuracy"),
    ],
};

/// The field of computations in a module, and of instructions in a computation.
const COMPUTATIONS: u32 = 3;
const INSTRUCTIONS: u32 = 2;

/// A field: its number, and its content if it has a length.
type Field<'a> = (u32, Option<&'a [u8]>);

/// The fields of a message; what cannot be read ends the list.
fn fields(mut bytes: &[u8]) -> impl Iterator<Item = Field<'_>> {
    std::iter::from_fn(move || {
        let key = varint(&mut bytes)?;
        let number = u32::try_from(key >> 3).ok()?;
        let content = match key & 7 {
            0 => varint(&mut bytes).map(|_| None)?,
            1 => skip(&mut bytes, 8).map(|_| None)?,
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).ok()?;
                Some(skip(&mut bytes, length)?)
            }
            5 => skip(&mut bytes, 4).map(|_| None)?,
            _ => return None,
        };
        Some((number, content))
    })
}

/// Takes bytes from the front.
fn skip<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (head, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(head)
}

/// Takes a number off the front.
pub(crate) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for (index, &byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            *bytes = &bytes[index + 1..];
            return Some(value);
        }
    }
    None
}

/// The content of the first field, if it is number 1 and has a length.
pub(super) fn first_field(bytes: &[u8]) -> Option<&[u8]> {
    fields(bytes).next().filter(|field| field.0 == 1)?.1
}

/// What a serialized module holds that is not read: message, field number, and how often.
pub(super) fn unread(module: &[u8]) -> Vec<(&'static str, u32, usize)> {
    let mut counts: BTreeMap<(&'static str, u32), usize> = BTreeMap::new();
    let mut check = |known: &Known, field: &Field<'_>| {
        let empty = field.1.is_some_and(<[u8]>::is_empty);
        let ignored = known.ignored.iter().any(|row| row.0 == field.0);
        if !empty && !ignored && !known.read.contains(&field.0) {
            *counts.entry((known.name, field.0)).or_default() += 1;
        }
    };
    for field in fields(module) {
        check(&MODULE, &field);
        for inner in fields(field.1.filter(|_| field.0 == COMPUTATIONS).unwrap_or_default()) {
            check(&COMPUTATION, &inner);
            for part in fields(inner.1.filter(|_| inner.0 == INSTRUCTIONS).unwrap_or_default()) {
                check(&INSTRUCTION, &part);
            }
        }
    }
    counts.into_iter().map(|((name, number), count)| (name, number, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_no_message_has_are_found() {
        // name = "m", field 200 = 5, computations { instructions { field 300 = "x", id = 1 } }
        let instruction = [&[0xe2, 0x12, 1, b'x'][..], &[0x98, 0x02, 1]].concat();
        let computation = [&[0x12, instruction.len() as u8][..], &instruction].concat();
        let module =
            [&[0x0a, 1, b'm'][..], &[0xc0, 0x0c, 5], &[0x1a, computation.len() as u8], &computation].concat();
        let found = unread(&module);
        assert_eq!(found, [("HloInstructionProto", 300, 1), ("HloModuleProto", 200, 1)]);
    }

    #[test]
    fn what_is_cut_off_ends_the_list() {
        assert_eq!(fields(&[0x0a, 5, 1]).count(), 0);
        assert_eq!(fields(&[0x80]).count(), 0);
        assert_eq!(fields(&[0x08, 1, 0x0b]).count(), 1);
    }
}
