module attributes {neuron.target = 3 : i64} {}
// -----
module attributes {neuron.target = "trn9"} {}
