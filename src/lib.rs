//! An open, inspectable compiler path for AWS Trainium top-k and Mixture-of-Experts routers: text, IR, declarative
//! patterns, and the dialects `hlo`, `nki`, `bir` and `dve`, each of which can be executed.

pub mod catalogue;
pub mod cost;
pub mod dialects;
pub mod driver;
pub mod import;
pub mod interp;
pub mod ir;
pub mod machine;
pub mod passes;
pub mod patterns;
pub mod rewrite;
pub mod tensor;
