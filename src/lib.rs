//! An open, inspectable compiler path for AWS Trainium top-k and Mixture-of-Experts routers.

pub mod machine;
pub mod tensor;
