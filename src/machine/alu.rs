//! ALU operations: one table of names, codes and meanings.

/// What an operation computes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AluClass {
    /// Bit patterns of integers (Vector engine only).
    Bitvec,
    /// f32, or 32-bit integers natively where the engine can.
    Arithmetic,
    /// f32 with one operand: the second is ignored.
    Unary,
}

/// One row of the table.
pub struct AluInfo {
    /// The operation.
    pub op: AluOp,
    /// BIR's name (spec bir.md §9).
    pub name: &'static str,
    /// NKI's name where it has one (spec nki_isa.md §5).
    pub nki_name: Option<&'static str>,
    /// BIR's ordinal.
    pub ordinal: u8,
    /// The code in a bundle; nothing where the encoder refuses the operation.
    pub wire: Option<u8>,
    /// What it computes on.
    pub class: AluClass,
    /// Whether it may be the operation of a reduction.
    pub reducible: bool,
    /// Its meaning on f32, where it has one. Comparisons give 1 or 0.
    pub float: Option<fn(f32, f32) -> f32>,
    /// Its meaning on integers, where it has one: arithmetic on sign- or zero-extended values whose low bits are
    /// kept, bit operations on zero-extended patterns.
    pub int: Option<fn(i64, i64) -> i64>,
}

fn truth(value: bool) -> f32 {
    f32::from(u8::from(value))
}

/// Shifts by the operand's value; what is shifted out of 32 bits is gone.
fn shift_left(value: i64, by: i64) -> i64 {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    (value as u32).checked_shl(by).unwrap_or(0).into()
}

fn shift_right(value: i64, by: i64) -> i64 {
    let by = u32::try_from(by).unwrap_or(u32::MAX);
    (value as u32).checked_shr(by).unwrap_or(0).into()
}

fn arithmetic_shift_right(value: i64, by: i64) -> i64 {
    value >> by.clamp(0, 63)
}

macro_rules! alu_ops {
    ($($variant:ident = $ordinal:literal, $name:literal, $nki:expr, $wire:expr, $class:ident, $reducible:literal,
       $float:expr, $int:expr;)*) => {
        /// An ALU operation of the engines (spec bir.md §9).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AluOp { $(#[doc = concat!("`", $name, "`")] $variant,)* }

        const TABLE: &[AluInfo] = &[$(AluInfo {
            op: AluOp::$variant, name: $name, nki_name: $nki, ordinal: $ordinal, wire: $wire,
            class: AluClass::$class, reducible: $reducible, float: $float, int: $int,
        },)*];
    };
}

