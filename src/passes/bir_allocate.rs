//! `bir-allocate`: gives every on-chip `bir.alloc` of a kernel an address. A handle is live from its `bir.alloc` to its
//! last user; handles that are never live together may share memory. Only the attribute `address` is added, and one
//! that is there stays. Each core of a kernel has its own memories.
//!
//! PSUM is a row of banks: a handle that fits into one does not cross into the next, and a larger one starts with one
//! (a product must stay within a bank).

use rustc_hash::FxHashMap;

use crate::dialects::{bir, device};
use crate::ir::{Diagnostic, Ir, OpId, Part, Severity, text};
use crate::machine::{Limits, Space};

/// Addresses are multiples of this many bytes, which suits every element type and keeps rows apart.
const ALIGNMENT: u64 = 64;

/// A handle with its address: bytes `start..end` of each partition, from op number `first` to op number `last`.
#[derive(Clone, Copy)]
struct Live {
    alloc: OpId,
    start: u64,
    end: u64,
    first: usize,
    last: usize,
}

/// One on-chip memory.
struct Pool {
    space: Space,
    name: &'static str,
    capacity: u64,
    /// The size of its banks, if it has any.
    bank: Option<u64>,
    /// Handles that still matter, by address: the live ones, and all that came with an address.
    taken: Vec<Live>,
}

/// A handle without an address.
struct Request {
    alloc: OpId,
    bytes: u64,
    first: usize,
    last: usize,
}

/// Gives addresses to the handles of one `bir.kernel`. Fails when at some point they need more memory than the target
/// has; nothing is changed then.
pub fn allocate(ir: &mut Ir<'_>, kernel: OpId, limits: &Limits) -> Result<(), Box<Diagnostic>> {
    let mut cores: Vec<OpId> = ir.body_ops(kernel).filter(|&op| ir.is(op, bir::Core::NAME)).collect();
    if cores.is_empty() {
        cores.push(kernel);
    }
    let mut addresses = Vec::new();
    for core in cores {
        addresses.extend(place(ir, core, limits)?);
    }
    for (op, address) in addresses {
        let address = ir.ctx.int_attr(address as i64, 64);
        ir.set_attr(op, "address", Some(address));
    }
    Ok(())
}

/// The addresses for the handles of one core's body.
fn place(ir: &Ir<'_>, core: OpId, limits: &Limits) -> Result<Vec<(OpId, u64)>, Box<Diagnostic>> {
    let body: Vec<OpId> = ir.body_ops(core).collect();
    let position: FxHashMap<OpId, usize> = body.iter().enumerate().map(|(i, &op)| (op, i)).collect();
    let pool = |space, name, capacity: u32, bank: Option<u32>| Pool {
        space,
        name,
        capacity: capacity.into(),
        bank: bank.map(u64::from),
        taken: Vec::new(),
    };
    let mut pools = [
        pool(Space::Sbuf, "SBUF", limits.sbuf_usable_bytes(), None),
        pool(Space::Psum, "PSUM", limits.psum_bytes(), Some(limits.psum_bank_bytes)),
    ];
    let mut requests = Vec::new();
    for (first, &op) in body.iter().enumerate() {
        let Some(alloc) = bir::Alloc::cast(ir, op) else { continue };
        let handle = ir.result(alloc.0, 0);
        let Some(ty) = device::memory_type(ir.ctx, ir.ty(handle)) else { continue };
        let Some(pool) = pools.iter().position(|p| p.space == ty.space) else { continue };
        let last = ir.users(handle).filter_map(|user| position.get(&user)).max().copied().unwrap_or(first);
        let bytes = (ty.row_elements() as usize * ty.dtype.bytes()) as u64;
        match ir.attr_i64(op, "address") {
            Some(address) => {
                let start = address as u64;
                pools[pool].taken.push(Live { alloc: op, start, end: start + bytes, first, last });
            }
            None => requests.push((pool, Request { alloc: op, bytes, first, last })),
        }
    }
    for pool in &mut pools {
        pool.taken.sort_by_key(|live| live.start);
    }
    requests.into_iter().map(|(pool, request)| Ok((request.alloc, pools[pool].take(ir, &request)?))).collect()
}

impl Pool {
    /// The lowest address where the bytes fit.
    fn take(&mut self, ir: &Ir<'_>, request: &Request) -> Result<u64, Box<Diagnostic>> {
        let &Request { alloc, bytes, first, last } = request;
        self.taken.retain(|other| other.last >= first);
        let mut start = 0;
        for other in self.taken.iter().filter(|other| other.first <= last) {
            if start + bytes <= other.start {
                break;
            }
            start = start.max(self.place(other.end, bytes));
        }
        let end = start + bytes;
        if end > self.capacity {
            return Err(Box::new(self.overflow(ir, alloc, bytes, end - self.capacity)));
        }
        let slot = self.taken.partition_point(|other| other.start < start);
        self.taken.insert(slot, Live { alloc, start, end, first, last });
        Ok(start)
    }

    /// The first address from `from` on where `bytes` may start.
    fn place(&self, from: u64, bytes: u64) -> u64 {
        let start = from.next_multiple_of(ALIGNMENT);
        match self.bank {
            Some(bank) if start / bank != (start + bytes.max(1) - 1) / bank => start.next_multiple_of(bank),
            _ => start,
        }
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
        for live in &self.taken {
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
