// Each nisa op selects one BIR instruction (spec bir.md §11), operands in the real order. Views become access patterns
// of the instructions that use them; `base(%v)` is the handle behind a view, `access(%v)` its access pattern.

// Engines that NKI leaves open, and NKI's names for the others (bir.md §2).
table engine(Str) -> Str {
  "unknown" => "DVE", "vector" => "DVE", "scalar" => "Activation", "gpsimd" => "Pool", "tensor" => "PE",
}

// NKI's ALU operators (nki_isa.md §5) by their names in BIR (bir.md §9).
table alu(Str) -> Str {
  "invert" => "bitwise_not", "bitwise_and" => "bitwise_and", "bitwise_or" => "bitwise_or", "bitwise_xor" => "bitwise_xor",
  "left_shift" => "logical_shift_left", "right_shift" => "logical_shift_right",
  "add" => "add", "subtract" => "subtract", "multiply" => "mult", "maximum" => "max", "minimum" => "min",
  "logical_and" => "logical_and", "logical_or" => "logical_or", "logical_xor" => "logical_xor",
  "equal" => "is_equal", "not_equal" => "not_equal", "greater_equal" => "is_ge", "greater" => "is_gt",
  "less_equal" => "is_le", "less" => "is_lt", "power" => "pow", "bypass" => "bypass", "abs_max" => "abs_max", "abs_min" => "abs_min",
}

pattern kernel {
  op @ root: nki.kernel() {sym_name = $name}
  =>
  bir.kernel() {sym_name = $name} take root.body converting bir_memory
  erase root
}

pattern alloc {
  %tile: $T = nki.alloc()
  =>
  %mem = bir.alloc() : bir_memory($T)
  replace %tile with %mem
}

pattern dma_copy {
  op @ root: nki.dma_copy(%dst, %src) {dge_mode = $mode}
  =>
  bir.DMACopy(base(%src), base(%dst)) {access = [access(%src), access(%dst)], dge_type = dge_type($mode)}
  erase root
}

table dge_type(Str) -> Str { "unknown" => "Unassigned", "none" => "None", "swdge" => "SWDGE", "hwdge" => "HWDGE" }

pattern max8 {
  op @ root: nki.max8(%dst, %src)
  =>
  bir.Max(base(%src), base(%dst)) {access = [access(%src), access(%dst)]}
  erase root
}

pattern find_index8 {
  op @ root: nki.nc_find_index8(%dst, %data, %vals)
  =>
  bir.MaxIndex(base(%vals), base(%data), base(%dst)) {access = [access(%vals), access(%data), access(%dst)]}
  erase root
}

pattern match_replace8 {
  op @ root: nki.nc_match_replace8(%dst, %data, %vals, %idx?) {imm = $imm}
  where not present(%idx)
  =>
  bir.MatchReplace(base(%vals), base(%data), base(%dst)) {access = [access(%vals), access(%data), access(%dst)], imm_value = $imm}
  erase root
}

pattern match_replace8_with_positions {
  op @ root: nki.nc_match_replace8(%dst, %data, %vals, %idx) {imm = $imm}
  where limit("fused_match_replace") == 1
    else error "nc_match_replace8 with dst_idx is instruction 91, which {target()} does not have" at root
      help "use nc_find_index8 in front of nc_match_replace8 without dst_idx"
  =>
  bir.MaxIndexAndMatchReplace(base(%vals), base(%data), base(%dst), base(%idx))
    {access = [access(%vals), access(%data), access(%dst), access(%idx)], imm_value = $imm}
  erase root
}

pattern tensor_copy {
  op @ root: nki.tensor_copy(%dst, %src) {engine = $engine}
  =>
  bir.TensorCopy(base(%src), base(%dst)) {access = [access(%src), access(%dst)], engine = engine($engine)}
  erase root
}

pattern memset {
  op @ root: nki.memset(%dst) {value = $value, engine = $engine}
  =>
  bir.Memset(base(%dst)) {access = [access(%dst)], engine = engine($engine), constant = device_constant($value, %dst)}
  erase root
}

