//! Random bundles and random bytes.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::layout::Access;
use super::opcode::{Demand, Rule};
use super::*;

/// Random numbers for one bundle, drawn by index.
struct Dice(Vec<u32>, usize);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.1 += 1;
        self.0[self.1 % self.0.len()].wrapping_add(self.1 as u32 * 7) % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len() as u32) as usize]
    }
}

fn rule_for<T>(op: &Opcode, pick: impl Fn(&Demand) -> Option<T>) -> Option<T> {
    op.rules.iter().find_map(|Rule { demand, .. }| pick(demand))
}

/// The element type that the rules of `op` allow for `field`.
fn legal_dtype(op: &Opcode, field: &str, dice: &mut Dice) -> Dtype {
    let set = rule_for(op, |demand| match demand {
        Demand::DtypeIn(name, set) if *name == field => Some(*set),
        _ => None,
    });
    dice.pick(&set.unwrap_or(DtypeSet::WITH_FP32R).iter().collect::<Vec<_>>())
}

/// The loops of a pattern: 8 elements, in as many slots as fit, with random steps.
fn slots(rank: u8, dice: &mut Dice) -> smallvec::SmallVec<[Slot; 4]> {
    let mut nums = dice.pick(&[[8, 1, 1, 1], [2, 4, 1, 1], [4, 1, 2, 1], [2, 2, 1, 2]]);
    if rank < 4 && nums[usize::from(rank)..].iter().any(|&num| num != 1) {
        nums = [8, 1, 1, 1];
    }
    nums[..usize::from(rank)].iter().map(|&num| Slot { step: dice.roll(41) as i16 - 20, num }).collect()
}

/// A bundle of `op` that obeys every rule of the tables.
fn legal_bundle(op: &'static Opcode, dice: &mut Dice) -> Bundle {
    let mut bundle = Bundle::new(op);
    let channels = 32 * dice.pick(&[1, 2, 4]);
    let partition = match channels {
        128 => 0,
        64 => 64 * dice.roll(2),
        _ => 32 * dice.roll(4),
    } as u8;
    let reduced = op.layout.field("op_dim").is_some()
        && rule_for(op, |demand| matches!(demand, Demand::Reduced).then_some(())).is_some();
    let mut psum_sources = 0;
    for field in op.layout.fields.iter().filter(|field| field.is_held()) {
        let pinned = rule_for(op, |demand| match demand {
            Demand::Is(name, _) if *name == field.name => Some(()),
            _ => None,
        });
        if pinned.is_some() {
            continue;
        }
        let value = match field.kind {
            Kind::Dtype | Kind::DtypeNibble { .. } => {
                let same = rule_for(op, |demand| match demand {
                    Demand::SameDtype(a, b) if *b == field.name => bundle.dtype(a),
                    _ => None,
                });
                Value::Dtype(same.unwrap_or_else(|| legal_dtype(op, field.name, dice)))
            }
            Kind::Channels => Value::Uint(channels),
            Kind::Uint { .. } => Value::Uint(dice.roll(u32::MAX)),
            Kind::I32 => Value::I32(dice.roll(u32::MAX) as i32),
            Kind::F32 => Value::F32(dice.roll(u32::MAX)),
            Kind::Choice(names) if field.name == "op_dim" => Value::Uint(dice.pick(&names[1..]).1.into()),
            Kind::Choice(names) => Value::Uint(dice.pick(names).1.into()),
            Kind::Alu => {
                let set = rule_for(op, |demand| match demand {
                    Demand::AluIn(name, set) if *name == field.name => Some(*set),
                    _ => None,
                });
                let rows = ALU_OPS.iter().filter(|row| {
                    row.since <= Generation::Trn2 && row.code != 0 && set.is_none_or(|set| (set.holds)(row))
                });
                let codes: Vec<_> = rows.map(|row| row.code).collect();
                Value::Alu(AluOp::from_code(dice.pick(&codes)).unwrap())
            }
            Kind::Pattern { rank, access, .. } => {
                let mut slots = slots(rank, dice);
                if reduced && access == Access::Write {
                    // Written last in the struct: the source and op_dim are known.
                    let skip = bundle.number("op_dim").unwrap() as usize - 1;
                    let kept: u16 =
                        bundle.pattern("src").unwrap().slots.iter().skip(skip).map(|slot| slot.num).product();
                    slots = smallvec::smallvec![Slot::SPARE; rank.into()];
                    slots[0].num = kept;
                }
                let byte = 0x800 + 8 * dice.roll(256);
                let psum_fits =
                    op.engine == opcode::Engine::Dve && psum_sources == 0 && access == Access::Read;
                let addr = if psum_fits && dice.roll(2) == 1 {
                    psum_sources += 1;
                    Addr4::Psum { partition, byte }
                } else {
                    Addr4::Sbuf { partition, byte }
                };
                Value::Pattern(Pattern { addr, slots })
            }
            Kind::Scalar { .. } => Value::Scalar(match (dice.roll(3), op.class) {
                (0, _) => Scalar::Pointer(Addr4::Sbuf { partition, byte: 4 * dice.roll(100) }),
                (_, AluClass::Bitvec) => Scalar::Int(dice.roll(u32::MAX)),
                _ => Scalar::F32(dice.roll(u32::MAX)),
            }),
            Kind::Ramp => {
                let slots = slots(4, dice);
                Value::Ramp(Ramp {
                    base: dice.roll(u32::MAX) as i32,
                    slots: std::array::from_fn(|i| slots[i]),
                })
            }
            Kind::Mask => Value::Mask(std::array::from_fn(|_| dice.roll(256) as u8)),
            Kind::Fixed { .. } | Kind::CountOf(_) => unreachable!("not held"),
        };
        bundle.set(field.name, value).unwrap();
    }
    bundle
}

