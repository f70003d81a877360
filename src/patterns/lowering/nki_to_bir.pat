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
  "less_equal" => "is_le", "less" => "is_lt", "power" => "pow", "rsqrt" => "rsqrt", "abs" => "abs",
  "bypass" => "bypass", "abs_max" => "abs_max", "abs_min" => "abs_min",
}

pattern kernel {
  op @ root: nki.kernel() {sym_name = $name, lnc = $lnc}
  where not holds("router")
    else error "holds stages of the router, which are no instructions" at root
      help "expand-nki-kernels expands them, where stop-after does not tell it to stop"
  =>
  bir.kernel() {sym_name = $name, lnc = $lnc} take root.body converting bir_memory
  erase root
}

pattern core {
  op @ root: nki.core() {id = $id}
  =>
  bir.core() {id = $id} take root.body converting bir_memory
  erase root
}

pattern alloc {
  %tile: $T = nki.alloc()
  =>
  %mem = bir.alloc() : bir_memory($T)
  replace %tile with %mem
}

table dge_type(Str) -> Str { "unknown" => "Unassigned", "none" => "None", "swdge" => "SWDGE", "hwdge" => "HWDGE" }

pattern dma_copy {
  op @ root: nki.dma_copy(%dst, %src, %index?) {dge_mode = $mode, !indirect}
  where not present(%index)
  =>
  bir.DMACopy(base(%src), dst = base(%dst)) {access = [access(%src), access(%dst)], dge_type = dge_type($mode)}
  erase root
}

// An index of the source is an operand of the copy; an index of the destination makes another instruction (bir.md §8).
pattern dma_gather {
  op @ root: nki.dma_copy(%dst, %src, %index) {dge_mode = $mode, oob_mode = $oob, indirect = "gather", row_elements? = $row}
  =>
  bir.DMACopy(base(%src), base(%index), base(%dst))
    {access = [access(%src), access(%index), access(%dst)], dge_type = dge_type($mode), oob_is_err = $oob == "error",
     row_elements = default($row, row_elements(base(%src)))}
  erase root
}

pattern dma_scatter {
  op @ root: nki.dma_copy(%dst, %src, %index) {dge_mode = $mode, oob_mode = $oob, indirect = "scatter", row_elements? = $row}
  =>
  bir.GenericIndirectSave(base(%src), base(%index), base(%dst))
    {access = [access(%src), access(%index), access(%dst)], dge_type = dge_type($mode), oob_is_err = $oob == "error",
     row_elements = default($row, row_elements(base(%dst)))}
  erase root
}

pattern dma_compute {
  op @ root: nki.dma_compute(%dst, %src, %index?) {dge_mode = $mode, reduce_op = $op, !indirect}
  where not present(%index)
  =>
  bir.DMACopy(base(%src), dst = base(%dst))
    {access = [access(%src), access(%dst)], dge_type = dge_type($mode), mode = "CCE", cce_op = alu($op)}
  erase root
}

pattern dma_compute_gather {
  op @ root: nki.dma_compute(%dst, %src, %index)
    {dge_mode = $mode, oob_mode = $oob, reduce_op = $op, indirect = "gather", row_elements? = $row}
  =>
  bir.DMACopy(base(%src), base(%index), base(%dst))
    {access = [access(%src), access(%index), access(%dst)], dge_type = dge_type($mode), oob_is_err = $oob == "error",
     mode = "CCE", cce_op = alu($op), row_elements = default($row, row_elements(base(%src)))}
  erase root
}

pattern dma_compute_scatter {
  op @ root: nki.dma_compute(%dst, %src, %index)
    {dge_mode = $mode, oob_mode = $oob, reduce_op = $op, indirect = "scatter", row_elements? = $row}
  =>
  bir.GenericIndirectSave(base(%src), base(%index), base(%dst))
    {access = [access(%src), access(%index), access(%dst)], dge_type = dge_type($mode), oob_is_err = $oob == "error",
     op = alu($op), row_elements = default($row, row_elements(base(%dst)))}
  erase root
}

pattern dma_transpose {
  op @ root: nki.dma_transpose(%dst, %src) {dge_mode = $mode, axes = $axes}
  =>
  bir.DMACopy(base(%src), dst = base(%dst))
    {access = [access(%src), access(%dst)], dge_type = dge_type($mode), mode = "Transpose", transpose_op = $axes}
  erase root
}

// The moving operand comes first (bir.md §8). accumulation_flag: start 1, accumulate 4, neither: the first product
// that an element gets overwrites it.
pattern matmul {
  op @ root: nki.nc_matmul(%dst, %stationary, %moving)
    {accumulate? = $accumulate, is_transpose = $transpose, is_moving_onezero = $fmap_onezero, is_stationary_onezero = $weight_onezero,
     tile_position? = $position, tile_size? = $size}
  =>
  bir.Matmult(base(%moving), base(%stationary), base(%dst))
    {access = [access(%moving), access(%stationary), access(%dst)],
     accumulation_flag = if present($accumulate) then (if $accumulate then 4 else 1) else 0,
     is_transpose = $transpose, is_fmap_onezero = $fmap_onezero, is_weight_onezero = $weight_onezero,
     tile_size? = $size, tile_position? = $position}
  erase root
}

