//! The custom-call targets that are known: to the real compiler (spec nki_framework_producers.md §5, passes.md §2-4), and
//! to the frameworks in front of it.

/// Who takes a custom call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taker {
    /// This pass of ours.
    Pass(&'static str),
    /// The real compiler alone: here the call stays on the host.
    Compiler,
    /// XLA's partitioner, which the real compiler runs first: here the call stays.
    Partitioner,
}

/// A known target.
#[derive(Clone, Copy, Debug)]
pub struct KnownTarget {
    /// The target; a `*` at its end stands for any text.
    pub name: &'static str,
    /// Who takes the call.
    pub taker: Taker,
    /// What it does, in one line.
    pub summary: &'static str,
}

macro_rules! targets {
    ($($name:literal $taker:ident $(($pass:literal))? $summary:literal,)*) => {
        &[$(KnownTarget { name: $name, taker: Taker::$taker $(($pass))?, summary: $summary }),*]
    };
}

/// The table.
pub static TARGETS: &[KnownTarget] = targets! {
    "AwsNeuronTopK" Pass("legalize-topk") "the k largest of each row, and their positions",
    "AwsNeuronArgMax" Pass("legalize-aws-neuron-arg-max") "the position of the largest along an axis",
    "AwsNeuronArgMin" Pass("legalize-aws-neuron-arg-max") "the position of the smallest along an axis",
    "TopK_f32" Pass("lower-to-nki-kernels") "AwsNeuronTopK, legalized",
    "TopK_f16" Pass("lower-to-nki-kernels") "AwsNeuronTopK, legalized",
    "TopK_bf16" Pass("lower-to-nki-kernels") "AwsNeuronTopK, legalized",
    "ArgMax_*" Pass("lower-argminmax-custom-call") "AwsNeuronArgMax, legalized: the element type and the width of the index",
    "ArgMin_*" Pass("lower-argminmax-custom-call") "AwsNeuronArgMin, legalized",
    "router_topk" Pass("lower-to-nki-kernels") "the router kernel, with its parameters in backend_config",
    "AwsNeuronErf" Compiler "the error function",
    "AwsNeuronGelu" Compiler "GELU",
    "AwsNeuronGeluApprxTanh" Compiler "GELU by tanh",
    "AwsNeuronGeluBackward" Compiler "the gradient of GELU",
    "AwsNeuronSilu" Compiler "SiLU",
    "AwsNeuronSiluBackward" Compiler "the gradient of SiLU",
    "AwsNeuronRmsNorm" Compiler "RMS norm",
    "AwsNeuronSoftmax" Compiler "softmax",
    "AwsNeuronSoftmaxBackward" Compiler "the gradient of softmax",
    "AwsNeuronCollectiveMatmul" Compiler "a product that overlaps with its collective",
    "AwsNeuronIntMatmult" Compiler "an integer product",
    "AwsNeuronDropoutMaskV1" Compiler "a dropout mask",
    "AwsNeuronCustomNativeKernel" Compiler "an NKI kernel of the user",
    "AwsNeuronCustomOp" Compiler "a custom op in C++",
    "AwsNeuronDevicePrint" Compiler "prints a tensor",
    "AwsNeuronLNCShardingConstraint" Compiler "how a tensor is split over logical cores",
    "AwsNeuronTransferWithStaticRing" Compiler "a transfer around a ring",
    "AwsNeuronModuleMarkerStart-Forward" Compiler "the start of a module's forward pass",
    "AwsNeuronModuleMarkerStart-Backward" Compiler "the start of a module's backward pass",
    "AwsNeuronModuleMarkerEnd-Forward" Compiler "the end of a module's forward pass",
    "AwsNeuronModuleMarkerEnd-Backward" Compiler "the end of a module's backward pass",
    "NeuronBoundaryMarker-Start" Compiler "the start of a layer",
    "NeuronBoundaryMarker-End" Compiler "the end of a layer",
    "ResizeNearest" Compiler "scaling by nearest neighbours",
    "ResizeBilinear" Compiler "bilinear scaling",
    "ResizeNearestGrad" Compiler "the gradient of scaling by nearest neighbours",
    "Sharding" Partitioner "how a tensor is split over devices",
    "SPMDFullToShardShape" Partitioner "from the whole tensor to a device's part",
    "SPMDShardToFullShape" Partitioner "from a device's part to the whole tensor",
    "xla.sdy.*" Partitioner "shardings of Shardy",
};

/// Targets that the real compiler does not know, and what makes one of them that it knows.
pub static RAISED: &[KnownTarget] = targets! {
    "TopK" Pass("raise-neuron-topk") "stock XLA's top-k: k from the result, the order from the comparator",
    "mhlo.topk" Pass("raise-neuron-topk") "MHLO's top-k: k and largest in mhlo.attributes",
};

impl KnownTarget {
    /// Whether a call's target is this one.
    pub fn is(&self, target: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(start) => target.starts_with(start),
            None => self.name == target,
        }
    }
}

/// The row of a target that the real compiler knows.
pub fn known_target(target: &str) -> Option<&'static KnownTarget> {
    TARGETS.iter().find(|row| row.is(target))
}
