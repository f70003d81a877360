// The forms of Shardy's ops, as jax exports them.
// RUN: neuron-opt %s | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: neuron-opt %s --print-op-generic | neuron-opt | FileCheck %s
// RUN: neuron-opt %s --emit=stablehlo | neuron-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK: sdy.mesh @maximal = <[], device_ids=[0]>
sdy.mesh @maximal = <[], device_ids=[0]>

// CHECK-LABEL: func.func @constrained
// GENERIC: "sdy.sharding_constraint"(%{{.*}}) <{sharding = #sdy.sharding<@mesh, [{"x", ?}, {}p1], replicated={"y":(1)2}>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
// GENERIC: "sdy.propagation_barrier"(%{{.*}}) <{allowed_direction = 1 : i32}>
// GENERIC: "sdy.sharding_group"(%{{.*}}) <{group_id = 3 : i64}>
func.func @constrained(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: sdy.sharding_constraint %{{.*}} <@mesh, [{"x", ?}, {}p1], replicated={"y":(1)2}> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"x", ?}, {}p1],
         replicated={"y":(1)2}> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.reshard %{{.*}} <mesh<["a"=2]>, [{?}, {"a"}], unreduced=max{"b"}> {note} : tensor<8x8xf32>
  %1 = sdy.reshard %0 <mesh<["a"=2]>, [{?}, {"a"}], unreduced=max{"b"}> {note} : tensor<8x8xf32>
  // CHECK-NEXT: sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD : tensor<8x8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<8x8xf32>
  // CHECK-NEXT: sdy.sharding_group %{{.*}} group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=3 : tensor<8x8xf32>
  // CHECK-NEXT: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.data_flow_edge %{{.*}} : tensor<8x8xf32>
  %4 = sdy.data_flow_edge %3 : tensor<8x8xf32>
  // CHECK-NEXT: sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
  %5 = sdy.constant dense<1.0> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @collectives
// GENERIC: "sdy.all_gather"(%{{.*}}) <{gathering_axes = #sdy<list_of_axis_ref_lists[{}, {"x"}]>, out_sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}>
// GENERIC: "sdy.all_to_all"(%{{.*}}) <{out_sharding = {{.*}}, params = #sdy<all_to_all_param_list[{"x"}: 0->1]>}>
// GENERIC: "sdy.all_reduce"(%{{.*}}) <{{.*}}reduction_axes = #sdy<axis_ref_list{"x", "y":(1)2}>}>
func.func @collectives(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: sdy.all_gather [{}, {"x"}] %{{.*}} out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  %0 = sdy.all_gather [{}, {"x"}] %x out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_slice [{}, {"x"}] %{{.*}} out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{}, {"x"}] %0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_to_all [{"x"}: 0->1] %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_reduce {"x", "y":(1)2} %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %4 = sdy.all_reduce {"x", "y":(1)2} %3 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.reduce_scatter [{"x"}, {}] %{{.*}} out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %5 = sdy.reduce_scatter [{"x"}, {}] %4 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @manual
// GENERIC: "sdy.manual_computation"(%{{.*}}, %{{.*}}) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}], replicated={"x"}>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<8x8xf32>):
func.func @manual(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = sdy.manual_computation(%{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}], replicated={"x"}>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%[[A:.*]]: tensor<4x8xf32>, %{{.*}}: tensor<8x8xf32>) {
  // CHECK-NEXT: %[[D:.*]] = hlo.dot %[[A]]
  // CHECK-NEXT: sdy.return %[[D]] : tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.manual_computation(%x, %y)
      in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}], replicated={"x"}>]
      out_shardings=[<@mesh, [{"x"}, {}]>]
      manual_axes={"x"} (%a: tensor<4x8xf32>, %b: tensor<8x8xf32>) {
    %1 = stablehlo.dot %a, %b : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  // CHECK: sdy.named_computation{{ ?}}<"f">(%[[R]]) in_shardings=[<@mesh, [{}, {}]>] (%[[A:.*]]: tensor<8x8xf32>) {
  // CHECK-NEXT: sdy.return %[[A]] : tensor<8x8xf32>
  %2 = sdy.named_computation<"f">(%0) in_shardings=[<@mesh, [{}, {}]>] (%a: tensor<8x8xf32>) {
    sdy.return %a : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