// max and min give their second operand when one is NaN (spec bir.md §8).
alu_ops! {
    Bypass = 0, "bypass", None, Some(0x00), Arithmetic, false, Some(|a, _| a), Some(|a, _| a);
    BitwiseNot = 1, "bitwise_not", Some("invert"), Some(0x01), Bitvec, false, None, Some(|a, _| !a);
    ArithShiftLeft = 2, "arith_shift_left", None, Some(0x02), Bitvec, false, None, Some(shift_left);
    ArithShiftRight = 3, "arith_shift_right", None, Some(0x03), Bitvec, false, None, Some(arithmetic_shift_right);
    Add = 4, "add", Some("add"), Some(0x04), Arithmetic, true, Some(|a, b| a + b), Some(|a, b| a + b);
    Subtract = 5, "subtract", Some("subtract"), Some(0x05), Arithmetic, true, Some(|a, b| a - b), Some(|a, b| a - b);
    Mult = 6, "mult", Some("multiply"), Some(0x06), Arithmetic, true, Some(|a, b| a * b), Some(i64::wrapping_mul);
    Divide = 7, "divide", None, Some(0x07), Arithmetic, false, Some(|a, b| a / b), None;
    Max = 8, "max", Some("maximum"), Some(0x08), Arithmetic, true,
        Some(|a, b| if a > b { a } else { b }), Some(|a, b| a.max(b));
    Min = 9, "min", Some("minimum"), Some(0x09), Arithmetic, true,
        Some(|a, b| if a < b { a } else { b }), Some(|a, b| a.min(b));
    BitwiseAnd = 10, "bitwise_and", Some("bitwise_and"), Some(0x0A), Bitvec, true, None, Some(|a, b| a & b);
    BitwiseOr = 11, "bitwise_or", Some("bitwise_or"), Some(0x0B), Bitvec, true, None, Some(|a, b| a | b);
    BitwiseXor = 12, "bitwise_xor", Some("bitwise_xor"), Some(0x0C), Bitvec, true, None, Some(|a, b| a ^ b);
    LogicalAnd = 13, "logical_and", Some("logical_and"), Some(0x0D), Arithmetic, true,
        Some(|a, b| truth(a != 0.0 && b != 0.0)), Some(|a, b| (a != 0 && b != 0).into());
    LogicalOr = 14, "logical_or", Some("logical_or"), Some(0x0E), Arithmetic, true,
        Some(|a, b| truth(a != 0.0 || b != 0.0)), Some(|a, b| (a != 0 || b != 0).into());
    LogicalXor = 15, "logical_xor", Some("logical_xor"), Some(0x0F), Arithmetic, true,
        Some(|a, b| truth((a != 0.0) != (b != 0.0))), Some(|a, b| ((a != 0) != (b != 0)).into());
    LogicalShiftLeft = 16, "logical_shift_left", Some("left_shift"), Some(0x10), Bitvec, false, None,
        Some(shift_left);
    LogicalShiftRight = 17, "logical_shift_right", Some("right_shift"), Some(0x11), Bitvec, false, None,
        Some(shift_right);
    IsEqual = 18, "is_equal", Some("equal"), Some(0x12), Arithmetic, false,
        Some(|a, b| truth(a == b)), Some(|a, b| (a == b).into());
    NotEqual = 19, "not_equal", Some("not_equal"), Some(0x18), Arithmetic, false,
        Some(|a, b| truth(a != b)), Some(|a, b| (a != b).into());
    IsGt = 20, "is_gt", Some("greater"), Some(0x13), Arithmetic, false,
        Some(|a, b| truth(a > b)), Some(|a, b| (a > b).into());
    IsGe = 21, "is_ge", Some("greater_equal"), Some(0x14), Arithmetic, false,
        Some(|a, b| truth(a >= b)), Some(|a, b| (a >= b).into());
    IsLt = 22, "is_lt", Some("less"), Some(0x16), Arithmetic, false,
        Some(|a, b| truth(a < b)), Some(|a, b| (a < b).into());
    IsLe = 23, "is_le", Some("less_equal"), Some(0x15), Arithmetic, false,
        Some(|a, b| truth(a <= b)), Some(|a, b| (a <= b).into());
    Average = 24, "average", None, None, Arithmetic, false, None, None;
    ElemwiseMul = 25, "elemwise_mul", None, None, Arithmetic, false, Some(|a, b| a * b), None;
    Pow = 26, "pow", Some("power"), Some(0x1A), Arithmetic, false, Some(f32::powf), None;
    Mod = 27, "mod", None, Some(0x1B), Arithmetic, false, Some(|a, b| a - b * (a / b).floor()), None;
    Rsqrt = 28, "rsqrt", Some("rsqrt"), Some(0x1D), Unary, false, Some(|a, _| 1.0 / a.sqrt()), None;
    Abs = 29, "abs", Some("abs"), Some(0x19), Unary, false, Some(|a, _| a.abs()), Some(|a, _| a.abs());
    AbsMax = 30, "abs_max", Some("abs_max"), Some(0x20), Arithmetic, false,
        Some(|a, b| if a.abs() > b.abs() { a.abs() } else { b.abs() }), None;
    AbsMin = 31, "abs_min", Some("abs_min"), Some(0x21), Arithmetic, false,
        Some(|a, b| if a.abs() < b.abs() { a.abs() } else { b.abs() }), None;
    ModInt = 32, "mod_int", None, Some(0xC8), Arithmetic, false, None, Some(|a, b| a.checked_rem_euclid(b).unwrap_or(0));
}

impl AluOp {
    /// The row of the table for this operation.
    pub fn info(self) -> &'static AluInfo {
        &TABLE[self as usize]
    }

    /// The first generation that has it, as `nc_version` counts (spec nki_isa.md §5, bir.md §9).
    pub fn since(self) -> u32 {
        match self {
            Self::AbsMax | Self::AbsMin | Self::ModInt => 4,
            _ => 2,
        }
    }

    /// The operations in the order of BIR's ordinals.
    pub fn all() -> impl Iterator<Item = &'static AluInfo> {
        TABLE.iter()
    }

    /// Whether it compares: its result is 1 or 0.
    pub fn is_comparison(self) -> bool {
        (Self::IsEqual as u8..=Self::IsLe as u8).contains(&(self as u8))
    }

    /// The operation of BIR's or NKI's name.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name || row.nki_name == Some(name)).map(|row| row.op)
    }

    /// The operation of a bundle's code.
    pub fn from_wire(code: u8) -> Option<Self> {
        TABLE.iter().find(|row| row.wire == Some(code)).map(|row| row.op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_are_row_numbers_and_codes_are_unique() {
        for (position, row) in TABLE.iter().enumerate() {
            assert_eq!((row.op as usize, row.ordinal as usize), (position, position), "{}", row.name);
            assert_eq!(AluOp::from_name(row.name), Some(row.op));
            if let Some(code) = row.wire {
                assert_eq!(AluOp::from_wire(code), Some(row.op), "{}", row.name);
            }
        }
        assert_eq!(AluOp::from_name("multiply"), Some(AluOp::Mult));
        assert_eq!(AluOp::from_wire(0x17), None);
    }

    #[test]
    fn nan_and_shift_rules() {
        let max = AluOp::Max.info().float.expect("max is on f32");
        assert!(max(1.0, f32::NAN).is_nan());
        assert_eq!(max(f32::NAN, 1.0), 1.0);
        let right = AluOp::LogicalShiftRight.info().int.expect("a bit operation");
        assert_eq!((right(0x8000_0000, 31), right(1, 32), right(1, -1)), (1, 0, 0));
    }
}
