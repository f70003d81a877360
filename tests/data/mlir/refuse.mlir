"t.x"() : ()
// -----
"t.x"( : () -> ()
// -----
"t.x"() {a = } : () -> ()
// -----
"t.x"() {a = 1 : i8, a = 2 : i8} : () -> ()
// -----
"t.x"() {a = 256 : i8} : () -> ()
// -----
"t.x"() {a = -1 : ui8} : () -> ()
// -----
"t.x"() {a = -0 : i32} : () -> ()
// -----
"t.x"() {a = 1.0 : i32} : () -> ()
// -----
"t.x"() {a = 1 : f32} : () -> ()
// -----
"t.x"() {a = "unterminated} : () -> ()
// -----
"t.x"() {a = "bad \q"} : () -> ()
// -----
"t.x"(%0) : (i32) -> ()
// -----
%0 = "t.x"() : () -> ()
// -----
%0:2 = "t.x"() : () -> i32
// -----
%0 = "t.x"() : () -> i32
%0 = "t.x"() : () -> i32
// -----
%0 = "t.x"() : () -> i32
"t.y"(%0) : (f32) -> ()
// -----
%0 = "t.x"() : () -> i32
"t.y"(%0#1) : (i32) -> ()
// -----
"t.y"(%0) : (i32) -> ()
%0 = "t.x"() : () -> f32
// -----
"t.x"() ({
  "t.br"()[^nope] : () -> ()
}) : () -> ()
// -----
"t.x"() ({
^a:
  "t.y"() : () -> ()
^a:
  "t.y"() : () -> ()
}) : () -> ()
// -----
"t.x"() ({
^a:
  "t.br"()[^b] : () -> ()
^b:
  "t.use"(%0) : (i32) -> ()
^c:
  %0 = "t.def"() : () -> i32
  "t.br"()[^b] : () -> ()
}) : () -> ()
// -----
"t.x"() ({
  %0 = "t.a"() : () -> i32
}) : () -> ()
"t.y"(%0) : (i32) -> ()
// -----
"t.x"() {a = tensor<4xtensor<4xf32>>} : () -> ()
// -----
"t.x"() {a = vector<4x!foo.bar>} : () -> ()
// -----
"t.x"() {a = vector<0xf32>} : () -> ()
// -----
"t.x"() {a = vector<?xf32>} : () -> ()
// -----
"t.x"() {a = memref<4x!foo.bar>} : () -> ()
// -----
"t.x"() {a = memref<4xf32, strided<[1, 2]>>} : () -> ()
// -----
"t.x"() {a = complex<index>} : () -> ()
// -----
"t.x"() {a = i16777216} : () -> ()
// -----
"t.x"() {a = tensor<4 x f32} : () -> ()
// -----
"t.x"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()
// -----
"t.x"() {a = dense<[[1], [2, 3]]> : tensor<2x2xi32>} : () -> ()
// -----
"t.x"() {a = dense<[1, [2]]> : tensor<2xi32>} : () -> ()
// -----
"t.x"() {a = dense<1.0> : tensor<i32>} : () -> ()
// -----
"t.x"() {a = dense<1> : tensor<f32>} : () -> ()
// -----
"t.x"() {a = dense<1> : tensor<?xi32>} : () -> ()
// -----
"t.x"() {a = dense<"0x00"> : tensor<2xi32>} : () -> ()
// -----
"t.x"() {a = dense<300> : tensor<i8>} : () -> ()
// -----
"t.x"() {a = array<tensor<4xi8>: 1>} : () -> ()
// -----
"t.x"() {a = array<i8: 300>} : () -> ()
// -----
"t.x"() {a = #undefined} : () -> ()
// -----
"t.x"() {a = !undefined} : () -> ()
// -----
"t.x"() {a = #foo<bar} : () -> ()
// -----
#a = 1 : i8
#a = 2 : i8
// -----
!a = i32
!a = i8
// -----
#a.b = 1 : i8
// -----
"t.x"() {a = affine_map<(d0) -> (d1)>} : () -> ()
// -----
"t.x"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()
// -----
"t.x"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()
// -----
"t.x"() {a = affine_map<(d0)[s0] -> (d0 mod d0)>} : () -> ()
// -----
"t.x"() {a = affine_set<(d0) : (d0)>} : () -> ()
// -----
"t.x"() {a = loc(foo)} : () -> ()
// -----
"t.x"() : () -> () loc(#nope)
// -----
"t.x"() {a = distinct[0]<1 : i8>, b = distinct[0]<2 : i8>} : () -> ()
// -----
"t.x"() {a = strided<[1], offset 3>} : () -> ()
// -----
""() : () -> ()
// -----
func.func @f() -> i32 {
  return
}
// -----
func.func @f()
// -----
func.func @f() {
}
// -----
func.func @f() {
  return
}
func.func @f() {
  return
}
// -----
func.func @f(%a: i32) {
  %b = arith.addi %a, %a : f32
  return
}
// -----
func.func @f(%a: f32) {
  %b = arith.addi %a, %a : f32
  return
}
// -----
func.func @f(%a: i32) {
  call @nope(%a) : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32,) {
  return
}
// -----
func.func @f() {
  return
  "t.x"() : () -> ()
}
// -----
func.func @f() {
  %0 = "t.a"(%1) : (i32) -> i32
  %1 = "t.b"() : () -> i32
  return
}
// -----
func.func @f(%a: i32) {
  func.func @g() {
    "t.x"(%a) : (i32) -> ()
    return
  }
  return
}
// -----
"func.func"() ({}) : () -> ()
// -----
"func.return"() : () -> ()
// -----
func.func @f() {
  cf.br ^a(%c : i32)
^a(%x: i32):
  %c = arith.constant 1 : i32
  return
}
// -----
func.func @f(%c: i32) {
  cf.br ^a
^a(%x: i32):
  return
}
// -----
func.func @f(%c: i32) {
^entry(%x: i32):
  return
}
// -----
"builtin.module"() ({}) : () -> ()
// -----
module {
  foo.bar
}
// -----
"t.x"() : () -> (
// -----
}
// -----
@foo
// -----
{-# dialect_resources: { nope: { a: "0x0400000001" } } #-}
// -----
"t.x"() ({
  "t.y"() : () -> ()
// -----
arith.constant 1.0 : i32
// -----
%0 = arith.constant dense<1> : tensor<2xi32>
%1 = "arith.constant"() <{value = 1 : i32}> : () -> i64
// -----
%0 = "arith.constant"() : () -> i64
// -----
func.func @f(%a: i32, %a: i32) {
  return
}
// -----
"t.x"() ({
^a(%x: i32):
  "t.br"()[^a] : () -> ()
}) : () -> ()
// -----
"t.x"() <{a = 1 : i32} : () -> ()
// -----
%x:0 = "t.x"() : () -> ()
// -----
"t.x"() {"" = 1 : i8} : () -> ()
// -----
"t.x"() {a = f33} : () -> ()
// -----
"t.x"() {a = [1, 2} : () -> ()
// -----
"t.x"() {a = @} : () -> ()
// -----
"func.nothing"() : () -> ()
// -----
%0 = "arith.addq"() : () -> i32
// -----
"cf\2Ejump"() : () -> ()
// -----
"t.nul\00"() : () -> ()
// -----
func.func @f() {
  nothing
}
// -----
"t.region"() ({
  func.return
}) : () -> ()
// -----
func.func @f() {
  func.func @nested() {
    return
  }
  return
}
// -----
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "hidden"}> ({}) : () -> ()
// -----
func.func @f(%c: vector<4xi1>, %a: vector<3xf32>) {
  %0 = "arith.select"(%c, %a, %a) : (vector<4xi1>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
  return
}
// -----
func.func @f(i32) {
  return
}
// -----
func.func @f(i32) {
^entry(%x: f32):
  return
}
// -----
func.func private @f(i8) attributes {arg_attrs = [{}, {}]}
// -----
func.func private @f() attributes {sym_name = "g"}
// -----
func.func @f(%x: i32, f32) {
  return
}
// -----
func.func @f(%flag: i32) {
  cf.switch %flag : i64, [default: ^a]
^a:
  return
}
// -----
func.func @f(%flag: index) {
  cf.switch %flag : index, [default: ^a]
^a:
  return
}
// -----
func.func @f(%flag: i32) {
  cf.switch %flag : i32, [default: ^a, 3: ^b(%flag : i32)]
^a:
  return
^b(%x: i64):
  return
}
// -----
func.func @f(%flag: i32) {
  "cf.switch"(%flag)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}
// -----
func.func @f(%flag: i32) {
  "cf.switch"(%flag)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}
// -----
func.func @f() {
  cf.br ^a()
^a:
  return
}
// -----
"t.x"() {a = sparse<[[0, 4]], [1]> : tensor<3x4xi32>} : () -> ()
// -----
"t.x"() {a = sparse<[[0, 1, 2]], [1]> : tensor<3x4xi32>} : () -> ()
// -----
"t.x"() {a = sparse<[[0, 1], [1, 1]], [1]> : tensor<3x4xi32>} : () -> ()
// -----
"t.x"() {a = sparse<[[0, 1]], [[1]]> : tensor<3x4xi32>} : () -> ()
// -----
"t.x"() {a = memref<2xf32, f32>} : () -> ()
// -----
"t.x"() {a = memref<2xf32, [1]>} : () -> ()
// -----
"t.x"() {a = !builtin.index} : () -> ()
// -----
"t.x"() {a = !func.thing<3>} : () -> ()
// -----
"t.x"() {a = array<ui12: 3>} : () -> ()
// -----
"t.x"() {a = distinct[18446744073709551616]<1 : i8>} : () -> ()
// -----
"t.x"() {a = strided<[1] 3>} : () -> ()
// -----
"arith.addi"()[^a] : () -> ()
// -----
"t.x"() ({
  i32
}) : () -> ()
// -----
%a:0, %b = "t.x"() : () -> i32
// -----
"t.x"() {a = affine_map<(x) -> (x *)>} : () -> ()
// -----
"t.x"() {a = affine_map<(x) -> (mod x)>} : () -> ()
// -----
"t.x"() {a = affine_map<(x) -> (x
// -----
{-#
  other_resources: {}
#-}
// -----
{-#
  dialect_resources: {builtin: {k: true}}
#-}
// -----
func.func @f(%a: f32) { %0 = "arith.extf"(%a) : (f32) -> f32 return }
// -----
func.func @f(%a: i32) { %0 = "arith.trunci"(%a) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i32 return }
// -----
func.func @f(%a: i32) { %0 = arith.trunci %a : i32 to i64 return }
// -----
func.func @f(%a: i32) { %0 = arith.extsi %a : i32 to i32 return }
// -----
func.func @f(%a: i32) { %0 = arith.extui %a : i32 to i16 return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a : f32 to f64 return }
// -----
func.func @f(%a: f16) { %0 = arith.truncf %a : f16 to bf16 return }
// -----
func.func @f(%a: f16) { %0 = arith.extf %a : f16 to bf16 return }
// -----
func.func @f(%a: vector<4xi32>) { %0 = "arith.sitofp"(%a) : (vector<4xi32>) -> vector<5xf32> return }
// -----
func.func @f(%a: tensor<4xi32>) { %0 = "arith.sitofp"(%a) : (tensor<4xi32>) -> tensor<?xf32> return }
// -----
func.func @f(%a: tensor<4xi32>) { %0 = "arith.uitofp"(%a) : (tensor<4xi32>) -> f32 return }
// -----
func.func @f(%a: tensor<4xf32>) { %0 = "arith.fptosi"(%a) : (tensor<4xf32>) -> vector<4xi32> return }
// -----
func.func @f(%a: tensor<4xf32>) { %0 = "arith.fptoui"(%a) : (tensor<4xf32>) -> tensor<*xi32> return }
// -----
func.func @f(%a: tensor<*xf32>) { %0 = "arith.fptoui"(%a) : (tensor<*xf32>) -> tensor<*xi32> return }
// -----
func.func @f(%a: tensor<4xf16>) { %0 = "arith.extf"(%a) : (tensor<4xf16>) -> tensor<5xf32> return }
// -----
func.func @f(%a: tensor<4xi16>) { %0 = "arith.extsi"(%a) : (tensor<4xi16>) -> tensor<4x1xi32> return }
// -----
func.func @f(%a: index) { %0 = "arith.extsi"(%a) : (index) -> i128 return }
// -----
func.func @f(%a: index) { %0 = arith.sitofp %a : index to f32 return }
// -----
func.func @f(%a: f32) { %0 = arith.fptosi %a : f32 to index return }
// -----
func.func @f(%a: i32) { %0 = arith.index_cast %a : i32 to i64 return }
// -----
func.func @f(%a: index) { %0 = arith.index_cast %a : index to index return }
// -----
func.func @f(%a: tensor<4xindex>) { %0 = arith.index_cast %a : tensor<4xindex> to tensor<5xi32> return }
// -----
func.func @f(%a: i32) { %0 = arith.bitcast %a : i32 to i64 return }
// -----
func.func @f(%a: i32) { %0 = arith.bitcast %a : i32 to index return }
// -----
func.func @f(%a: tensor<2xi32>) { %0 = arith.bitcast %a : tensor<2xi32> to tensor<3xf32> return }
// -----
func.func @f(%a: tuple<i32>) { %0 = arith.bitcast %a : tuple<i32> to tuple<i32> return }
// -----
module attributes {foo} { }
// -----
"func.return"() : () -> ()
// -----
"t.x"() ({ func.return }) : () -> ()
// -----
func.func @f() { "t.x"() ({ func.return }) : () -> () return }
// -----
func.func @f() { func.func @g() { return } return }
// -----
func.func private @f() attributes {sym_visibility = "foo"}
// -----
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "foo"}> ({}) : () -> ()
// -----
"builtin.module"() ({ ^bb0(%a: i32): }) : () -> ()
// -----
"builtin.module"() ({ ^bb0: "t.x"() : () -> () ^bb1: "t.x"() : () -> () }) : () -> ()
// -----
"builtin.module"() ({}) : () -> ()
// -----
func.func private @g(i32) -> i32
func.func @f() { %0 = func.constant @g : () -> () return }
// -----
func.func @f() { %0 = func.constant @g : (i32) -> i32 return }
// -----
"t.x"() {a = #arith.foo} : () -> ()
// -----
"t.x"() {a = #arith.fastmath<foo>} : () -> ()
// -----
"t.x"() {a = #arith.overflow<foo>} : () -> ()
// -----
"t.x"() {a = #arith.rounding_mode<upward>} : () -> ()
// -----
"t.x"() {a = #arith.denormal_mode<ieee>} : () -> ()
// -----
"t.x"() {a = !arith.foo} : () -> ()
// -----
"t.x"() {a = !func.foo} : () -> ()
// -----
"t.x"() {a = #func.foo} : () -> ()
// -----
"t.x"() {a = #cf.foo} : () -> ()
// -----
"t.x"() {a = !cf<"foo">} : () -> ()
// -----
"t.x"() {a = !builtin.foo} : () -> ()
// -----
"t.x"() {a = #builtin.foo} : () -> ()
// -----
"t.x"() {a = !builtin.f32} : () -> ()
// -----
func.func @f(%c: i1) { "cf.cond_br"(%c)[^a, ^b] <{branch_weights = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a: return
^b: return }
// -----
func.func @f(%c: i1) { "cf.cond_br"(%c)[^a, ^b] <{branch_weights = dense<1> : tensor<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a: return
^b: return }
// -----
func.func @f(%c: i1) { "cf.cond_br"(%c)[^a, ^b] <{branch_weights = "x", operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a: return
^b: return }
// -----
func.func @f(%c: i1) { cf.cond_br %c weights([1, 2, 3]), ^a, ^b
^a: return
^b: return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a foo : f32 to bf16 return }
// -----
func.func @f(%a: f32) { %0 = "arith.truncf"(%a) <{roundingmode = 9 : i32}> : (f32) -> bf16 return }
// -----
func.func @f(%a: f32) { %0 = "arith.truncf"(%a) <{roundingmode = "x"}> : (f32) -> bf16 return }
// -----
func.func @f(%a: f32) { %0 = "arith.addf"(%a, %a) <{fastmath = "x"}> : (f32, f32) -> f32 return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32 return }
// -----
func.func @f(%a: i32) { %0 = arith.cmpi foo, %a, %a : i32 return }
// -----
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) <{predicate = 11 : i64}> : (i32, i32) -> i1 return }
// -----
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) <{predicate = "slt"}> : (i32, i32) -> i1 return }
// -----
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) <{predicate = 2 : i32}> : (i32, i32) -> i1 return }
// -----
func.func @f(%a: f32) { %0 = "arith.cmpf"(%a, %a) <{predicate = 16 : i64}> : (f32, f32) -> i1 return }
// -----
func.func @f(%a: tensor<4xi32>) { %0, %1 = arith.addui_extended %a, %a : tensor<4xi32>, i1 return }
// -----
"arith.foo"() : () -> ()
// -----
"func.foo"() : () -> ()
// -----
"builtin.foo"() : () -> ()
// -----
"cf.foo"() : () -> ()
// -----
func.func @f(%a: i32) { %0 = arith.constant dense<[1,2,3,4]> : vector<[4]xi32> return }
// -----
func.func @f(%a: i32) { %0 = "arith.constant"() <{value = "x"}> : () -> i32 return }
// -----
func.func @f(%a: i32) { %0 = "arith.constant"() <{value = 1 : si32}> : () -> si32 return }
// -----
func.func @f(%a: i32) { %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64 return }
// -----
func.func @f(%a: i32) { %0 = "arith.constant"() <{value = unit}> : () -> none return }
// -----
func.func @f(%a: i32) { %0 = "arith.constant"() <{value = [1 : i32]}> : () -> tensor<1xi32> return }
// -----
func.func @f(%c: tensor<3xi1>, %a: tensor<4xi32>) { %0 = "arith.select"(%c, %a, %a) : (tensor<3xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32> return }
// -----
func.func @f(%c: vector<4xi1>, %a: tensor<4xi32>) { %0 = "arith.select"(%c, %a, %a) : (vector<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32> return }
// -----
func.func @f(%a: memref<4xi32>) { %0 = arith.addi %a, %a : memref<4xi32> return }
// -----
func.func @f(%a: ui32) { %0 = arith.addi %a, %a : ui32 return }
// -----
func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) { %0 = "arith.addf"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32> return }
// -----
func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) { %0 = "arith.cmpf"(%a, %b) <{predicate = 1 : i64}> : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xi1> return }
// -----
func.func @f(i32) { return }
// -----
func.func private @f(i32, ...)
// -----
func.func @f(%a: i32, %a: i32) { return }
// -----
func.func @f() { cf.assert %c, "x" return }
// -----
func.func @f(%c: i1) { "cf.assert"(%c) : (i1) -> () return }
// -----
func.func @f(%c: index) { cf.switch %c : index, [ default: ^a, 1: ^b ]
^a: return
^b: return }
// -----
func.func @f(%c: i32) { call_indirect %c() : () -> () return }
// -----
func.func @f(%c: (i32) -> ()) { "func.call_indirect"(%c) : ((i32) -> ()) -> () return }
// -----
"builtin.unrealized_conversion_cast"() : () -> ()
// -----
module { func.func @a() { module {} return } }
// -----
module @a {} module @a {}
// -----
module attributes {test.x = dense<1> : tensor<2xi32>, "a b" = 1} {}
// -----
"func.func"() <{function_type = i32, sym_name = "f"}> ({ ^bb0: func.return }) : () -> ()
// -----
"t.x"() {a = #arith.fastmath<>} : () -> ()
// -----
"t.x"() {a = #arith.fastmath} : () -> ()
// -----
"t.x"() {a = #arith<"foo">} : () -> ()
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi32>) { 
%2 = "arith.extf"(%a) : (tensor<*xf32>) -> tensor<*xf64>
return }
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi32>) { 
%2 = "arith.sitofp"(%b) : (tensor<*xi32>) -> tensor<4xf64>
return }
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xindex>) { 
%2 = "arith.index_cast"(%b) : (tensor<*xindex>) -> tensor<*xi32>
return }
// -----
func.func @f(%a: vector<[4]xf32>) { %2 = "arith.bitcast"(%a) : (vector<[4]xf32>) -> vector<4xi32> return }
// -----
func.func @f(%a: vector<4xf32>) { %2 = "arith.bitcast"(%a) : (vector<4xf32>) -> tensor<4xi32> return }
// -----
func.func @f(%a: memref<4xf32>) { %2 = "arith.bitcast"(%a) : (memref<4xf32>) -> memref<5xi32> return }
// -----
func.func @f(%a: memref<4xindex>) { %2 = "arith.index_cast"(%a) : (memref<4xindex>) -> memref<5xi32> return }
// -----
func.func @f(%a: vector<[4]xi32>) { %2 = "arith.sitofp"(%a) : (vector<[4]xi32>) -> vector<4xf32> return }
// -----
func.func @f(%a: tensor<4xf32, "enc">) { %2 = "arith.truncf"(%a) : (tensor<4xf32, "enc">) -> tensor<4xf16> return }
// -----
func.func @f(%a: tensor<4xf32, "enc">) { %2 = "arith.fptosi"(%a) : (tensor<4xf32, "enc">) -> tensor<4xi16> return }
// -----
"builtin.module"() ({ }) : () -> ()
// -----
"builtin.module"() ({ ^bb0: }) {foo} : () -> ()
// -----
"builtin.module"() <{sym_name = "a", sym_visibility = "foo"}> ({ ^bb0: }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f", arg_attrs = [{a = 1}]}> ({ ^bb0: func.return }) : () -> ()
// -----
func.func @f(%a: () -> ()) -> i32 { %0 = call_indirect %a() : () -> i32 return %0 : i32 }
// -----
func.func @f(%a: () -> ()) -> i32 { %0 = "func.call_indirect"(%a) : (() -> ()) -> i32 return %0 : i32 }
// -----
func.func @f(%a: i32) { "func.call_indirect"(%a) : (i32) -> () return }
// -----
module @g {}
func.func @f() { %0 = func.constant @g : () -> () return }
// -----
func.func @f() { %0 = func.constant @f : i32 return }
// -----
func.func @f() { %0 = module {} return }
// -----
func.func @f() { "t.x"() ({ module {} }) : () -> () return }
// -----
module { func @f() { return } }
// -----
"t.x"() ({ call @f() : () -> () }) : () -> ()
// -----
func.func @f(%a: tensor<4xf32, "enc">) { %2 = "arith.bitcast"(%a) : (tensor<4xf32, "enc">) -> tensor<4xi32> return }
// -----
func.func @f(%a: tensor<4xindex, "enc">) { %2 = "arith.index_cast"(%a) : (tensor<4xindex, "enc">) -> tensor<4xi32> return }
// -----
func.func @f(%a: memref<4xindex>) { %2 = "arith.index_cast"(%a) : (memref<4xindex>) -> memref<*xi32> return }
// -----
func.func @f(%a: memref<*xindex>) { %2 = "arith.index_cast"(%a) : (memref<*xindex>) -> memref<*xi32> return }
// -----
func.func @f(%a: memref<4xui32>) { %2 = "arith.bitcast"(%a) : (memref<4xui32>) -> memref<4xf32> return }
// -----
func.func @f(%a: memref<4xf32>) { %2 = "arith.bitcast"(%a) : (memref<4xf32>) -> memref<*xf32> return }
// -----
func.func @f(%a: memref<4xindex>) { %2 = "arith.index_cast"(%a) : (memref<4xindex>) -> i32 return }
// -----
func.func @f(%a: vector<4xindex>) { %2 = "arith.index_cast"(%a) : (vector<4xindex>) -> i32 return }
// -----
func.func @f(%a: vector<4xi8>) { %2 = "arith.bitcast"(%a) : (vector<4xi8>) -> i32 return }
// -----
func.func @f(%a: vector<4xi8>) { %2 = "arith.bitcast"(%a) : (vector<4xi8>) -> memref<4xi8> return }
// -----
func.func @f(%a: vector<4xi8>) { %2 = "arith.extui"(%a) : (vector<4xi8>) -> i32 return }
// -----
func.func @f(%a: vector<4xi32>) { %0:2 = "arith.addui_extended"(%a, %a) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, i1) return }
// -----
func.func @f(%a: tensor<?xi32>) { %0:2 = "arith.addui_extended"(%a, %a) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<4xi32>, tensor<4xi1>) return }
// -----
func.func @f(%a: i32, %b: i64) { %0:2 = "arith.mulsi_extended"(%a, %a) : (i32, i32) -> (i64, i32) return }
// -----
func.func @f(%a: f32) { %2 = "arith.truncf"(%a) <{roundingmode = 5 : i32}> : (f32) -> f16 return }
// -----
func.func @f(%a: f32) { %2 = "arith.truncf"(%a) <{roundingmode = 4 : i64}> : (f32) -> f16 return }
// -----
func.func @f() { return loc(#non) }
#non = true
// -----
"t.op"() : () -> () loc(#a)
#a = loc("x":1:2)
#a = loc("y":1:2)
// -----
module { func.func private @outer() module @inner { func.func @f() { func.call @outer() : () -> () return } } }
