//! The attributes of HLO instructions: every name with the syntax of its value (spec hlo_text.md §5).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// How the value of an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::import) enum Syntax {
    /// `true`, `false`, `1` or `0`
    Bool,
    /// `3`
    Integer,
    /// `{1,2}`
    Integers,
    /// A word: `GT`
    Word,
    /// `{highest,default}`
    Words,
    /// `"text"`
    String,
    /// `{[0:8], [0:50:2]}`
    Slices,
    /// `1_1x0_0_1`
    Padding,
    /// `{f32[4]{0}, ...}`
    Shapes,
    /// A shape
    Shape,
    /// A name or an inline body
    Computation,
    /// `{a, b}`, or one name alone
    Computations,
    /// `{a, b}`
    Names,
    /// Balanced braces, kept as written
    Braced,
    /// A string, or balanced braces kept as written
    Config,
    /// `{{0,1}}`, `[2,4]<=[8]T(1,0)` or `mesh['x'=4] {'x'}`, kept as written
    Devices,
    /// Letters, digits and `_?->`, kept as written
    Labels,
    /// A number with a point, kept as written
    Decimal,
    /// `(...)`: a literal, kept as written
    Literal,
}

/// Every attribute that an instruction can have.
pub(in crate::import) const ATTRIBUTES: &[(&str, Syntax)] = &[
    ("algorithm", Syntax::Word),
    ("api_version", Syntax::Word),
    ("async_execution_thread", Syntax::String),
    ("backend_config", Syntax::Config),
    ("batch_group_count", Syntax::Integer),
    ("body", Syntax::Computation),
    ("branch_computations", Syntax::Computations),
    ("called_computations", Syntax::Computations),
    ("calls", Syntax::Computation),
    ("channel_id", Syntax::Integer),
    ("collapsed_slice_dims", Syntax::Integers),
    ("condition", Syntax::Computation),
    ("constrain_layout", Syntax::Bool),
    ("control-predecessors", Syntax::Names),
    ("cross_program_prefetch_index", Syntax::Integer),
    ("custom_call_has_side_effect", Syntax::Bool),
    ("custom_call_target", Syntax::String),
    ("delta", Syntax::Integer),
    ("dim_labels", Syntax::Labels),
    ("dimensions", Syntax::Integers),
    ("direction", Syntax::Word),
    ("distribution", Syntax::Word),
    ("domain", Syntax::Braced),
    ("dynamic_slice_sizes", Syntax::Integers),
    ("epsilon", Syntax::Decimal),
    ("exponent_bits", Syntax::Integer),
    ("false_computation", Syntax::Computation),
    ("feature_group_count", Syntax::Integer),
    ("feature_index", Syntax::Integer),
    ("fft_length", Syntax::Integers),
    ("fft_type", Syntax::Word),
    ("frontend_attributes", Syntax::Braced),
    ("has_dynamic_root", Syntax::Bool),
    ("index", Syntax::Integer),
    ("index_vector_dim", Syntax::Integer),
    ("indices_are_sorted", Syntax::Bool),
    ("infeed_config", Syntax::String),
    ("input_batching_dims", Syntax::Integers),
    ("inserted_window_dims", Syntax::Integers),
    ("iota_dimension", Syntax::Integer),
    ("is_composite", Syntax::Bool),
    ("is_host_transfer", Syntax::Bool),
    ("is_stable", Syntax::Bool),
    ("k", Syntax::Integer),
    ("kind", Syntax::Word),
    ("largest", Syntax::Bool),
    ("left_side", Syntax::Bool),
    ("lhs_batch_dims", Syntax::Integers),
    ("lhs_contracting_dims", Syntax::Integers),
    ("literal", Syntax::Literal),
    ("lower", Syntax::Bool),
    ("mantissa_bits", Syntax::Integer),
    ("metadata", Syntax::Braced),
    ("offset_dims", Syntax::Integers),
    ("operand_batching_dims", Syntax::Integers),
    ("operand_layout_constraints", Syntax::Shapes),
    ("operand_precision", Syntax::Words),
    ("origin", Syntax::Braced),
    ("outfeed_config", Syntax::String),
    ("outfeed_shape", Syntax::Shape),
    ("output_to_operand_aliasing", Syntax::Braced),
    ("padding", Syntax::Padding),
    ("padding_type", Syntax::Word),
    ("parameter_replication", Syntax::Braced),
    ("replica_groups", Syntax::Devices),
    ("result_accuracy", Syntax::Braced),
    ("rhs_batch_dims", Syntax::Integers),
    ("rhs_contracting_dims", Syntax::Integers),
    ("scatter", Syntax::Computation),
    ("scatter_dims_to_operand_dims", Syntax::Integers),
    ("scatter_indices_batching_dims", Syntax::Integers),
    ("schedule", Syntax::Word),
    ("select", Syntax::Computation),
    ("sharding", Syntax::Braced),
    ("slice", Syntax::Slices),
    ("slice_sizes", Syntax::Integers),
    ("source_target_pairs", Syntax::Braced),
    ("split_dimension", Syntax::Integer),
    ("start_index_map", Syntax::Integers),
    ("start_indices_batching_dims", Syntax::Integers),
    ("statistics", Syntax::Braced),
    ("to_apply", Syntax::Computation),
    ("transpose_a", Syntax::Word),
    ("true_computation", Syntax::Computation),
    ("type", Syntax::Word),
    ("unique_indices", Syntax::Bool),
    ("unit_diagonal", Syntax::Bool),
    ("update_window_dims", Syntax::Integers),
    ("use_global_device_ids", Syntax::Bool),
    ("window", Syntax::Braced),
];

/// The row of an attribute.
pub(in crate::import) fn attribute(name: &str) -> Option<&'static (&'static str, Syntax)> {
    static BY_NAME: LazyLock<FxHashMap<&str, &(&str, Syntax)>> =
        LazyLock::new(|| ATTRIBUTES.iter().map(|row| (row.0, row)).collect());
    BY_NAME.get(name).copied()
}

/// Attributes that any instruction may have.
pub(in crate::import) const COMMON: &[&str] = &[
    "backend_config",
    "control-predecessors",
    "frontend_attributes",
    "metadata",
    "origin",
    "parameter_replication",
    "sharding",
    "statistics",
];

/// The attributes of a module (spec hlo_text.md §2), and the attributes of the module op that they become. Those of
/// `xla` are strings that hold the value as written.
pub(in crate::import) const HEADER: &[(&str, &str)] = &[
    ("is_scheduled", "xla.is_scheduled"),
    ("input_output_alias", "xla.input_output_alias"),
    ("buffer_donor", "xla.buffer_donor"),
    ("alias_passthrough_params", "xla.alias_passthrough_params"),
    ("entry_computation_layout", "xla.entry_computation_layout"),
    ("allow_spmd_sharding_propagation_to_parameters", "xla.allow_spmd_sharding_propagation_to_parameters"),
    ("allow_spmd_sharding_propagation_to_output", "xla.allow_spmd_sharding_propagation_to_output"),
    ("replica_count", "mhlo.num_replicas"),
    ("num_partitions", "mhlo.num_partitions"),
    ("origin_recovery_table", "xla.origin_recovery_table"),
    ("frontend_attributes", "mhlo.frontend_attributes"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(ATTRIBUTES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(COMMON.iter().all(|name| attribute(name).is_some()));
    }
}
