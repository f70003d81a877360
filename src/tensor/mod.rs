//! Element types, dense tensors, their conversions, order and files. Knows nothing above it.

mod compare;
mod convert;
mod dense;
mod display;
mod element;
mod float;
pub mod io;
pub mod math;
mod order;
mod scalar;

pub use compare::{Mismatch, MismatchReport, Tolerance, compare};
pub use convert::{device_constant, host_constant, read_f32, write_f32_device, write_f32_host};
pub use dense::{MAX_ELEMENTS, Native, Tensor, TensorError};
pub use element::{ElementInfo, ElementType, Kind};
pub use float::{FloatFormat, NanRule, Specials};
pub use order::{top_k, total_order_key};
pub use scalar::Scalar;
