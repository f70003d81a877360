// RUN: neuron-opt %s --legalize-topk | FileCheck %s --check-prefix=ENTRY
// RUN: neuron-opt %s --legalize-topk=scope=all | FileCheck %s --check-prefix=ALL
// RUN: neuron-opt %s --legalize-topk --explain -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: neuron-opt %s --legalize-topk --explain=hlo.top_k -o /dev/null 2>&1 | count 0
// RUN: neuron-opt %s --legalize-topk -o /dev/null 2>&1 | count 0
// RUN: not neuron-opt %s --legalize-topk=scope=al 2>&1 | FileCheck %s --check-prefix=VALUE

// VALUE: error: bad value for option 'scope' of pass 'legalize-topk'
// VALUE: ^^ expected one of 'entry', 'all'

// ENTRY-LABEL: func.func @main
// ENTRY: @AwsNeuronTopK
// ENTRY: @TopK_f32
// ENTRY-LABEL: func.func private @helper
// ENTRY: @AwsNeuronTopK
// ALL-LABEL: func.func @main
// ALL-NOT: @AwsNeuronTopK
// ALL-COUNT-3: @TopK_f32
// ALL-NOT: @AwsNeuronTopK
func.func @main(%x: tensor<8xf32>, %c: tensor<i1>, %i: tensor<8xi32>) -> tensor<2xf32> {
  %0 = "hlo.if"(%c) ({
    // EXPLAIN: remark: not legalized: only the entry computation is searched
    // EXPLAIN-NEXT: legalize-topk-scope.mlir:[[@LINE+1]]:12
    %1:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
    "hlo.return"(%1#0) : (tensor<2xf32>) -> ()
  }, {
    %2 = hlo.constant dense<0.0> : tensor<2xf32>
    "hlo.return"(%2) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  %3:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %4 = hlo.add %0, %3#0 : tensor<2xf32>
  %5 = call @helper(%x) : (tensor<8xf32>) -> tensor<2xf32>
  %6 = hlo.add %4, %5 : tensor<2xf32>
  return %6 : tensor<2xf32>
}

func.func private @helper(%x: tensor<8xf32>) -> tensor<2xf32> {
  // EXPLAIN: remark: not legalized: only the entry computation is searched
  // EXPLAIN-NEXT: legalize-topk-scope.mlir:[[@LINE+1]]:10
  %0:2 = hlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0 : tensor<2xf32>
}
