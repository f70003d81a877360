//! `sdy`: the meshes that Shardy's shardings name (spec hlo_text.md §9.1). Shardings themselves are attributes, which are kept
//! as they are written; neither has a bearing on what a program computes.

mod forms;

use super::constraints::{ANY_ATTR, STRING};

crate::dialect! {
    /// Where arrays are sharded.
    dialect SDY = "sdy", prefixes ["sdy"], types [];

    /// Devices in a grid with named axes.
    op Mesh = "mesh" () -> () {
        attrs { sym_name: STRING, mesh: ANY_ATTR }
        form forms::MESH;
    }
}
