// The top 3 of each row, as a framework hands it to the Neuron compiler: a custom call whose k is text.
func.func @main(%logits: tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %values, %indices = stablehlo.custom_call @AwsNeuronTopK(%logits) {backend_config = "3"} : (tensor<2x16xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %values, %indices : tensor<2x3xf32>, tensor<2x3xi32>
}
