// RUN: neuron-opt %s --split-input-file --expand-nki-kernels --verify-diagnostics

// What a kernel-level top-k asks for and no kernel does.
func.func @main(%x: tensor<20000xf32>) -> tensor<8000xf32> {
  // expected-error @+1 {{rows of 20000 elements are longer than the 16384 that the target can rank}}
  %0:2 = nki.topk %x, k = 8000 : (tensor<20000xf32>) -> (tensor<8000xf32>, tensor<8000xui32>)
  return %0#0 : tensor<8000xf32>
}

// -----

func.func @main(%x: tensor<20xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{attribute 'lnc' is 3: a kernel runs on 1 or 2 cores}}
  %0:2 = nki.topk %x, k = 8 {lnc = 3 : i64} : (tensor<20xf32>) -> (tensor<8xf32>, tensor<8xui32>)
  return %0#0 : tensor<8xf32>
}

// -----

module attributes {neuron.target = "trn1"} {
  func.func @main(%x: tensor<20xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{attribute 'lnc' is 2, but trn1 has no logical cores of two}}
    %0:2 = nki.topk %x, k = 8 {lnc = 2 : i64} : (tensor<20xf32>) -> (tensor<8xf32>, tensor<8xui32>)
    return %0#0 : tensor<8xf32>
  }
}
