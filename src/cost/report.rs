//! The report: a table for each kernel.

use std::fmt;

use crate::dialects::{bir, device, dve, nki};
use crate::ir::{Fault, Ir, OpId, Trait, WalkOrder};
use crate::machine::{Engine, Limits, Space};

use super::table::{Figure, Unit, figure};
use super::work::{Work, work};

/// How far a kernel is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `nki.kernel`: instructions are not selected.
    Nki,
    /// `bir.kernel`.
    Bir,
    /// `dve.program`.
    Dve,
}

/// The instructions of one name on one engine.
#[derive(Clone, Debug)]
pub struct Line {
    /// Who does them.
    pub engine: Engine,
    /// BIR's name, or the mnemonic of the bundle.
    pub name: String,
    /// How many there are.
    pub count: u64,
    /// What they take together; `None` if that is not documented.
    pub cost: Option<u64>,
    /// The formula, if there is one.
    pub figure: Option<&'static Figure>,
}

/// What a kernel costs.
#[derive(Clone, Debug)]
pub struct KernelCost {
    /// The kernel's symbol.
    pub name: String,
    /// How far it is lowered.
    pub level: Level,
    /// What it is compiled for.
    pub limits: &'static Limits,
    /// What each of its cores does.
    pub cores: Vec<CoreCost>,
}

/// What one core of a kernel costs.
#[derive(Clone, Debug)]
pub struct CoreCost {
    /// By engine, then in the order of first use.
    pub lines: Vec<Line>,
    /// Bytes that DMA reads from HBM, and writes to it.
    pub hbm_bytes: [u64; 2],
    /// Bytes per partition of SBUF and PSUM up to the end of the last allocation; `None` without addresses.
    pub peak: Option<[u64; 2]>,
}

/// The costs of a module's kernels, in order. Errors at an instruction that the verifier would refuse.
pub fn report(ir: &Ir<'_>) -> Result<Vec<KernelCost>, (OpId, Fault)> {
    let ops = ir.collect(ir.root(), WalkOrder::Pre);
    let kernels = ops.into_iter().filter_map(|op| level(ir, op).map(|level| (op, level)));
    kernels.map(|(op, level)| kernel(ir, op, level)).collect()
}

fn level(ir: &Ir<'_>, op: OpId) -> Option<Level> {
    let levels =
        [(nki::Kernel::NAME, Level::Nki), (bir::Kernel::NAME, Level::Bir), (dve::Program::NAME, Level::Dve)];
    levels.into_iter().find(|(name, _)| ir.is(op, name)).map(|(_, level)| level)
}

fn kernel(ir: &Ir<'_>, kernel: OpId, level: Level) -> Result<KernelCost, (OpId, Fault)> {
    let limits = device::limits(ir, kernel);
    let is_core = |op: &OpId| ir.is(*op, bir::Core::NAME) || ir.is(*op, dve::Core::NAME);
    let mut bodies: Vec<OpId> = ir.body_ops(kernel).filter(is_core).collect();
    if bodies.is_empty() {
        bodies.push(kernel);
    }
    let cores = match level {
        Level::Nki => Vec::new(),
        _ => bodies.into_iter().map(|body| core(ir, body, limits)).collect::<Result<_, _>>()?,
    };
    let name = ir.symbol_name(kernel).unwrap_or_default().to_owned();
    Ok(KernelCost { name, level, limits, cores })
}

/// The cost of a body: a kernel's, or a core's.
fn core(ir: &Ir<'_>, body: OpId, limits: &Limits) -> Result<CoreCost, (OpId, Fault)> {
    let mut cost = CoreCost { lines: Vec::new(), hbm_bytes: [0; 2], peak: Some([0; 2]) };
    for op in ir.collect(body, WalkOrder::Pre) {
        if ir.has_trait(op, Trait::Allocation) {
            cost.allocate(ir, op);
        } else if let Some(work) = work(ir, op, limits).map_err(|fault| (op, fault))? {
            cost.add(&work, limits);
        }
    }
    cost.lines.sort_by_key(|line| line.engine as usize);
    Ok(cost)
}

/// The memories whose peak is told.
const ON_CHIP: [Space; 2] = [Space::Sbuf, Space::Psum];

impl CoreCost {
    fn allocate(&mut self, ir: &Ir<'_>, op: OpId) {
        let Some(memory) = device::memory_type(ir.ctx, ir.ty(ir.result(op, 0))) else { return };
        let Some(index) = ON_CHIP.iter().position(|&space| space == memory.space) else { return };
        let end = ir.attr_i64(op, "address").map(|address| {
            let bytes = memory.row_elements().saturating_mul(memory.dtype.bytes() as i64);
            address.saturating_add(bytes).unsigned_abs()
        });
        self.peak = self.peak.zip(end).map(|(mut peak, end)| {
            peak[index] = peak[index].max(end);
            peak
        });
    }