/// Encode, decode, print and assemble are inverse to each other on every instruction.
#[test]
fn bundles_round_trip() {
    let mut runner =
        TestRunner::new(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) });
    let dice = proptest::collection::vec(any::<u32>(), 64);
    runner
        .run(&dice, |numbers| {
            for op in OPCODES {
                let bundle = legal_bundle(op, &mut Dice(numbers.clone(), 0));
                let bytes =
                    encode(&bundle, &TRN2).map_err(|refusal| TestCaseError::fail(refusal.to_string()))?;
                prop_assert_eq!(decode(&bytes, &TRN2), Ok(bundle.clone()));
                prop_assert_eq!(assemble(&print(&bundle), &TRN2), Ok(vec![bytes]), "{}", print(&bundle));
            }
            Ok(())
        })
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Any 64 bytes decode or are refused, list, disassemble and come back; decoded ones encode to themselves.
    #[test]
    fn random_bytes_never_panic(mut bytes in any::<[u8; 64]>(), op in 0..OPCODES.len() + 1, framed: bool) {
        if let Some(op) = OPCODES.get(op) {
            bytes[0] = op.code;
        }
        if framed {
            bytes[1..12].copy_from_slice(&[0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
        for limits in [TRN1, TRN2, TRN3] {
            if let Ok(bundle) = decode(&bytes, &limits) {
                prop_assert_eq!(encode(&bundle, &limits), Ok(bytes));
            }
            describe(&bytes, &limits);
            prop_assert_eq!(assemble(&disassemble(&bytes, &limits), &limits), Ok(vec![bytes]));
        }
    }

    /// One changed byte of a valid bundle decodes to what it encodes from, or is refused.
    #[test]
    fn corrupted_bundles_never_panic(op in 0..OPCODES.len(), at in 0..64_usize, byte: u8) {
        let mut bytes = example(OPCODES[op].mnemonic);
        bytes[at] = byte;
        if let Ok(bundle) = decode(&bytes, &TRN2) {
            prop_assert_eq!(encode(&bundle, &TRN2), Ok(bytes));
        }
        prop_assert_eq!(assemble(&disassemble(&bytes, &TRN2), &TRN2), Ok(vec![bytes]));
    }

    /// Any text assembles or gives errors within it.
    #[test]
    fn random_text_never_panics(text in "[ -~\u{e9}\n]{0,60}|(max8|memset|iota|\\.bytes)( (dst|src|value|channels|data)=[a-z0-9\\[\\],+:x-]{0,20}){0,3}") {
        if let Err(errors) = assemble(&text, &TRN2) {
            for error in errors {
                prop_assert!(text.get(error.span).is_some());
            }
        }
    }
}
