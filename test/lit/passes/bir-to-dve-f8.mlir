// RUN: neuron-opt %s --bir-to-dve --verify-diagnostics -o %t

// The two formats of four exponent bits share a wire tag, so only one of them can be encoded.
module attributes {neuron.target = "trn3"} {
  bir.kernel @k(%x: !bir.mem<4x16xf8E4M3FN, dram>) {
    %0 = bir.alloc {address = 0 : i64} : !bir.mem<4x16xf8E4M3FN, sbuf>
    %1 = bir.alloc {address = 64 : i64} : !bir.mem<4x16xf8E4M3FN, sbuf>
    bir.DMACopy ins(%x[[16, 4], [1, 16]]) outs(%0[[16, 4], [1, 16]]) : !bir.mem<4x16xf8E4M3FN, dram>, !bir.mem<4x16xf8E4M3FN, sbuf>
    // expected-error @+1 {{cannot encode: f8e4m3fn has the wire tag of f8e4m3, as which the bundle would read back}}
    bir.TensorCopy ins(%0[[16, 4], [1, 16]]) outs(%1[[16, 4], [1, 16]]) : !bir.mem<4x16xf8E4M3FN, sbuf>, !bir.mem<4x16xf8E4M3FN, sbuf>
  }
}