pattern iota {
  op @ root: nki.iota(%dst) {pattern = $pattern, offset = $offset, channel_multiplier = $multiplier}
  =>
  bir.Iota(base(%dst)) {access = [access(%dst)], base = $offset, pattern = $pattern, channel_multiplier = $multiplier}
  erase root
}

pattern n_gather {
  op @ root: nki.nc_n_gather(%dst, %data, %indices)
  =>
  bir.Gather(base(%data), base(%indices), base(%dst)) {access = [access(%data), access(%indices), access(%dst)]}
  erase root
}

pattern tensor_tensor {
  op @ root: nki.tensor_tensor(%dst, %data1, %data2) {op = $op}
  =>
  bir.TensorTensor(base(%data1), base(%data2), base(%dst))
    {access = [access(%data1), access(%data2), access(%dst)], engine = tensor_tensor_engine(root), op = alu($op)}
  erase root
}

// The four forms of tensor_scalar, by where its operands come from: an immediate, or one number per partition.
pattern tensor_scalar_immediates {
  op @ root: nki.tensor_scalar(%dst, %data, %operand0?, %operand1?)
    {op0 = $op0, imm0? = $imm0, reverse0 = $reverse0, op1? = $op1, imm1? = $imm1, reverse1 = $reverse1, engine = $engine}
  where not present(%operand0) and not present(%operand1)
  =>
  bir.TensorScalarPtr(base(%data), dst = base(%dst))
    {access = [access(%data), access(%dst)], engine = engine($engine), op0 = alu($op0), imm0? = $imm0, reverse0 = $reverse0,
     op1 = alu(default($op1, "bypass")), imm1? = $imm1, reverse1 = $reverse1}
  erase root
}

pattern tensor_scalar_pointer_first {
  op @ root: nki.tensor_scalar(%dst, %data, %operand0?, %operand1?)
    {op0 = $op0, imm0? = $imm0, reverse0 = $reverse0, op1? = $op1, imm1? = $imm1, reverse1 = $reverse1, engine = $engine}
  where present(%operand0) and not present(%operand1)
  =>
  bir.TensorScalarPtr(base(%data), scalar0 = base(%operand0), dst = base(%dst))
    {access = [access(%data), access(%operand0), access(%dst)], engine = engine($engine), op0 = alu($op0), imm0? = $imm0, reverse0 = $reverse0,
     op1 = alu(default($op1, "bypass")), imm1? = $imm1, reverse1 = $reverse1}
  erase root
}

pattern tensor_scalar_pointer_second {
  op @ root: nki.tensor_scalar(%dst, %data, %operand0?, %operand1?)
    {op0 = $op0, imm0? = $imm0, reverse0 = $reverse0, op1? = $op1, imm1? = $imm1, reverse1 = $reverse1, engine = $engine}
  where not present(%operand0) and present(%operand1)
  =>
  bir.TensorScalarPtr(base(%data), scalar1 = base(%operand1), dst = base(%dst))
    {access = [access(%data), access(%operand1), access(%dst)], engine = engine($engine), op0 = alu($op0), imm0? = $imm0, reverse0 = $reverse0,
     op1 = alu(default($op1, "bypass")), imm1? = $imm1, reverse1 = $reverse1}
  erase root
}

pattern tensor_scalar_pointers {
  op @ root: nki.tensor_scalar(%dst, %data, %operand0?, %operand1?)
    {op0 = $op0, imm0? = $imm0, reverse0 = $reverse0, op1? = $op1, imm1? = $imm1, reverse1 = $reverse1, engine = $engine}
  where present(%operand0) and present(%operand1)
  =>
  bir.TensorScalarPtr(base(%data), scalar0 = base(%operand0), scalar1 = base(%operand1), dst = base(%dst))
    {access = [access(%data), access(%operand0), access(%operand1), access(%dst)], engine = engine($engine), op0 = alu($op0), imm0? = $imm0, reverse0 = $reverse0,
     op1 = alu(default($op1, "bypass")), imm1? = $imm1, reverse1 = $reverse1}
  erase root
}
