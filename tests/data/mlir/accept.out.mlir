"builtin.module"() ({
  "t.types"() {a = i1, b = si7, c = ui64, d = index, e = none, f = f16, g = bf16, h = tf32, i = f80, j = f128, k = complex<f32>, l = tuple<>, m = tuple<i32, tuple<f32>>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.types"() {a = f8E5M2, b = f8E4M3, c = f8E4M3FN, d = f8E5M2FNUZ, e = f8E4M3FNUZ, f = f8E4M3B11FNUZ, g = f8E3M4, h = f4E2M1FN, i = f6E2M3FN, j = f6E3M2FN, k = f8E8M0FNU} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.types"() {a = tensor<f32>, b = tensor<4x?x8xi8>, c = tensor<*xf32>, d = tensor<0x4xf32>, e = tensor<4xf32, "enc">, f = tensor<4x!foo.bar>, g = tensor<2xvector<4xf32>>, h = tensor<4xcomplex<i8>>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.types"() {a = vector<4xf32>, b = vector<[4]xf32>, c = vector<2x[4]x8xi1>, d = vector<f32>, e = vector<3xindex>} : () -> ()
}) : () -> ()
// -----
#map = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "t.types"() {a = memref<4xf32>, b = memref<?x4xf32, strided<[4, 1], offset: ?>>, c = memref<*xf32, 3>, d = memref<4xf32, 1 : i32>, e = memref<4x4xf32, #map>, f = memref<4xf32>, g = memref<4x4xf32>, h = memref<2xmemref<4xf32>>, i = memref<4xf32, "space">} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.types"() {a = () -> (), b = (i32) -> i32, c = (i32, f32) -> (i32, f32), d = () -> (() -> ()), e = ((i32) -> i32) -> i32} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.types"() {a = !foo.bar, b = !foo.bar<i32, [1, 2], "x > y", {a -> b}>, c = !foo.baz, d = !foo<"a b">, e = !foo.x<a<b<c>>>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  %0 = "t.def"() : () -> tuple<tensor<4xf32>, i32>
  "t.use"(%0) {a = tensor<4xf32>} : (tuple<tensor<4xf32>, i32>) -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = 5 : i8, b = [5 : i8, 5 : i8]} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.ints"() {a = 1 : i64, b = -1 : i64, c = 16 : i64, d = -1 : i8, e = -128 : i8, f = 18446744073709551615 : ui64, g = 5 : index, h = -5 : si32, i = true, j = false, k = true, l = 170141183460469231731687303715884105727 : i128, m = 0 : i0} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.floats"() {a = 1.000000e+00 : f64, b = 1.000000e-01 : f32, c = 0.333333343 : f32, d = 9.99999974E-5 : f32, e = 0x4B800000 : f32, f = 0x4996B438 : f32, g = 105614.82 : f32, h = -7.407589E-4 : f32, i = 1.000000e+30 : f32, j = 3.40282347E+38 : f32, k = 1.401300e-45 : f32} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.floats"() {a = 9.997550e-02 : f16, b = 6.550400e+04 : f16, c = 1.192090e-07 : f16, d = 1.000980e-01 : bf16, e = 3.004060e+38 : bf16, f = 1.000000e-01 : f64, g = 1.2345678901234567 : f64, h = 1.000000e+300 : f64, i = 4.940660e-324 : f64, j = 0x419D6F3454000000 : f64, k = 1.000000e-03 : f64, l = 1.2345678901E-4 : f64} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.floats"() {a = 0x7F800000 : f32, b = 0xFF800000 : f32, c = 0x7FC00000 : f32, d = 0x7E00 : f16, e = 0x7FF0000000000000 : f64, f = -0.000000e+00 : f32, g = 1.000000e+00 : f32, h = 0x7F : f8E4M3FN, i = 0x80 : f8E4M3FNUZ} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.floats"() {a = 9.375000e-02 : f8E5M2, b = 2.880000e+02 : f8E4M3FN, c = 1.015630e-01 : f8E4M3FN, d = 0x7C : f8E5M2, e = 9.375000e-02 : f8E3M4, f = 3.000000e+00 : f4E2M1FN, g = 1.125000e+00 : f6E2M3FN, h = 7.000000e+00 : f6E3M2FN, i = 4.000000e+00 : f8E8M0FNU, j = 1.099610e+00 : tf32, k = 1.10000000000000008882 : f80, l = 1.10000000000000008881784197001252323 : f128, m = 5.000000e-01 : f80, n = 1.015630e+00 : f16} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.strings"() {a = "x", b = "a\22b", c = "\\", d = "\0A\09", e = "\C3\A9", f = "\C3\A9", g = "", h = "x" : i32, i32 = 1 : i8, "quoted key" = "y"} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.syms"() {a = @foo, b = @foo::@bar::@"b z", c = @"1x", d = @"\C3\A9"} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.arrays"() {a = [], b = [1, "x", unit, [true]], c = {}, d = {a, b = {c = 1 : i8}}, e = array<i32>, f = array<i8: 1, -2>, g = array<i1: true, false>, h = array<f32: 1.000000e+00, 1.000000e-01>, i = array<i64: 9223372036854775807>, j = array<f64: 2.500000e+00>, k = array<i16: 3>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.dense"() {a = dense<1> : tensor<2xi32>, b = dense<[1, 2]> : tensor<2xi32>, c = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>, d = dense<1> : tensor<2xi8>, e = dense<> : tensor<0xi32>, f = dense<5> : tensor<i32>, g = dense<> : tensor<0xf32>, h = dense<-3> : vector<4xi8>, i = dense<1> : tensor<1x1x1xi16>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.dense"() {a = dense<true> : tensor<i1>, b = dense<[true, false]> : tensor<2xi1>, c = dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>, d = dense<[(1,2), (3,4)]> : tensor<2xcomplex<i8>>, e = dense<"a"> : tensor<2x!foo.str>, f = dense<["a", "b>\22"]> : tensor<2x!foo.str>, g = dense<[1, 2]> : tensor<2xindex>, h = dense<[0x7F800000, 1.000000e+00]> : tensor<2xf32>, i = dense<-1> : tensor<2xi8>, j = dense<255> : tensor<ui8>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.dense"() {a = dense<[1, 2]> : tensor<2xi32>, b = dense<[true, false, true]> : tensor<3xi1>, c = dense<true> : tensor<100xi1>, d = dense<1> : tensor<5xi32>, e = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, f = dense<false> : tensor<4xi1>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.big"() {a = dense<"0x0100020003000400050006000700080009000A000B000C000D000E000F0010001100120013001400150016001700180019001A001B001C001D001E001F0020002100220023002400250026002700280029002A002B002C002D002E002F0030003100320033003400350036003700380039003A003B003C003D003E003F0040004100420043004400450046004700480049004A004B004C004D004E004F0050005100520053005400550056005700580059005A005B005C005D005E005F00600061006200630064006500"> : tensor<101xi16>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.sparse"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.opaque"() {a = #foo.bar, b = #foo.bar, c = #foo<"a b">, d = #foo.x<1, "y>">, e = #foo.z : i32, f = #foo<a + b>} : () -> ()
}) : () -> ()
// -----
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 * 2, d1 floordiv 3)>
#map2 = affine_map<() -> ()>
#map3 = affine_map<() -> (1)>
#map4 = affine_map<(d0) -> (d0 mod 4, d0 ceildiv 2)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>
"builtin.module"() ({
  "t.affine"() {a = #map, b = #map1, c = #set, d = #map2, e = #map3, f = #map4} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.strided"() {a = strided<[1]>, b = strided<[], offset: 3>, c = strided<[?, 1], offset: ?>, d = strided<[4, 1]>} : () -> ()
}) : () -> ()
// -----
#distinct = distinct[0]<"x">
"builtin.module"() ({
  "t.distinct"() {a = #distinct, b = #distinct, c = distinct[1]<>, d = distinct[2]<>} : () -> ()
}) : () -> ()
// -----
#loc = loc("f":1:2)
#loc1 = loc(unknown)
#loc2 = loc("f":3:4)
#loc3 = loc("a")
#loc4 = loc("b")
#loc5 = loc("n"(#loc2))
#loc6 = loc(callsite(#loc3 at #loc4))
#loc7 = loc(fused[#loc3, #loc4])
#loc8 = loc(fused<"m">[#loc3])
"builtin.module"() ({
  "t.loc"() {a = #loc, b = #loc1, c = #loc5, d = #loc6, e = #loc7, f = #loc8} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.props"() <{a = 1 : i32}> {b = 2 : i32} : () -> ()
  "t.props"() <[1 : i32]> : () -> ()
  "t.props"() <{}> : () -> ()
  "t.props"() <5 : i8> : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  %0:3 = "t.r"() : () -> (i32, i32, i32)
  %1:3 = "t.r"(%0#0, %0#1, %0#2) : (i32, i32, i32) -> (i32, i32, i32)
  "t.u"(%1#2, %1#0) : (i32, i32) -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.graph"() ({
    %0 = "t.a"(%1) : (i32) -> i32
    %1 = "t.b"(%0) : (i32) -> i32
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.cfg"() ({
  ^bb0(%arg0: i32):
    "t.br"(%arg0)[^bb1, ^bb2] : (i32) -> ()
  ^bb1:  // pred: ^bb0
    %0 = "t.c"() : () -> i32
    "t.br"(%0)[^bb2] : (i32) -> ()
  ^bb2:  // 2 preds: ^bb0, ^bb1
    "t.end"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.regions"() ({
  }, {
  }, {
    "t.x"() : () -> ()
  }) {a} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.args"() ({
  ^bb0(%arg0: i32, %arg1: f32):
    "t.inner"() ({
    ^bb0(%arg2: i32):
      "t.use"(%arg0, %arg1, %arg2) : (i32, f32, i32) -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "m"}> ({
  "builtin.module"() <{sym_name = "inner"}> ({
  ^bb0:
  }) : () -> ()
}) {a.b = 1 : i32} : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {a.b} : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "func.return"(%arg0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {x.y = 1 : i32}], function_type = (i32, f32) -> i32, res_attrs = [{x.z}], sym_name = "g", sym_visibility = "private"}> ({
  }) {a.k} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%0: i32):  // pred: ^bb0
    "cf.br"(%0)[^bb3] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %1 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "cf.br"(%1)[^bb3] : (i32) -> ()
  ^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
    %3 = "func.call"(%arg0, %2) <{callee = @f}> : (i1, i32) -> i32
    "func.return"(%3) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, f32, vector<4xi32>) -> (), sym_name = "a"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: f32, %arg3: vector<4xi32>):
    %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %1 = "arith.cmpi"(%0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %2 = "arith.select"(%1, %arg0, %arg1) : (i1, i32, i32) -> i32
    %3 = "arith.mulf"(%arg2, %arg2) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %4 = "arith.cmpi"(%arg3, %arg3) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %5 = "arith.select"(%4, %arg3, %arg3) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %6 = "arith.extsi"(%arg0) : (i32) -> i64
    %7 = "arith.constant"() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4xi8>
    %8 = "arith.constant"() <{value = true}> : () -> i1
    %9 = "arith.sitofp"(%arg0) : (i32) -> f32
    %10 = "arith.index_cast"(%arg0) : (i32) -> index
    "cf.assert"(%8) <{msg = "no \22way\22"}> : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() : () -> ()
  "t.res"() {a = dense_resource<k> : tensor<2xi32>} : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
    builtin: {
      k: "0x0400000001000000"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "x",
      verify: true
    }
  }
#-}
// -----
"builtin.module"() ({
  "t.late"() : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  %0:2 = "t.r"() : () -> (i32, f32)
  "t.iso"() ({
    %1 = "t.y"(%0#1) : (f32) -> f32
  }) : () -> ()
}) : () -> ()
// -----
!tuple = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>
"builtin.module"() ({
  %0 = "t.unused"() {value = !tuple} : () -> i32
}) : () -> ()
// -----
"builtin.module"() ({
  %0 = "builtin.unrealized_conversion_cast"() : () -> i32
  %1:2 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> (f32, i8)
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = dense<1> : memref<4xi32>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "t.x"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
#map = affine_map<(d0, d1) -> (d0 + d1, d0 + d1 + 2, d1 * 8 + 2, 0)>
#map1 = affine_map<(d0)[s0, s1] -> (s0 + s1, s0 * s1, ((d0 * s1) * s0) * 3, -(d0 + s1))>
#map2 = affine_map<(d0, d1) -> (d0 * 3, d0 * 2 + d1 floordiv 3, d0 * 2 + 1, d0 * 3)>
#map3 = affine_map<(d0, d1)[s0] -> (0, d1 mod 4, d1 mod 3, d0 mod 3, 0)>
#map4 = affine_map<(d0)[s0] -> (d0 mod 8, d0 mod s0, d0 mod 3 + 5)>
#map5 = affine_map<(d0, d1) -> ((d0 + d1) * 2, 0, d0 - (d1 - 2) * 5, -4, 1, -3)>
#map6 = affine_map<(d0)[s0] -> ((-s0) floordiv 3, d0 floordiv -2, d0 mod -3, d0 floordiv 0, 6 floordiv s0)>
"builtin.module"() ({
  "t.affine"() {a = #map, b = #map1, c = #map2, d = #map3, e = #map4, f = #map5, g = #map6} : () -> ()
}) : () -> ()
// -----
#set = affine_set<(d0)[s0] : (-d0 + s0 >= 0, d0 - 3 >= 0, d0 - s0 * 2 == 0, -(d0 mod 3) + 4 >= 0)>
#set1 = affine_set<(d0, d1) : (d0 * 2 - d1 == 0)>
"builtin.module"() ({
  "t.sets"() {a = #set, b = #set1} : () -> ()
}) : () -> ()
// -----
#map = affine_map<(d0, d1)[s0] -> (d1, d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<3x4xf32>, memref<3x4xf32, #map, 2>) -> (), sym_name = "layouts", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.sparse"() {a = sparse<[[0, 1], [2, 3]], [1.500000e+00, -2.000000e+00]> : tensor<3x4xf32>, b = sparse<1, 7> : tensor<3x4xi8>, c = sparse<0, 9> : vector<4xi32>, d = sparse<3, -1> : tensor<4xi64>, e = sparse<> : tensor<2x2xf16>, f = sparse<[[2, 2, 0], [1, 0, 1]], 0x7FC0> : tensor<3x3x2xbf16>, g = sparse<[[0], [1]], ["p", "q\22"]> : tensor<2x!t.str>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i64, f32) -> i64, sym_name = "switch"}> ({
  ^bb0(%arg0: i32, %arg1: i64, %arg2: f32):
    "cf.switch"(%arg0, %arg1, %arg2, %arg1, %arg1)[^bb3, ^bb1, ^bb3, ^bb2] <{case_operand_segments = array<i32: 2, 1, 0>, case_values = dense<[-1, 7, 7000]> : vector<3xi32>, operandSegmentSizes = array<i32: 1, 1, 3>}> {t.k = 1 : i8} : (i32, i64, f32, i64, i64) -> ()
  ^bb1(%0: f32, %1: i64):  // pred: ^bb0
    "cf.br"(%1)[^bb3] : (i64) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg0, %arg1)[^bb3] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i64) -> ()
  ^bb3(%2: i64):  // 4 preds: ^bb0, ^bb0, ^bb1, ^bb2
    "func.return"(%2) : (i64) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "q.quoted \22op\22 \\ \C3\A9"() : () -> ()
  "t.tab\09"() ({
    "t.nested"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32) -> i32, sym_name = "labelled"}> ({
  ^bb0(%arg0: i32, %arg1: f32):
    "func.return"(%arg0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "only_label"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{t.a}, {}], function_type = (i8, i8) -> i8, res_attrs = [{t.b = 2 : i8}], sym_name = "attrs", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.arrays"() {a = array<ui8: 200>, b = array<si16: -3>, c = array<ui48: 281474976710655>, d = array<i0: 0>, e = array<si24>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.overflow"() {a = 0x7FF0000000000000 : f64, b = 0xFF800000 : f32, c = 0x7F80 : bf16, d = 0x7FFF8000000000000000 : f80, e = dense<0xFFF0000000000000> : tensor<2xf64>, f = 0x7C : f8E5M2, g = 0x7F : f8E4M3FN} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<3xi1>, vector<3xf32>, tensor<?xi1>, tensor<?xi8>, i1, tensor<2xi4>) -> (), sym_name = "select"}> ({
  ^bb0(%arg0: vector<3xi1>, %arg1: vector<3xf32>, %arg2: tensor<?xi1>, %arg3: tensor<?xi8>, %arg4: i1, %arg5: tensor<2xi4>):
    %0 = "arith.select"(%arg0, %arg1, %arg1) : (vector<3xi1>, vector<3xf32>, vector<3xf32>) -> vector<3xf32>
    %1 = "arith.select"(%arg2, %arg3, %arg3) : (tensor<?xi1>, tensor<?xi8>, tensor<?xi8>) -> tensor<?xi8>
    %2 = "arith.select"(%arg4, %arg5, %arg5) : (i1, tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
!tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
#loc = loc("y")
#loc1 = loc("meta")
#loc2 = loc("z")
#map = affine_map<(d0) -> (d0 * 3)>
#map1 = affine_map<(d0) -> (d0 + 9)>
#set = affine_set<(d0) : (d0 - 5 == 0)>
#distinct = distinct[0]<#map1>
#loc3 = loc("x"(#loc))
#loc4 = loc(fused<#loc1>[#loc2])
"builtin.module"() ({
  "t.outer"() ({
    "t.inner"() {m = #map, s = #set} : () -> ()
  }) {d = #distinct, l = [#loc3, #loc4], m = #map1, t = !tuple} : () -> ()
}) : () -> ()
// -----
#loc = loc("inner")
#loc1 = loc("f":1:2)
#loc2 = loc("a")
#loc3 = loc("b")
#loc4 = loc("f":3:4)
#loc5 = loc(fused<#loc>[#loc1])
#loc6 = loc(callsite(#loc3 at #loc4))
#loc7 = loc(callsite(#loc2 at #loc6))
"builtin.module"() ({
  "t.fused"() {a = #loc5, b = #loc7} : () -> ()
}) : () -> ()
// -----
#distinct = distinct[0]<"hex">
"builtin.module"() ({
  "t.ids"() {a = #distinct, b = #distinct} : () -> ()
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "outer"}> ({
  "builtin.module"() <{sym_name = "inner"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "nested"}> ({
    }) : () -> ()
  }) : () -> ()
  "t.use"() {s = @inner::@f} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.resource"() {a = dense_resource<"odd \22key\22"> : tensor<1xi16>} : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
    builtin: {
      "odd \22key\22": "0x020000000700"
    }
  },
  external_resources: {
    tool: {
      note: "say \22hi\22\0A",
      flag: false
    }
  }
#-}
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xindex>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4xindex>):
    %0 = "arith.index_cast"(%arg0) : (memref<4xindex>) -> memref<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0 = "arith.index_castui"(%arg0) : (index) -> i8
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.bitcast"(%arg0) : (i32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    "func.return"() : () -> ()
  }) {foo} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {foo.bar} : () -> ()
// -----
"builtin.module"() <{sym_visibility = "private"}> ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "t.x"() ({
      "func.func"() <{function_type = () -> (), sym_name = "g"}> ({
        "func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "g", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "func.constant"() <{value = @g}> : () -> ((i32) -> i32)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = #arith.fastmath<none>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = #arith.fastmath<nnan,contract>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = #arith.fastmath<none>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = #arith.overflow<nsw, nuw>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    "cf.cond_br"(%arg0)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:  // pred: ^bb0
    "func.return"() : () -> ()
  ^bb2:  // pred: ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    "cf.cond_br"(%arg0)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:  // pred: ^bb0
    "func.return"() : () -> ()
  ^bb2:  // pred: ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 0 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{fastmath = #arith.fastmath<fast>, roundingmode = 3 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 3 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.cmpi"(%arg0, %arg0) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0:2 = "arith.addui_extended"(%arg0, %arg0) : (i32, i32) -> (i32, i1)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xi32>):
    %0:2 = "arith.addui_extended"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi1>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0:2 = "arith.mulsi_extended"(%arg0, %arg0) : (i32, i32) -> (i32, i32)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0:2 = "arith.mului_extended"(%arg0, %arg0) : (i32, i32) -> (i32, i32)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0:2 = "arith.mului_extended"(%arg0, %arg0) : (index, index) -> (index, index)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.constant"() <{value = dense<1> : vector<4xi32>}> : () -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.constant"() <{value = dense<1> : vector<[4]xi32>}> : () -> vector<[4]xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1, tensor<4xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1, %arg1: tensor<4xi32>):
    %0 = "arith.select"(%arg0, %arg1, %arg1) : (i1, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<*xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<*xf32>):
    %0 = "arith.addf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.call"() <{arg_attrs = [{}], callee = @f}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "nested"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "public"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    "cf.assert"(%arg0) <{msg = "x"}> : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "cf.switch"(%arg0)[^bb1, ^bb1, ^bb2] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<1> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb0
    "func.return"() : () -> ()
  ^bb2:  // pred: ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (() -> ()) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: () -> ()):
    "func.call_indirect"(%arg0) : (() -> ()) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  %0 = "builtin.unrealized_conversion_cast"() : () -> i32
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "a"}> ({
  "builtin.module"() <{sym_name = "a"}> ({
  ^bb0:
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = ""}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = #arith.fastmath<nnan,contract>, b = #arith.fastmath<fast>, c = #arith.fastmath<fast>, d = #arith.overflow<nsw, nuw>, e = #arith.fastmath<nnan>, f = #arith.fastmath<nnan>, g = #arith.fastmath<none>, h = #arith.fastmath<nnan>} : () -> ()
  "func.func"() <{function_type = (f32, i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i1):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 0 : i32}> : (f32) -> bf16
    %1 = "arith.truncf"(%arg0) <{fastmath = #arith.fastmath<fast>, roundingmode = 3 : i32}> : (f32) -> bf16
    %2 = "arith.addf"(%arg0, %arg0) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    %3 = "arith.extf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f64
    "cf.cond_br"(%arg1)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> {foo} : (i1) -> ()
  ^bb1:  // pred: ^bb0
    "func.return"() : () -> ()
  ^bb2:  // pred: ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32, i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i1):
    %0 = "arith.extf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f64
    %1 = "arith.truncf"(%arg0) : (f32) -> f16
    %2 = "arith.extf"(%arg0) : (f32) -> f64
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() {a = #arith.fastmath<none>} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<*xf32>, tensor<*xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<*xf32>, %arg1: tensor<*xi32>):
    %0 = "arith.addi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<*xf32>, tensor<*xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<*xf32>, %arg1: tensor<*xi32>):
    %0 = "arith.cmpi"(%arg1, %arg1) <{predicate = 1 : i64}> : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<*xf32>, tensor<*xi1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<*xf32>, %arg1: tensor<*xi1>):
    %0 = "arith.select"(%arg1, %arg0, %arg0) : (tensor<*xi1>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<4xf32>):
    %0 = "arith.bitcast"(%arg0) : (vector<4xf32>) -> vector<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4xf32>):
    %0 = "arith.bitcast"(%arg0) : (memref<4xf32>) -> memref<4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4xf32>):
    %0 = "arith.bitcast"(%arg0) : (memref<4xf32>) -> memref<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xindex>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4xindex>):
    %0 = "arith.index_cast"(%arg0) : (memref<4xindex>) -> memref<4xi32, 3>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f8E4M3FN) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f8E4M3FN):
    %0 = "arith.extf"(%arg0) : (f8E4M3FN) -> f16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) : (f32) -> tf32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tf32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tf32):
    %0 = "arith.extf"(%arg0) : (tf32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    %0 = "arith.uitofp"(%arg0) : (i1) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    "cf.cond_br"(%arg0)[^bb1, ^bb2] <{branch_weights = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:  // pred: ^bb0
    "func.return"() : () -> ()
  ^bb2:  // pred: ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i1):
    "cf.cond_br"(%arg0)[^bb1, ^bb2] <{branch_weights = array<i32: -1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:  // pred: ^bb0
    "func.return"() : () -> ()
  ^bb2:  // pred: ^bb0
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "a", sym_visibility = "public"}> ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{builtin.x = 1 : i64}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{func.x = 1 : i64}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{"a b.c" = 1 : i64}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) {func.x = 1 : i64} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() {func.x = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() {arith.x = 1 : i64, cf.foo} : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{foo.x}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "builtin.module"() ({
    ^bb0:
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "t.x"() ({
    "builtin.module"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.call"() <{callee = @f}> : () -> ()
    "func.call"() <{callee = @f}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xindex>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<4xindex>):
    %0 = "arith.index_cast"(%arg0) : (memref<4xindex>) -> memref<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    %0:2 = "arith.addui_extended"(%arg0, %arg0) : (i32, i32) -> (i32, i1)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index):
    %0:2 = "arith.addui_extended"(%arg0, %arg0) : (index, index) -> (index, i1)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xi32>):
    %0:2 = "arith.mului_extended"(%arg0, %arg0) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 4 : i32}> : (f32) -> f16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 4 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 2 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.truncf"(%arg0) <{roundingmode = 1 : i32}> : (f32) -> bf16
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32):
    %0 = "arith.cmpf"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>, predicate = 1 : i64}> : (f32, f32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
