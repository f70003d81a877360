//! `router`: the stages of the router kernel, between `nki.router_topk` and the nisa ops it becomes (spec
//! nki_router_topk.md §5). They stand in kernels, take their destination first and work on buffers in SBUF that hold a
//! token in each partition: \[partitions, token tiles, columns\].

mod eval;
mod forms;
mod ops;

pub use ops::*;