    fn add(&mut self, work: &Work<'_>, limits: &Limits) {
        if work.engine == Engine::Dma {
            for operand in work.operands.iter().filter(|operand| operand.space == Space::Hbm) {
                self.hbm_bytes[usize::from(operand.written)] += operand.bytes();
            }
        }
        let figure = figure(work.name);
        let cost = figure.and_then(|row| (row.cost)(work, limits));
        let same = |line: &&mut Line| line.engine == work.engine && line.name == work.name;
        match self.lines.iter_mut().find(same) {
            Some(line) => {
                line.count += 1;
                line.cost = line.cost.zip(cost).map(|(sum, cost)| sum.saturating_add(cost));
            }
            None => {
                let name = work.name.to_owned();
                self.lines.push(Line { engine: work.engine, name, count: 1, cost, figure });
            }
        }
    }

    /// Cycles of an engine over the instructions whose cost is documented, and how many others there are.
    fn cycles(&self, engine: Engine) -> (u64, u64) {
        let of_engine = self.lines.iter().filter(|line| line.engine == engine);
        of_engine.fold((0, 0), |(cycles, others), line| match (line.cost, line.figure) {
            (Some(cost), Some(Figure { unit: Unit::Cycles, .. })) => (cycles + cost, others),
            _ => (cycles, others + line.count),
        })
    }
}

/// Cycles of an engine, and how many instructions they leave out.
fn write_cycles(f: &mut fmt::Formatter<'_>, engine: Engine, (cycles, others): (u64, u64)) -> fmt::Result {
    write!(f, "  {}: {cycles} cycles", engine.bir_name())?;
    match others {
        0 => writeln!(f),
        _ => writeln!(f, ", besides {others} of undocumented cost"),
    }
}

const UNDOCUMENTED: &str = "not documented";

impl CoreCost {
    /// The engines that have instructions, without DMA.
    fn engines(&self) -> Vec<Engine> {
        let mut engines: Vec<Engine> = self.lines.iter().map(|line| line.engine).collect();
        engines.dedup();
        engines.retain(|&engine| engine != Engine::Dma);
        engines
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, limits: &Limits) -> fmt::Result {
        writeln!(
            f,
            "  {:<10} {:<24} {:>8} {:>16}  formula (source)",
            "engine", "instruction", "count", "cost"
        )?;
        for line in &self.lines {
            let cost = match (line.cost, line.figure) {
                (Some(cost), Some(Figure { unit: Unit::Cycles, .. })) => format!("{cost} cycles"),
                (Some(cost), _) => format!("{cost} sim"),
                (None, _) => UNDOCUMENTED.to_owned(),
            };
            let engine = line.engine.bir_name();
            write!(f, "  {engine:<10} {:<24} {:>8} {cost:>16}", line.name, line.count)?;
            match line.figure {
                Some(figure) => writeln!(f, "  {} ({})", figure.formula, figure.source)?,
                None => writeln!(f)?,
            }
        }
        for engine in self.engines() {
            write_cycles(f, engine, self.cycles(engine))?;
        }
        let [read, written] = self.hbm_bytes;
        writeln!(f, "  DMA: {read} bytes read from HBM, {written} written to it")?;
        let available = [limits.sbuf_usable_bytes(), limits.psum_bytes()];
        for (index, name) in ["SBUF", "PSUM"].into_iter().enumerate() {
            match self.peak {
                Some(peak) => {
                    let (peak, available) = (peak[index], available[index]);
                    writeln!(f, "  {name} peak: {peak} of {available} bytes per partition")?;
                }
                None => writeln!(f, "  {name} peak: no addresses yet: run bir-allocate")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for KernelCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Nki => "nki",
            Level::Bir => "bir",
            Level::Dve => "dve",
        };
        writeln!(f, "@{} ({level}, {})", self.name, self.limits.name)?;
        if self.level == Level::Nki {
            return writeln!(f, "  no instructions yet: run nki-to-bir");
        }
        if let [core] = &self.cores[..] {
            return core.write(f, self.limits);
        }
        for (id, core) in self.cores.iter().enumerate() {
            writeln!(f, " core {id}")?;
            core.write(f, self.limits)?;
        }
        // The cores run side by side: of each engine the one that has more to do decides.
        writeln!(f, " at most on one core")?;
        let mut engines: Vec<Engine> = self.cores.iter().flat_map(CoreCost::engines).collect();
        engines.sort_by_key(|&engine| engine as usize);
        engines.dedup();
        for engine in engines {
            write_cycles(
                f,
                engine,
                self.cores.iter().map(|core| core.cycles(engine)).max().unwrap_or_default(),
            )?;
        }
        let most =
            |direction: usize| self.cores.iter().map(|core| core.hbm_bytes[direction]).max().unwrap_or(0);
        writeln!(f, "  DMA: {} bytes read from HBM, {} written to it", most(0), most(1))
    }
}
