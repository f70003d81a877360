// RUN: neuron-opt %s --canonicalize | FileCheck %s

// The NaNs of folded float ops are those of mlir-opt, sign and payload too, whatever the host's are: what has no value is the positive
// one, the first NaN goes on and becomes quiet, and where an operand changes nothing the other one goes on as it is.

// CHECK-LABEL: func.func @addf_invalid()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %[[R]] :
func.func @addf_invalid() -> f32 {
  %a = arith.constant 0x7F800000 : f32
  %b = arith.constant 0xFF800000 : f32
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @addf_invalid_bf16()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC0 : bf16
// CHECK-NEXT: return %[[R]] :
func.func @addf_invalid_bf16() -> bf16 {
  %a = arith.constant 0x7F80 : bf16
  %b = arith.constant 0xFF80 : bf16
  %r = arith.addf %a, %b : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @subf_invalid_f64()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FF8000000000000 : f64
// CHECK-NEXT: return %[[R]] :
func.func @subf_invalid_f64() -> f64 {
  %a = arith.constant 0x7FF0000000000000 : f64
  %b = arith.constant 0x7FF0000000000000 : f64
  %r = arith.subf %a, %b : f64
  return %r : f64
}

// CHECK-LABEL: func.func @mulf_invalid()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %[[R]] :
func.func @mulf_invalid() -> f32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant 0x7F800000 : f32
  %r = arith.mulf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf_invalid()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %[[R]] :
func.func @divf_invalid() -> f32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant -0.0 : f32
  %r = arith.divf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @remf_invalid()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %[[R]] :
func.func @remf_invalid() -> f32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0.0 : f32
  %r = arith.remf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @addf_first()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00005 : f32
// CHECK-NEXT: return %[[R]] :
func.func @addf_first() -> f32 {
  %a = arith.constant 0x7FC00005 : f32
  %b = arith.constant 0xFFC00009 : f32
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @subf_second()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFC00009 : f32
// CHECK-NEXT: return %[[R]] :
func.func @subf_second() -> f32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0xFFC00009 : f32
  %r = arith.subf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_signalling()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @mulf_signalling() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.mulf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf_signalling_f16()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFE06 : f16
// CHECK-NEXT: return %[[R]] :
func.func @divf_signalling_f16() -> f16 {
  %a = arith.constant 1.0 : f16
  %b = arith.constant 0xFC06 : f16
  %r = arith.divf %a, %b : f16
  return %r : f16
}

// CHECK-LABEL: func.func @addf_neutral()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7F800001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @addf_neutral() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant -0.0 : f32
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @addf_not_neutral()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @addf_not_neutral() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant 0.0 : f32
  %r = arith.addf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @subf_neutral()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFF800006 : f32
// CHECK-NEXT: return %[[R]] :
func.func @subf_neutral() -> f32 {
  %a = arith.constant 0xFF800006 : f32
  %b = arith.constant 0.0 : f32
  %r = arith.subf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @mulf_neutral()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFF800006 : f32
// CHECK-NEXT: return %[[R]] :
func.func @mulf_neutral() -> f32 {
  %a = arith.constant 0xFF800006 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.mulf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @divf_neutral()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFF800006 : f32
// CHECK-NEXT: return %[[R]] :
func.func @divf_neutral() -> f32 {
  %a = arith.constant 0xFF800006 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.divf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_nan()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFC00009 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maximumf_nan() -> f32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0xFFC00009 : f32
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_both()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFC00009 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maximumf_both() -> f32 {
  %a = arith.constant 0xFFC00009 : f32
  %b = arith.constant 0x7FC00005 : f32
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_bound()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7F800001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maximumf_bound() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant 0xFF800000 : f32
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maximumf_signalling()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maximumf_signalling() -> f32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant 0x7F800001 : f32
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf_nan()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00005 : f32
// CHECK-NEXT: return %[[R]] :
func.func @minimumf_nan() -> f32 {
  %a = arith.constant 0x7FC00005 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.minimumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minimumf_bound()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7F800001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @minimumf_bound() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant 0x7F800000 : f32
  %r = arith.minimumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_left()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maxnumf_left() -> f32 {
  %a = arith.constant 0x7FC00005 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_right()
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maxnumf_right() -> f32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0x7F800001 : f32
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @maxnumf_both()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7F800001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @maxnumf_both() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant 0x7FC00000 : f32
  %r = arith.maxnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf_signalling()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFC00006 : f32
// CHECK-NEXT: return %[[R]] :
func.func @minnumf_signalling() -> f32 {
  %a = arith.constant 0xFF800006 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.minnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf_both()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00005 : f32
// CHECK-NEXT: return %[[R]] :
func.func @minnumf_both() -> f32 {
  %a = arith.constant 0x7FC00005 : f32
  %b = arith.constant 0xFFC00009 : f32
  %r = arith.minnumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @negf_signalling_f32()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFF800001 : f32
// CHECK-NEXT: return %[[R]] :
func.func @negf_signalling_f32() -> f32 {
  %a = arith.constant 0x7F800001 : f32
  %r = arith.negf %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @extf_quiet_bf16()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFC10000 : f32
// CHECK-NEXT: return %[[R]] :
func.func @extf_quiet_bf16() -> f32 {
  %a = arith.constant 0xFFC1 : bf16
  %r = arith.extf %a : bf16 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @extf_quiet_f32()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FF8000020000000 : f64
// CHECK-NEXT: return %[[R]] :
func.func @extf_quiet_f32() -> f64 {
  %a = arith.constant 0x7FC00001 : f32
  %r = arith.extf %a : f32 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @truncf_quiet_f32()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFC1 : bf16
// CHECK-NEXT: return %[[R]] :
func.func @truncf_quiet_f32() -> bf16 {
  %a = arith.constant 0xFFC10000 : f32
  %r = arith.truncf %a : f32 to bf16
  return %r : bf16
}

// mlir-opt leaves what loses digits; the payload's leading ones are kept, and a signalling NaN becomes quiet.
// CHECK-LABEL: func.func @truncf_signalling()
// CHECK-NEXT: %[[R:.*]] = arith.constant 0xFFE0 : bf16
// CHECK-NEXT: return %[[R]] :
func.func @truncf_signalling() -> bf16 {
  %a = arith.constant 0xFFA00001 : f32
  %r = arith.truncf %a : f32 to bf16
  return %r : bf16
}
