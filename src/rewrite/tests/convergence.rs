//! Rewrites that do not end, and results that do not depend on order.
