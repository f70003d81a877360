// RUN: neuron-opt %s --split-input-file --verify-diagnostics -o /dev/null

func.func @returned(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{the body cannot return 'tensor<4xi32>' where the op has 'tensor<2xf32>'}}
  %0 = sdy.named_computation<"q">(%x) (%b: tensor<2xf32>) {
    %c = stablehlo.constant dense<7> : tensor<4xi32>
    sdy.return %c : tensor<4xi32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @taken(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{the body cannot take 'tensor<2xi32>' where the op has 'tensor<2xf32>'}}
  %0 = sdy.named_computation<"q">(%x) (%b: tensor<2xi32>) {
    %c = stablehlo.convert %b : (tensor<2xi32>) -> tensor<2xf32>
    sdy.return %c : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

sdy.mesh @m = <["x"=2]>
// A device holds a part: another size, but no other rank.
func.func @part(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @m = <["x"=2]>
func.func @rank(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the body cannot take 'tensor<2x1xf32>' where the op has 'tensor<4xf32>'}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: tensor<2x1xf32>) {
    %c = stablehlo.reshape %b : (tensor<2x1xf32>) -> tensor<2xf32>
    sdy.return %c : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @direction(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{must be the index of one of NONE, FORWARD, BACKWARD, BOTH}}
  %0 = "sdy.propagation_barrier"(%x) {allowed_direction = 77 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @constant() -> tensor<8xf32> {
  // expected-error @+1 {{must have the type of the result}}
  %0 = "sdy.constant"() {value = dense<1> : tensor<3xi32>} : () -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
