//! `bir-allocate`: gives every `bir.alloc` of a kernel an address. A handle is live from its `bir.alloc` to its last
//! user; handles that are never live together may share memory. Only the attribute `address` is added.

use rustc_hash::FxHashMap;

use crate::dialects::{bir, device};
use crate::ir::{Diagnostic, Ir, OpId, Part, Severity, text};
use crate::machine::{Limits, Space};

/// Addresses are multiples of this many bytes, which suits every element type and keeps rows apart.
const ALIGNMENT: u64 = 64;

/// A handle while addresses are chosen: bytes `start..end` of each partition, free again behind op number `last`.
struct Live {
    alloc: OpId,
    start: u64,
    end: u64,
    last: usize,
}

/// One on-chip memory.
struct Pool {
    space: Space,
    name: &'static str,
    capacity: u64,
    /// Live handles by address.
    live: Vec<Live>,
}

/// Gives addresses to the handles of one `bir.kernel`. Fails when at some point they need more memory than the target
/// has; nothing is changed then.
pub fn allocate(ir: &mut Ir<'_>, kernel: OpId, limits: &Limits) -> Result<(), Box<Diagnostic>> {
    let body: Vec<OpId> = ir.body_ops(kernel).collect();
    let position: FxHashMap<OpId, usize> = body.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let mut pools = [
        Pool {
            space: Space::Sbuf,
            name: "SBUF",
            capacity: limits.sbuf_usable_bytes().into(),
            live: Vec::new(),
        },
        Pool { space: Space::Psum, name: "PSUM", capacity: limits.psum_bytes().into(), live: Vec::new() },
    ];
    let mut addresses = Vec::new();
    for (now, &op) in body.iter().enumerate() {
        let Some(alloc) = bir::Alloc::cast(ir, op) else { continue };
        let handle = ir.result(alloc.0, 0);
        let Some(ty) = device::memory_type(ir.ctx, ir.ty(handle)) else { continue };
        let Some(pool) = pools.iter_mut().find(|p| p.space == ty.space) else { continue };
        let last = ir.users(handle).filter_map(|user| position.get(&user)).max().copied().unwrap_or(now);
        let address = pool.take(ir, op, (ty.row_elements() as usize * ty.dtype.bytes()) as u64, now, last)?;
        addresses.push((op, address));
    }
    for (op, address) in addresses {
        let address = ir.ctx.int_attr(address as i64, 64);
        ir.set_attr(op, "address", Some(address));
    }
    Ok(())
}

impl Pool {
    /// The lowest address where `bytes` fit.
    fn take(
        &mut self,
        ir: &Ir<'_>,
        alloc: OpId,
        bytes: u64,
        now: usize,
        last: usize,
    ) -> Result<u64, Box<Diagnostic>> {
        self.live.retain(|l| l.last >= now);
        let mut start = 0;
        let mut slot = self.live.len();
        for (index, live) in self.live.iter().enumerate() {
            if start + bytes <= live.start {
                slot = index;
                break;
            }
            start = live.end.next_multiple_of(ALIGNMENT);
        }
        let end = start + bytes;
        if end > self.capacity {
            return Err(Box::new(self.overflow(ir, alloc, bytes, end - self.capacity)));
        }
        self.live.insert(slot, Live { alloc, start, end, last });
        Ok(start)
    }

    fn overflow(&self, ir: &Ir<'_>, alloc: OpId, bytes: u64, excess: u64) -> Diagnostic {
        let span = |op| text::part_span(ir, op, &Part::Op);
        let type_of = |op| text::type_string(ir.ctx, ir.ty(ir.result(op, 0)));
        let message = format!(
            "{} is full: {} needs {bytes} bytes per partition where {} are left in one piece, {excess} too many",
            self.name,
            type_of(alloc),
            bytes - excess.min(bytes),
        );
        let mut diagnostic = Diagnostic::new(Severity::Error, span(alloc), message)
            .label(format!("{} has {} bytes per partition", self.name, self.capacity));
        for live in &self.live {
            let text = format!(
                "live: {}, bytes {}..{} of each partition",
                type_of(live.alloc),
                live.start,
                live.end
            );
            // Ops built by a lowering share the span of what they come from, or have none: then the words must do.
            diagnostic = if ir.op(live.alloc).span.is_none() || span(live.alloc) == span(alloc) {
                diagnostic.help(text)
            } else {
                diagnostic.note(span(live.alloc), text)
            };
        }
        diagnostic
    }
}
