//! The cores of a kernel: what each has of its own, and how they meet.

use slotmap::SlotMap;

use super::error::{MachineError, Problem};
use super::instructions::search::MatchState;
use super::limits::Limits;
use super::memory::{Buffer, BufferId, Machine, Space};
use super::view::View;

/// One NeuronCore's own state. HBM is shared.
pub struct Core {
    /// All of its SBUF.
    pub(super) sbuf: BufferId,
    /// All of its PSUM.
    pub(super) psum: BufferId,
    /// What LoadMaskSelect left behind: the source lane of each lane of a quadrant, 255 to leave it (spec dve.md §5).
    pub mask_select: [u8; 32],
    /// What MatchValueLoad left behind (spec dve.md §4.2).
    pub match_state: MatchState,
    /// The Scalar engine's reduction registers, one f32 per partition (spec nki_isa.md §7.4).
    pub(super) reduce_registers: Vec<f32>,
    /// What it waits for.
    waits: Option<Meeting>,
}

/// A point that a core does not pass alone.
#[derive(Clone, Debug, PartialEq)]
enum Meeting {
    /// Every core must come to a barrier on the same HBM tensor.
    Barrier(BufferId),
    /// An exchange of SBUF tiles.
    Exchange(Exchange),
}

/// One side of an exchange: what it sends, already read, and where it puts the bytes that it receives.
#[derive(Clone, Debug, PartialEq)]
struct Exchange {
    sent: Vec<u8>,
    dst: View,
    expected: usize,
    ranks: Ranks,
    pipe: i64,
}

/// The cores at the other ends of a sendrecv.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// The core that gets the data.
    pub send_to: usize,
    /// The core that data comes from.
    pub recv_from: usize,
}

impl Core {
    pub(super) fn new(limits: &Limits, buffers: &mut SlotMap<BufferId, Buffer>) -> Self {
        let partitions = limits.partitions;
        Self {
            sbuf: buffers.insert(Buffer::new(Space::Sbuf, partitions, limits.sbuf_bytes as usize)),
            psum: buffers.insert(Buffer::new(Space::Psum, partitions, limits.psum_bytes() as usize)),
            mask_select: std::array::from_fn(|lane| lane as u8),
            match_state: MatchState::new(partitions as usize),
            reduce_registers: vec![0.0; partitions as usize],
            waits: None,
        }
    }

    /// Whether it may execute its next instruction only after [`Machine::meet`].
    pub fn is_waiting(&self) -> bool {
        self.waits.is_some()
    }
}

impl Machine {
    /// The core that executes.
    pub fn core(&self) -> &Core {
        &self.cores[self.selected]
    }

    /// The same, to be changed.
    pub fn core_mut(&mut self) -> &mut Core {
        &mut self.cores[self.selected]
    }

    /// Makes `core` the one that executes; it exists from its first selection on.
    pub fn select_core(&mut self, core: usize) {
        while self.cores.len() <= core {
            let fresh = Core::new(self.limits(), &mut self.buffers);
            self.cores.push(fresh);
        }
        self.selected = core;
    }

    /// Makes the selected core wait at a barrier on an HBM tensor.
    pub fn core_barrier(&mut self, data: &View) -> Result<(), MachineError> {
        self.access(data, "data")?;
        self.core_mut().waits = Some(Meeting::Barrier(data.buffer));
        Ok(())
    }

    /// Makes the selected core send `src` and wait for what comes into `dst`; types and extents are equal.
    pub fn sendrecv(&mut self, dst: &View, src: &View, ranks: Ranks, pipe: i64) -> Result<(), MachineError> {
        let [to, from] = [self.access(dst, "dst")?, self.access(src, "src")?];
        super::instructions::same_extent(&to, "dst", &from)?;
        if to.elem != from.elem {
            return Err(
                Problem::ElementType { expected: "the element type of src", found: to.elem }.of("dst")
            );
        }
        self.exchange(dst, src, ranks, pipe)
    }

    /// The same with sides of different sizes: what one core sends has the bytes that its partner's `dst` takes.
    pub fn exchange(&mut self, dst: &View, src: &View, ranks: Ranks, pipe: i64) -> Result<(), MachineError> {
        self.access(dst, "dst")?;
        let sent = self.read(src)?;
        let expected = dst.size() * dst.dtype.bytes();
        let side = Exchange { sent, dst: dst.clone(), expected, ranks, pipe };
        self.core_mut().waits = Some(Meeting::Exchange(side));
        Ok(())
    }

