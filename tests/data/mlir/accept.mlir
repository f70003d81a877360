// Each chunk is accepted by mlir-opt 22.1.8 with --allow-unregistered-dialect; accept.out.mlir holds what it prints.
"t.types"() {a = i1, b = si7, c = ui64, d = index, e = none, f = f16, g = bf16, h = tf32, i = f80, j = f128, k = complex<f32>, l = tuple<>, m = tuple<i32, tuple<f32>>} : () -> ()
// -----
"t.types"() {a = f8E5M2, b = f8E4M3, c = f8E4M3FN, d = f8E5M2FNUZ, e = f8E4M3FNUZ, f = f8E4M3B11FNUZ, g = f8E3M4, h = f4E2M1FN, i = f6E2M3FN, j = f6E3M2FN, k = f8E8M0FNU} : () -> ()
// -----
"t.types"() {a = tensor<f32>, b = tensor<4x?x8xi8>, c = tensor<*xf32>, d = tensor<0x4xf32>, e = tensor<4xf32, "enc">, f = tensor<4x!foo.bar>, g = tensor<2xvector<4xf32>>, h = tensor<4xcomplex<i8>>} : () -> ()
// -----
"t.types"() {a = vector<4xf32>, b = vector<[4]xf32>, c = vector<2x[4]x8xi1>, d = vector<f32>, e = vector<3xindex>} : () -> ()
// -----
"t.types"() {a = memref<4xf32>, b = memref<?x4xf32, strided<[4, 1], offset: ?>>, c = memref<*xf32, 3>, d = memref<4xf32, 1 : i32>, e = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, f = memref<4xf32, 0>, g = memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>, h = memref<2xmemref<4xf32>>, i = memref<4xf32, "space">} : () -> ()
// -----
"t.types"() {a = () -> (), b = (i32) -> i32, c = (i32, f32) -> (i32, f32), d = () -> (() -> ()), e = ((i32) -> i32) -> i32} : () -> ()
// -----
"t.types"() {a = !foo.bar, b = !foo.bar<i32, [1, 2], "x > y", {a -> b}>, c = !foo<baz>, d = !foo<"a b">, e = !foo.x<a<b<c>>>} : () -> ()
// -----
!t = tensor<4xf32>
!u = tuple<!t, i32>
%0 = "t.def"() : () -> !u
"t.use"(%0) {a = !t} : (!u) -> ()
// -----
#a = 5 : i8
#b = [#a, #a]
"t.x"() {a = #a, b = #b} : () -> ()
// -----
"t.ints"() {a = 1, b = -1, c = 0x10, d = 255 : i8, e = -128 : i8, f = 18446744073709551615 : ui64, g = 5 : index, h = -5 : si32, i = true, j = false, k = 1 : i1, l = 170141183460469231731687303715884105727 : i128, m = 0 : i0} : () -> ()
// -----
"t.floats"() {a = 1.0, b = 0.1 : f32, c = 0.333333333 : f32, d = 1.0e-4 : f32, e = 16777216.0 : f32, f = 1234567.0 : f32, g = 105614.82 : f32, h = -0.00074075890 : f32, i = 1.0e30 : f32, j = 3.40282347E+38 : f32, k = 1.0e-45 : f32} : () -> ()
// -----
"t.floats"() {a = 0.1 : f16, b = 65504.0 : f16, c = 1.0e-7 : f16, d = 0.1 : bf16, e = 3.0e38 : bf16, f = 0.1 : f64, g = 1.23456789012345678, h = 1.0e300, i = 5.0e-324, j = 123456789.0, k = 0.001, l = 0.00012345678901 : f64} : () -> ()
// -----
"t.floats"() {a = 0x7F800000 : f32, b = 0xFF800000 : f32, c = 0x7FC00000 : f32, d = 0x7E00 : f16, e = 0x7FF0000000000000 : f64, f = 0x80000000 : f32, g = 0x3F800000 : f32, h = 0x7F : f8E4M3FN, i = 0x80 : f8E4M3FNUZ} : () -> ()
// -----
"t.floats"() {a = 0.1 : f8E5M2, b = 300.0 : f8E4M3FN, c = 0.1 : f8E4M3FN, d = 1.0e9 : f8E5M2, e = 0.1 : f8E3M4, f = 3.0 : f4E2M1FN, g = 1.1 : f6E2M3FN, h = 7.0 : f6E3M2FN, i = 4.0 : f8E8M0FNU, j = 1.1 : tf32, k = 1.1 : f80, l = 1.1 : f128, m = 0.5 : f80, n = 1.015625 : f16} : () -> ()
// -----
"t.strings"() {a = "x", b = "a\22b", c = "\\", d = "\n\t", e = "\C3\A9", f = "é", g = "" , h = "x" : i32, "quoted key" = "y", "i32" = 1 : i8} : () -> ()
// -----
"t.syms"() {a = @foo, b = @foo::@bar::@"b z", c = @"1x", d = @"é"} : () -> ()
// -----
"t.arrays"() {a = [], b = [1, "x", unit, [true]], c = {}, d = {a, b = {c = 1 : i8}}, e = array<i32>, f = array<i8: 1, -2>, g = array<i1: true, false>, h = array<f32: 1.0, 0.1>, i = array<i64: 9223372036854775807>, j = array<f64: 2.5>, k = array<i16: 3>} : () -> ()
// -----
"t.dense"() {a = dense<1> : tensor<2xi32>, b = dense<[1, 2]> : tensor<2xi32>, c = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>, d = dense<[1, 1]> : tensor<2xi8>, e = dense<> : tensor<0xi32>, f = dense<5> : tensor<i32>, g = dense<[]> : tensor<0xf32>, h = dense<-3> : vector<4xi8>, i = dense<[[[1]]]> : tensor<1x1x1xi16>} : () -> ()
// -----
"t.dense"() {a = dense<true> : tensor<i1>, b = dense<[true, false]> : tensor<2xi1>, c = dense<(1.0, 2.0)> : tensor<complex<f32>>, d = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>, e = dense<"a"> : tensor<2x!foo.str>, f = dense<["a", "b>\22"]> : tensor<2x!foo.str>, g = dense<[1, 2]> : tensor<2xindex>, h = dense<[0x7F800000, 1.0]> : tensor<2xf32>, i = dense<[255, -1]> : tensor<2xi8>, j = dense<255> : tensor<ui8>} : () -> ()
// -----
"t.dense"() {a = dense<"0x0100000002000000"> : tensor<2xi32>, b = dense<"0x05"> : tensor<3xi1>, c = dense<"0xFF"> : tensor<100xi1>, d = dense<"0x01000000"> : tensor<5xi32>, e = dense<"0x0000803F00000040"> : tensor<2xf32>, f = dense<"0x00"> : tensor<4xi1>} : () -> ()
// -----
"t.big"() {a = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101]> : tensor<101xi16>} : () -> ()
// -----
"t.sparse"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>} : () -> ()
// -----
"t.opaque"() {a = #foo.bar, b = #foo<bar>, c = #foo<"a b">, d = #foo.x<1, "y>">, e = #foo.z : i32, f = #foo<a + b>} : () -> ()
// -----
"t.affine"() {a = affine_map<(d0) -> (d0)>, b = affine_map<(i, j)[n] -> (i + n, j * 2, j floordiv 3)>, c = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>, d = affine_map<() -> ()>, e = affine_map<() -> (1)>, f = affine_map<(d0)->(d0 mod 4, d0 ceildiv 2)>} : () -> ()
// -----
"t.strided"() {a = strided<[1]>, b = strided<[], offset: 3>, c = strided<[?, 1], offset: ?>, d = strided<[4, 1], offset: 0>} : () -> ()
// -----
"t.distinct"() {a = distinct[7]<"x">, b = distinct[7]<"x">, c = distinct[8]<>, d = distinct[2]<unit>} : () -> ()
// -----
"t.loc"() {a = loc("f":1:2), b = loc(unknown), c = loc("n"("f":3:4)), d = loc(callsite("a" at "b")), e = loc(fused["a", "b"]), f = loc(fused<"m">["a"])} : () -> () loc("g":5:6)
// -----
"t.props"() <{a = 1 : i32}> {b = 2 : i32} : () -> ()
"t.props"() <[1 : i32]> : () -> ()
"t.props"() <{}> : () -> ()
"t.props"() <5 : i8> {} : () -> ()
// -----
%a, %b:2 = "t.r"() : () -> (i32, i32, i32)
%c:3 = "t.r"(%a, %b#0, %b#1) : (i32, i32, i32) -> (i32, i32, i32)
"t.u"(%c#2, %c) : (i32, i32) -> ()
// -----
"t.graph"() ({
  %0 = "t.a"(%1) : (i32) -> i32
  %1 = "t.b"(%0) : (i32) -> i32
}) : () -> ()
// -----
"t.cfg"() ({
^entry(%x: i32):
  "t.br"(%x)[^next, ^last] : (i32) -> ()
^next:
  %0 = "t.c"() : () -> i32
  "t.br"(%0)[^last] : (i32) -> ()
^last:
  "t.end"() : () -> ()
}) : () -> ()
// -----
"t.regions"() ({}, {
}, {
  "t.x"() : () -> ()
}) {a} : () -> ()
// -----
"t.args"() ({
^bb0(%a: i32 loc("x"), %b: f32):
  "t.inner"() ({
  ^bb0(%c: i32):
    "t.use"(%a, %b, %c) : (i32, f32, i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
module {
}
// -----
module @m attributes {a.b = 1 : i32} {
  module @inner {}
}
// -----
"builtin.module"() ({
^bb0:
}) {a.b} : () -> ()
// -----
func.func @f(%arg: i32) -> i32 {
  return %arg : i32
}
// -----
func.func private @g(i32, f32 {x.y = 1 : i32}) -> (i32 {x.z}) attributes {a.k}
// -----
func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^a(%a : i32), ^b
^a(%x: i32):
  cf.br ^c(%x : i32)
^b:
  %y = arith.constant 3 : i32
  cf.br ^c(%y : i32)
^c(%z: i32):
  %r = call @f(%c, %z) : (i1, i32) -> i32
  return %r : i32
}
// -----
func.func @a(%x: i32, %y: i32, %f: f32, %v: vector<4xi32>) {
  %0 = arith.addi %x, %y overflow<nsw> : i32
  %1 = arith.cmpi slt, %0, %y : i32
  %2 = arith.select %1, %x, %y : i32
  %3 = arith.mulf %f, %f fastmath<fast> : f32
  %4 = arith.cmpi eq, %v, %v : vector<4xi32>
  %5 = arith.select %4, %v, %v : vector<4xi1>, vector<4xi32>
  %6 = arith.extsi %x : i32 to i64
  %7 = arith.constant dense<1> : tensor<4xi8>
  %8 = arith.constant true
  %9 = arith.sitofp %x : i32 to f32
  %10 = arith.index_cast %x : i32 to index
  cf.assert %8, "no \22way\22"
  return
}
// -----
// Only a comment.
// -----
"t.x"() : () -> () // trailing
"t.res"() {a = dense_resource<k> : tensor<2xi32>} : () -> ()
{-#
  dialect_resources: { builtin: { k: "0x0400000001000000", unused: "0x0400000002000000" } },
  external_resources: { mlir_reproducer: { pipeline: "x", verify: true } }
#-}
// -----
"t.late"() : () -> () loc(#l)
#l = loc("f":1:2)
// -----
%0:2 = "t.r"() : () -> (i32, f32)
"t.iso"() ({
  %1 = "t.y"(%0#1) : (f32) -> f32
}) : () -> ()
// -----
%x = "t.unused"() {value = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>} : () -> i32
// -----
%0 = builtin.unrealized_conversion_cast to i32
%1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, i8
// -----
"t.x"() {a = dense<1> : memref<4xi32>} : () -> ()
// -----
func.func @f() {
  "t.x"() : () -> ()
}
// -----
// Affine expressions are simplified while they are built.
"t.affine"() {
  a = affine_map<(x, y) -> (y + x, y + 2 + x, 3 + y * 2 * 4 - 1, (x - x) * 7)>,
  b = affine_map<(x)[m, n] -> (n + m, n * m, x * n * 3 * m, -(x + n))>,
  c = affine_map<(x, y) -> (x * 96 floordiv 32, (x * 6 + y) floordiv 3, (x * 8 + 5) floordiv 4, x * 15 ceildiv 5)>,
  d = affine_map<(x, y)[m] -> (x * 24 mod 8, (x * 4 + y) mod 4, (y + x * 6) mod 3, (x mod 12) mod 3, y mod 1)>,
  e = affine_map<(x)[m] -> (x - x floordiv 8 * 8, x - x floordiv m * m, 5 + x - (x floordiv 3) * 3)>,
  f = affine_map<(x, y) -> (x + y + (y + x), (x + 1) - (x + 1), x - (y - 2) * 5, -7 floordiv 2, -7 mod 4, -7 ceildiv 2)>,
  g = affine_map<(x)[m] -> ((-m) floordiv 3, x floordiv -2, x mod -3, x floordiv 0, 6 floordiv m)>
} : () -> ()
// -----
"t.sets"() {a = affine_set<(x)[m] : (x <= m, x >= 3, x == m * 2, 4 >= x mod 3)>, b = affine_set<(x, y) : (x * 6 floordiv 3 == y)>} : () -> ()
// -----
func.func private @layouts(memref<3x4xf32, affine_map<(i, j)[s] -> (i, j)>>, memref<3x4xf32, affine_map<(i, j)[s] -> (j, i)>, 2>)
// -----
"t.sparse"() {
  a = sparse<[[0, 1], [2, 3]], [1.5, -2.0]> : tensor<3x4xf32>,
  b = sparse<[[1, 1]], [7]> : tensor<3x4xi8>,
  c = sparse<0, 9> : vector<4xi32>,
  d = sparse<[3], -1> : tensor<4xi64>,
  e = sparse<> : tensor<2x2xf16>,
  f = sparse<[[2,2,0], [1,0,1]], 0x7FC0> : tensor<3x3x2xbf16>,
  g = sparse<[[0], [1]], ["p", "q\22"]> : tensor<2x!t.str>
} : () -> ()
// -----
func.func @switch(%flag: i32, %a: i64, %b: f32) -> i64 {
  cf.switch %flag : i32, [
    default: ^last(%a : i64),
    -1: ^other(%b, %a : f32, i64),
    7: ^last(%a : i64),
    7000: ^none
  ] {t.k = 1 : i8}
^other(%x: f32, %y: i64):
  cf.br ^last(%y : i64)
^none:
  cf.switch %flag : i32, [default: ^last(%a : i64)]
^last(%r: i64):
  return %r : i64
}
// -----
"q.quoted \22op\22 \\ \C3\A9"() : () -> ()
"t.tab\09"() ({ "t.\6Eested"() : () -> () }) : () -> ()
// -----
func.func @labelled(i32, f32) -> i32 {
^entry(%x: i32, %y: f32):
  return %x : i32
}
func.func @only_label() {
^bb7():
  return
}
// -----
func.func private @attrs(i8, i8) -> i8 attributes {arg_attrs = [{t.a}, {}], res_attrs = [{t.b = 2 : i8}]}
// -----
"t.arrays"() {a = array<ui8: 200>, b = array<si16: -3>, c = array<ui48: 281474976710655>, d = array<i0: 0>, e = array<si24>} : () -> ()
// -----
"t.overflow"() {a = 1.0e400, b = -2.5e999 : f32, c = 1.0e400 : bf16, d = 1.0e400 : f80, e = dense<-1.0e400> : tensor<2xf64>, f = 1.0e400 : f8E5M2, g = 3.0e20 : f8E4M3FN} : () -> ()
// -----
func.func @select(%c: vector<3xi1>, %a: vector<3xf32>, %d: tensor<?xi1>, %b: tensor<?xi8>, %e: i1, %t: tensor<2xi4>) {
  %0 = arith.select %c, %a, %a : vector<3xi1>, vector<3xf32>
  %1 = arith.select %d, %b, %b : tensor<?xi1>, tensor<?xi8>
  %2 = arith.select %e, %t, %t : tensor<2xi4>
  return
}
// -----
// Aliases: by nesting, types first, then by name, else as they are met.
"t.outer"() ({
  "t.inner"() {m = affine_map<(a) -> (a * 3)>, s = affine_set<(a) : (a == 5)>} : () -> ()
}) {d = distinct[4]<affine_map<(a) -> (a + 9)>>, m = affine_map<(a) -> (a + 9)>, l = [loc("x"("y")), loc(fused<loc("meta")>["z"])], t = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>} : () -> ()
// -----
"t.fused"() {a = loc(fused<loc("inner")>["f":1:2]), b = loc(callsite("a" at callsite("b" at "f":3:4)))} : () -> ()
// -----
#later = distinct[0x10]<"hex">
"t.ids"() {a = #later, b = distinct[16]<"hex">} : () -> ()
// -----
module @outer {
  module @inner {
    func.func nested @f()
  }
  "t.use"() {s = @inner::@f} : () -> ()
}
// -----
"t.resource"() {a = dense_resource<"odd \22key\22"> : tensor<1xi16>} : () -> ()
{-#
  dialect_resources: {builtin: {"odd \22key\22": "0x020000000700"}},
  external_resources: {tool: {note: "say \"hi\"\n", flag: false}}
#-}
// -----
func.func @f(%a: memref<4xindex>) { %0 = arith.index_cast %a : memref<4xindex> to memref<4xi32> return }
// -----
func.func @f(%a: index) { %0 = arith.index_castui %a : index to i8 return }
// -----
func.func @f(%a: i32) { %0 = arith.bitcast %a : i32 to f32 return }
// -----
func.func @f(%a: f32) attributes {foo} { return }
// -----
module attributes {foo.bar} { }
// -----
module attributes {sym_visibility = "private"} { }
// -----
func.func @f() { "t.x"() ({ func.func @g() { return } }) : () -> () return }
// -----
func.func private @g(i32) -> i32
func.func @f() { %0 = func.constant @g : (i32) -> i32 return }
// -----
"t.x"() {a = #arith.fastmath<none>} : () -> ()
// -----
"t.x"() {a = #arith.fastmath<nnan,contract>} : () -> ()
// -----
"t.x"() {a = #arith<fastmath<none>>} : () -> ()
// -----
"t.x"() {a = #arith.overflow<nsw, nuw>} : () -> ()
// -----
func.func @f(%c: i1) { cf.cond_br %c weights([1, 2]), ^a, ^b
^a: return
^b: return }
// -----
func.func @f(%c: i1) { "cf.cond_br"(%c)[^a, ^b] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a: return
^b: return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a to_nearest_even : f32 to bf16 return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a toward_zero fastmath<fast> : f32 to bf16 return }
// -----
func.func @f(%a: f32) { %0 = "arith.truncf"(%a) <{roundingmode = 3 : i32}> : (f32) -> bf16 return }
// -----
func.func @f(%a: i32) { %0 = arith.cmpi "slt", %a, %a : i32 return }
// -----
func.func @f(%a: f32) { %0 = arith.cmpf "oeq", %a, %a : f32 return }
// -----
func.func @f(%a: i32) { %0, %1 = arith.addui_extended %a, %a : i32, i1 return }
// -----
func.func @f(%a: tensor<4xi32>) { %0, %1 = arith.addui_extended %a, %a : tensor<4xi32>, tensor<4xi1> return }
// -----
func.func @f(%a: i32) { %0, %1 = arith.mulsi_extended %a, %a : i32 return }
// -----
func.func @f(%a: i32) { %0, %1 = arith.mului_extended %a, %a : i32 return }
// -----
func.func @f(%a: index) { %0, %1 = arith.mului_extended %a, %a : index return }
// -----
func.func @f(%a: i32) { %0 = arith.constant dense<1> : vector<4xi32> return }
// -----
func.func @f(%a: i32) { %0 = arith.constant dense<1> : vector<[4]xi32> return }
// -----
func.func @f(%c: i1, %a: tensor<4xi32>) { %0 = "arith.select"(%c, %a, %a) : (i1, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32> return }
// -----
func.func @f(%a: tensor<*xf32>) { %0 = arith.addf %a, %a : tensor<*xf32> return }
// -----
func.func @f(%a: i32) { %0 = "arith.addi"(%a, %a) {overflowFlags = #arith.overflow<nsw>} : (i32, i32) -> i32 return }
// -----
func.func @f() { func.call @f() {arg_attrs = [{}]} : () -> () return }
// -----
func.func private @f(%a: i32)
// -----
func.func nested @f() { return }
// -----
func.func public @f() { return }
// -----
func.func @f(%c: i1) { cf.assert %c, "x" return }
// -----
func.func @f(%c: i32) { cf.switch %c : i32, [ default: ^a, 1: ^a, 1: ^b ]
^a: return
^b: return }
// -----
func.func @f(%c: () -> ()) { call_indirect %c() : () -> () return }
// -----
%0 = "builtin.unrealized_conversion_cast"() : () -> i32
// -----
module @a { module @a {} }
// -----
"func.func"() ({ ^bb0: func.return }) {function_type = () -> (), sym_name = "f"} : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = ""}> ({ ^bb0: func.return }) : () -> ()
// -----
"t.x"() {a = #arith.fastmath<contract,  nnan>, b = #arith.fastmath<fast>, c = #arith.fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn>, d = #arith.overflow<nuw,nsw>, e = #arith.fastmath<none,nnan>, f=#arith.fastmath<nnan,nnan>, g = #arith<fastmath<none>>, h = #arith<fastmath <nnan >>} : () -> ()
func.func @f(%a: f32, %c: i1) { %0 = arith.truncf %a to_nearest_even : f32 to bf16  
%1 = arith.truncf %a toward_zero fastmath<fast> : f32 to bf16
%x = arith.addf %a, %a fastmath<contract, nnan> : f32
%y = arith.extf %a fastmath<none> : f32 to f64
 cf.cond_br %c weights([1, 2]), ^a, ^b {foo}
^a: return
^b: return }
// -----
func.func @f(%a: f32, %c: i1) { %y = "arith.extf"(%a) <{fastmath = #arith.fastmath<none>}>: (f32) -> f64 
%z = "arith.truncf"(%a) : (f32) -> f16
%w = "arith.extf"(%a): (f32) -> f64 
return }
// -----
"t.x"() {a = #arith.fastmath<none> : i32} : () -> ()
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi32>) { 
%1 = "arith.addi"(%b, %b) <{overflowFlags = #arith.overflow<none>}> : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
return }
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi32>) { 
%2 = "arith.cmpi"(%b, %b) <{predicate = 1 : i64}> : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi1>
return }
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xi1>) { 
%2 = "arith.select"(%b, %a, %a) : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
return }
// -----
func.func @f(%a: vector<4xf32>) { %2 = "arith.bitcast"(%a) : (vector<4xf32>) -> vector<4xi32> return }
// -----
func.func @f(%a: memref<4xf32>) { %2 = "arith.bitcast"(%a) : (memref<4xf32>) -> memref<4xi32> return }
// -----
func.func @f(%a: memref<4xf32>) { %2 = "arith.bitcast"(%a) : (memref<4xf32>) -> memref<?xi32> return }
// -----
func.func @f(%a: memref<4xindex>) { %2 = "arith.index_cast"(%a) : (memref<4xindex>) -> memref<4xi32, 3> return }
// -----
func.func @f(%a: f8E4M3FN) { %2 = "arith.extf"(%a) : (f8E4M3FN) -> f16 return }
// -----
func.func @f(%a: f32) { %2 = "arith.truncf"(%a) : (f32) -> tf32 return }
// -----
func.func @f(%a: tf32) { %2 = "arith.extf"(%a) : (tf32) -> f32 return }
// -----
func.func @f(%a: i1) { %2 = "arith.uitofp"(%a) : (i1) -> f32 return }
// -----
func.func @f(%c: i1) { cf.cond_br %c weights([]), ^a, ^b
^a: return
^b: return }
// -----
func.func @f(%c: i1) { cf.cond_br %c weights([-1, 2]), ^a, ^b
^a: return
^b: return }
// -----
"builtin.module"() <{sym_name = "a", sym_visibility = "public"}> ({ ^bb0: }) : () -> ()
// -----
func.func private @f(i32 {builtin.x = 1})
// -----
func.func private @f(i32 {func.x = 1})
// -----
func.func private @f(i32 {"a b.c" = 1})
// -----
func.func @f() attributes {func.x = 1} { return }
// -----
func.func @f() { "func.return"() {func.x = 1} : () -> () }
// -----
func.func @f() { "func.return"() {arith.x = 1, cf.foo} : () -> () }
// -----
func.func private @f(i32) attributes {arg_attrs = [{foo.x}]}
// -----
func.func @f() { builtin.module {} return }
// -----
"t.x"() ({ module {} }) : () -> ()
// -----
func.func @f() { call @f() : () -> () func.call @f() : () -> () return }
// -----
func.func @f(%a: memref<4xindex>) { %2 = "arith.index_cast"(%a) : (memref<4xindex>) -> memref<?xi32> return }
// -----
func.func @f(%a: i32) { %0, %1 = arith.addui_extended %a, %a : i32, i1 return }
// -----
func.func @f(%a: index) { %0, %1 = arith.addui_extended %a, %a : index, i1 return }
// -----
func.func @f(%a: tensor<4xi32>) { %0:2 = "arith.mului_extended"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) return }
// -----
func.func @f(%a: f32) { %2 = "arith.truncf"(%a) <{roundingmode = 4 : i32}> : (f32) -> f16 return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a to_nearest_away : f32 to bf16 return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a upward : f32 to bf16 return }
// -----
func.func @f(%a: f32) { %0 = arith.truncf %a downward : f32 to bf16 return }
// -----
func.func @f(%a: f32) { %0 = arith.cmpf oeq, %a, %a fastmath<fast> : f32 return }
