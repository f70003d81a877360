// Instructions of the vector engine become 64-byte bundles (spec dve.md §4, §5); those of other engines stay as they
// are, in their place in the program. `encode(INSTRUCTION, operands, access, fields...)` gives the bundles of an
// instruction; `encode_refusal` with the same arguments says which check refuses it, or nothing.

pattern program {
  op @ root: bir.kernel() {sym_name = $name, lnc = $lnc}
  =>
  dve.program() {sym_name = $name, lnc = $lnc} take root.body converting same_type
  erase root
}

pattern core {
  op @ root: bir.core() {id = $id}
  =>
  dve.core() {id = $id} take root.body converting same_type
  erase root
}

pattern max {
  op @ root: bir.Max(%data, %maxvals) {access = $access, engine = "DVE"}
  let $refusal = encode_refusal("Max", [%data, %maxvals], $access)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("Max", [%data, %maxvals], $access)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

// MatchValueLoad of the keys, then FindIndex8.
pattern max_index {
  op @ root: bir.MaxIndex(%maxvals, %data, %indices) {access = $access, engine = "DVE"}
  let $refusal = encode_refusal("MaxIndex", [%maxvals, %data, %indices], $access)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("MaxIndex", [%maxvals, %data, %indices], $access)
  =>
  dve.bundle() {bytes = $b[0]}
  dve.bundle() {bytes = $b[1]}
  erase root
}

// MatchValueLoad, then MatchReplace8.
pattern match_replace {
  op @ root: bir.MatchReplace(%maxvals, %data, %replaced) {access = $access, engine = "DVE", imm_value = $imm}
  let $refusal = encode_refusal("MatchReplace", [%maxvals, %data, %replaced], $access, $imm)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("MatchReplace", [%maxvals, %data, %replaced], $access, $imm)
  =>
  dve.bundle() {bytes = $b[0]}
  dve.bundle() {bytes = $b[1]}
  erase root
}

// The bundles of MatchReplace, then DveReadIndices, which drains the positions (NC-v3 and later).
pattern max_index_and_match_replace {
  op @ root: bir.MaxIndexAndMatchReplace(%maxvals, %data, %replaced, %indices) {access = $access, engine = "DVE", imm_value = $imm}
  let $refusal = encode_refusal("MaxIndexAndMatchReplace", [%maxvals, %data, %replaced, %indices], $access, $imm)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("MaxIndexAndMatchReplace", [%maxvals, %data, %replaced, %indices], $access, $imm)
  =>
  dve.bundle() {bytes = $b[0]}
  dve.bundle() {bytes = $b[1]}
  dve.bundle() {bytes = $b[2]}
  erase root
}

pattern tensor_copy {
  op @ root: bir.TensorCopy(%src, %dst) {access = $access, engine = "DVE"}
  let $refusal = encode_refusal("TensorCopy", [%src, %dst], $access)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("TensorCopy", [%src, %dst], $access)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

pattern memset {
  op @ root: bir.Memset(%dst) {access = $access, engine = "DVE", constant = $constant}
  let $refusal = encode_refusal("Memset", [%dst], $access, $constant)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("Memset", [%dst], $access, $constant)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

pattern tensor_tensor {
  op @ root: bir.TensorTensor(%in0, %in1, %dst) {access = $access, engine = "DVE", op = $op}
  let $refusal = encode_refusal("TensorTensor", [%in0, %in1, %dst], $access, $op)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("TensorTensor", [%in0, %in1, %dst], $access, $op)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

// An immediate that is absent is the next operand.
pattern tensor_scalar {
  op @ root: bir.TensorScalarPtr(_, _, _, _)
    {access = $access, engine = "DVE", op0 = $op0, imm0? = $imm0, reverse0 = $reverse0, op1 = $op1, imm1? = $imm1, reverse1 = $reverse1}
  let $values = operands(root)
  let $first = [$op0, $reverse0, $imm0?]
  let $second = [$op1, $reverse1, $imm1?]
  let $refusal = encode_refusal("TensorScalarPtr", $values, $access, $first, $second)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("TensorScalarPtr", $values, $access, $first, $second)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

pattern tensor_reduce {
  op @ root: bir.TensorReduce(%data, %dst) {access = $access, engine = "DVE", op = $op, axis = $axis, negate = $negate}
  let $refusal = encode_refusal("TensorReduce", [%data, %dst], $access, $op, $axis, $negate)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("TensorReduce", [%data, %dst], $access, $op, $axis, $negate)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

pattern reciprocal {
  op @ root: bir.Reciprocal(%data, %dst) {access = $access, engine = "DVE"}
  let $refusal = encode_refusal("Reciprocal", [%data, %dst], $access)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("Reciprocal", [%data, %dst], $access)
  =>
  dve.bundle() {bytes = $b[0]}
  erase root
}

// LoadMaskSelect, then the shuffle; once for the whole quadrants and once for a last one that is not whole, whose mask
// leaves the partitions behind the destination alone.
pattern stream_shuffle {
  op @ root: bir.StreamShuffle(%src, %dst) {access = $access, engine = "DVE", mask = $mask}
  let $refusal = encode_refusal("StreamShuffle", [%src, %dst], $access, $mask)
  where $refusal == "" else error "cannot encode: {$refusal}" at root
  let $b = encode("StreamShuffle", [%src, %dst], $access, $mask)
  =>
  for $i in 0..len($b) {
    dve.bundle() {bytes = $b[$i]}
  }
  erase root
}