    /// Lets the first `count` cores pass the points where all that must be there are; whether any did.
    pub fn meet(&mut self, count: usize) -> Result<bool, MachineError> {
        let barrier = |core: &Core| matches!(core.waits, Some(Meeting::Barrier(_)));
        let first = self.cores[0].waits.clone();
        if self.cores[..count].iter().all(|core| barrier(core) && core.waits == first) {
            self.cores[..count].iter_mut().for_each(|core| core.waits = None);
            return Ok(true);
        }
        // A side completes when both its partners stand at theirs: of those that can, all complete together.
        let complete: Vec<usize> = (0..count).filter(|&core| self.partners_are_there(core, count)).collect();
        let mut sides = Vec::with_capacity(complete.len());
        for &core in &complete {
            if let Some(Meeting::Exchange(exchange)) = self.cores[core].waits.take() {
                sides.push((core, exchange));
            }
        }
        for (_, side) in &sides {
            if let Some((_, partner)) = sides.iter().find(|(core, _)| *core == side.ranks.recv_from) {
                self.write(&side.dst, &partner.sent)?;
            }
        }
        Ok(!sides.is_empty())
    }

    /// Whether the cores that `core` exchanges with wait for it on the same pipe.
    fn partners_are_there(&self, core: usize, count: usize) -> bool {
        let exchange = |core: usize| match self.cores[..count].get(core).map(|core| &core.waits) {
            Some(Some(Meeting::Exchange(exchange))) => Some(exchange),
            _ => None,
        };
        exchange(core).is_some_and(|own| {
            let [to, from] = [own.ranks.send_to, own.ranks.recv_from].map(exchange);
            to.is_some_and(|other| other.pipe == own.pipe && other.ranks.recv_from == core)
                && from.is_some_and(|other| {
                    other.pipe == own.pipe && other.ranks.send_to == core && other.sent.len() == own.expected
                })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Target;
    use crate::tensor::ElementType;

    fn tile(machine: &mut Machine, value: u8) -> View {
        let buffer = machine.alloc_tile(Space::Sbuf, ElementType::U8, 2, &[2]).expect("a small tile");
        let view = View::tile(buffer, ElementType::U8, 2, &[2]);
        machine.write(&view, &[value; 4]).expect("4 bytes");
        view
    }

    #[test]
    fn an_exchange_waits_for_both_sides() {
        let mut m = Machine::new(Target::Trn2);
        let tiles = [1, 2].map(|value| tile(&mut m, value));
        let ranks = |other| Ranks { send_to: other, recv_from: other };
        m.select_core(1);
        m.sendrecv(&tiles[1], &tiles[1], ranks(0), 3).expect("legal");
        assert_eq!(m.meet(2), Ok(false), "core 0 is not there");
        m.select_core(0);
        m.sendrecv(&tiles[0], &tiles[0], ranks(1), 4).expect("legal");
        assert_eq!(m.meet(2), Ok(false), "another pipe");
        m.sendrecv(&tiles[0], &tiles[0], ranks(1), 3).expect("legal");
        assert_eq!(m.meet(2), Ok(true));
        assert!(!m.core().is_waiting());
        assert_eq!([m.read(&tiles[0]), m.read(&tiles[1])], [Ok(vec![2; 4]), Ok(vec![1; 4])]);
    }

    #[test]
    fn a_barrier_is_one_tensor_s() {
        let mut m = Machine::new(Target::Trn2);
        let [x, y] = [1, 2].map(|len| {
            View::hbm(m.alloc_hbm(ElementType::U8, &[len]).expect("small"), ElementType::U8, &[len])
        });
        for (first, second, passed) in [(&x, &x, true), (&x, &y, false)] {
            m.select_core(0);
            m.core_barrier(first).expect("exists");
            m.select_core(1);
            m.core_barrier(second).expect("exists");
            assert_eq!((m.meet(2), m.core().is_waiting()), (Ok(passed), !passed));
        }
    }

    #[test]
    fn cores_have_memories_of_their_own() {
        let mut m = Machine::new(Target::Trn2);
        let first = [m.sbuf(), m.psum()];
        m.select_core(1);
        assert!(!first.contains(&m.sbuf()) && !first.contains(&m.psum()));
        m.select_core(0);
        assert_eq!([m.sbuf(), m.psum()], first);
    }
}
