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