// NKI's activation functions (nki_isa.md §6) by their names in BIR (bir.md §9).
table activation_function(Str) -> Str {
  "copy" => "Identity", "exp" => "Exp", "sigmoid" => "Sigmoid", "tanh" => "Tanh", "relu" => "Relu", "silu" => "Silu",
  "square" => "Square", "abs" => "Abs", "sign" => "Sign", "sqrt" => "Sqrt", "rsqrt" => "Rsqrt",
  "reciprocal" => "Reciprocal", "log" => "Ln",
}

// NKI's reduce_cmd as EngineAccumulationType (bir.md §9).
table accumulation(Str) -> Str {
  "idle" => "Idle", "reset" => "Zero", "reduce" => "AddAccumulate", "reset_reduce" => "ZeroAccumulate",
}

pattern activation {
  op @ root: nki.activation(%dst, %data, %bias?, %scale?, %result?)
    {op = $op, bias_imm? = $bias_imm, scale_imm? = $scale_imm, reduce_op? = $reduce_op, reduce_cmd = $cmd}
  =>
  bir.Activation(base(%data), base(%bias)?, base(%scale)?, base(%dst), base(%result)?)
    {access = [access(%data), access(%bias)?, access(%scale)?, access(%dst), access(%result)?], func = activation_function($op),
     bias_imm = default($bias_imm, 0.0), scale = default($scale_imm, 1.0), acc = accumulation($cmd), reduce_op = alu(default($reduce_op, "bypass"))}
  erase root
}

// The reduced dimensions by their number (bir.md §9, AxisListType).
table reduced_axes(Int) -> Str { 1 => "X", 2 => "XY", 3 => "XYZ", 4 => "XYZW" }

pattern tensor_reduce {
  op @ root: nki.tensor_reduce(%dst, %data) {op = $op, axis = $axis, negate = $negate}
  =>
  bir.TensorReduce(base(%data), base(%dst))
    {access = [access(%data), access(%dst)], op = alu($op), axis = reduced_axes(len($axis)), negate = $negate}
  erase root
}

pattern reciprocal {
  op @ root: nki.reciprocal(%dst, %data)
  =>
  bir.Reciprocal(base(%data), base(%dst)) {access = [access(%data), access(%dst)]}
  erase root
}

pattern stream_shuffle {
  op @ root: nki.nc_stream_shuffle(%dst, %src) {shuffle_mask = $mask}
  =>
  bir.StreamShuffle(base(%src), base(%dst)) {access = [access(%src), access(%dst)], mask = $mask}
  erase root
}

pattern copy_predicated {
  op @ root: nki.tensor_copy_predicated(%dst, %src, %predicate) {reverse_pred = $reverse}
  =>
  bir.CopyPredicated(base(%src), base(%predicate), base(%dst))
    {access = [access(%src), access(%predicate), access(%dst)], reverse_pred = $reverse}
  erase root
}

pattern affine_select {
  op @ root: nki.affine_select(%dst, %tile)
    {pattern = $pattern, offset = $offset, channel_multiplier = $multiplier, cmp_op = $op, on_false_value = $value}
  =>
  bir.TensorScalarAffineSelect(base(%tile), base(%dst))
    {access = [access(%tile), access(%dst)], base = $offset, pattern = $pattern, channel_multiplier = $multiplier,
     compare_op = alu($op), fill_value = $value}
  erase root
}

// A later step of the compiler chooses between gpsimd and dma by size (bir.md §8); both give the same.
pattern sendrecv {
  op @ root: nki.sendrecv(%dst, %src) {send_to_rank = $to, recv_from_rank = $from, pipe_id = $pipe}
  =>
  bir.CollectiveCompute(base(%src), base(%dst))
    {access = [access(%src), access(%dst)], send_to_rank = $to, recv_from_rank = $from, pipe_id = $pipe}
  erase root
}

pattern core_barrier {
  op @ root: nki.core_barrier(%data) {cores = $cores}
  =>
  bir.CoreBarrier(base(%data)) {access = [access(%data)], cores = $cores}
  erase root
}

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

// Each operand is an immediate or one number per partition.
pattern tensor_scalar {
  op @ root: nki.tensor_scalar(%dst, %data, %operand0?, %operand1?)
    {op0 = $op0, imm0? = $imm0, reverse0 = $reverse0, op1? = $op1, imm1? = $imm1, reverse1 = $reverse1}
  =>
  bir.TensorScalarPtr(base(%data), base(%operand0)?, base(%operand1)?, base(%dst))
    {access = [access(%data), access(%operand0)?, access(%operand1)?, access(%dst)], engine = tensor_scalar_engine(root),
     op0 = alu($op0), imm0? = $imm0, reverse0 = $reverse0,
     op1 = alu(default($op1, "bypass")), imm1? = $imm1, reverse1 = $reverse1}
  erase root
}
