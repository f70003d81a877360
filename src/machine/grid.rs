//! Processes that run programs of one module together: who they are, what they wait for, and how they meet.
//!
//! A process executes until it comes to a point where what it needs is not there; then another does. Nothing depends on
//! time: the order in which processes execute is the caller's, and values are joined in the order of a group.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::RtValue;

/// A process: which replica, and which partition of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ProcessId {
    /// Number of the replica.
    pub replica: usize,
    /// Number of the partition.
    pub partition: usize,
}

/// A point that the members of a group pass together. Points are the same when they are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// What is done there: the name of an op.
    pub name: String,
    /// The channel; 0 where there is none.
    pub channel: i64,
    /// Who meets, in the order of the group.
    pub members: Vec<ProcessId>,
}

/// Where what is sent is kept until it is received: the channel, and whom it is for, if for one process alone.
pub type Route = (i64, Option<ProcessId>);

/// What each member of a group brought, in the order of the group.
pub type Gathered = Rc<[Vec<RtValue>]>;

/// What a process is about.
#[derive(Clone, Debug)]
enum State {
    Runs,
    Meets(Meeting, Vec<RtValue>),
    /// All members came; it goes on with what they brought.
    Met(Gathered),
    Receives(Route),
    Ended,
}

/// Why a process cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// A member of its group has not come.
    Member(ProcessId),
    /// Nothing was sent through this channel.
    Message(i64),
}

/// All processes of a run; one of them executes.
#[derive(Clone, Debug)]
pub struct Grid {
    replicas: usize,
    partitions: usize,
    /// By replica, then partition.
    states: Vec<State>,
    selected: usize,
    mail: FxHashMap<Route, VecDeque<Vec<RtValue>>>,
    /// The functions that give what the host feeds, next first; `None` if there is no host.
    infeed: Option<VecDeque<String>>,
}

impl Default for Grid {
    /// One process on its own, without a host.
    fn default() -> Self {
        Grid { infeed: None, ..Grid::new(1, 1, VecDeque::new()) }
    }
}

impl Grid {
    /// `replicas` times `partitions` processes, none of which has executed anything, and a host that feeds what these
    /// functions give.
    pub fn new(replicas: usize, partitions: usize, infeed: VecDeque<String>) -> Self {
        Grid {
            replicas,
            partitions,
            states: vec![State::Runs; replicas * partitions],
            selected: 0,
            mail: FxHashMap::default(),
            infeed: Some(infeed),
        }
    }

    /// Number of replicas.
    pub fn replicas(&self) -> usize {
        self.replicas
    }

    /// Number of partitions of each replica.
    pub fn partitions(&self) -> usize {
        self.partitions
    }

    /// Whether this is one process on its own, which nobody started together with others.
    pub fn is_alone(&self) -> bool {
        self.infeed.is_none()
    }

    /// Whether there is such a process.
    pub fn has(&self, process: ProcessId) -> bool {
        process.replica < self.replicas && process.partition < self.partitions
    }

    /// The process with this number.
    pub fn nth(&self, index: usize) -> ProcessId {
        ProcessId { replica: index / self.partitions, partition: index % self.partitions }
    }

    fn index(&self, process: ProcessId) -> usize {
        process.replica * self.partitions + process.partition
    }

    /// The process that executes.
    pub fn process(&self) -> ProcessId {
        self.nth(self.selected)
    }

    /// Makes the process with this number the one that executes.
    pub fn select(&mut self, index: usize) {
        self.selected = index;
    }

    /// The process that executes has come to its end.
    pub fn end(&mut self) {
        self.states[self.selected] = State::Ended;
    }

    /// Whether the process with this number has something to execute.
    pub fn can_go_on(&self, index: usize) -> bool {
        matches!(self.states[index], State::Runs | State::Met(_))
    }

    /// Whether the process has come to its end.
    pub fn has_ended(&self, process: ProcessId) -> bool {
        matches!(self.states[self.index(process)], State::Ended)
    }

    /// The process that executes comes to a meeting with these values. `None`: others are still to come, and it waits;
    /// once they are there, it comes again and gets what they brought.
    pub fn meet(&mut self, meeting: Meeting, values: Vec<RtValue>) -> Option<Gathered> {
        if let State::Met(gathered) = &self.states[self.selected] {
            let gathered = Rc::clone(gathered);
            self.states[self.selected] = State::Runs;
            return Some(gathered);
        }
        let members: Vec<usize> = meeting.members.iter().map(|&member| self.index(member)).collect();
        self.states[self.selected] = State::Meets(meeting.clone(), values);
        let brought = |&member: &usize| match &self.states[member] {
            State::Meets(point, values) if *point == meeting => Some(values),
            _ => None,
        };
        // Processes come in their order: who is missing is found from behind.
        if !members.iter().rev().all(|member| brought(member).is_some()) {
            return None;
        }
        let gathered: Gathered = members.iter().filter_map(brought).cloned().collect();
        for member in members {
            self.states[member] = State::Met(Rc::clone(&gathered));
        }
        self.states[self.selected] = State::Runs;
        Some(gathered)
    }

    /// Leaves values for whoever receives them; the sender does not wait.
    pub fn send(&mut self, route: Route, values: Vec<RtValue>) {
        self.mail.entry(route).or_default().push_back(values);
        let receiver = |state: &&mut State| matches!(state, State::Receives(from) if *from == route);
        if let Some(state) = self.states.iter_mut().find(receiver) {
            *state = State::Runs;
        }
    }

    /// The oldest values of a route. `None`: there are none, and the process that executes waits; once some are sent, it
    /// comes again.
    pub fn receive(&mut self, route: Route) -> Option<Vec<RtValue>> {
        let values = self.mail.get_mut(&route).and_then(VecDeque::pop_front);
        if values.is_none() {
            self.states[self.selected] = State::Receives(route);
        }
        values
    }

    /// The function that gives what the host feeds next.
    pub fn infeed(&mut self) -> Option<String> {
        self.infeed.as_mut()?.pop_front()
    }

    /// A channel through which something was sent that nobody received.
    pub fn undelivered(&self) -> Option<i64> {
        let left = self.mail.iter().filter(|(_, messages)| !messages.is_empty());
        left.map(|((channel, _), _)| *channel).min()
    }

    /// What the process with this number waits for, if it does.
    pub fn missing(&self, index: usize) -> Option<Missing> {
        match &self.states[index] {
            State::Meets(meeting, _) => {
                let there = |member: &ProcessId| matches!(&self.states[self.index(*member)], State::Meets(point, _) if point == meeting);
                meeting.members.iter().find(|member| !there(member)).copied().map(Missing::Member)
            }
            State::Receives((channel, _)) => Some(Missing::Message(*channel)),
            State::Runs | State::Met(_) | State::Ended => None,
        }
    }

    /// `replica 1`, `partition 0`, or `replica 1 of partition 0` where there are several of both.
    pub fn describe(&self, process: ProcessId) -> String {
        let ProcessId { replica, partition } = process;
        match (self.replicas, self.partitions) {
            (_, 1) => format!("replica {replica}"),
            (1, _) => format!("partition {partition}"),
            _ => format!("partition {partition} of replica {replica}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Tensor;

    const A: ProcessId = ProcessId { replica: 0, partition: 0 };
    const B: ProcessId = ProcessId { replica: 1, partition: 0 };

    fn value(number: i32) -> Vec<RtValue> {
        let tensor = Tensor::from_values(&[], &[number]).expect("a scalar");
        vec![RtValue::Tensor(Rc::new(tensor))]
    }

    fn numbers(gathered: &[Vec<RtValue>]) -> Vec<i64> {
        let number = |value: &RtValue| match value {
            RtValue::Tensor(tensor) => tensor.to_i64s()[0],
            _ => panic!("a tensor was brought"),
        };
        gathered.iter().flatten().map(number).collect()
    }

    fn meeting(channel: i64, members: &[ProcessId]) -> Meeting {
        Meeting { name: "op".into(), channel, members: members.to_vec() }
    }

    #[test]
    fn members_get_what_all_brought_in_the_order_of_the_group() {
        let mut grid = Grid::new(2, 1, VecDeque::new());
        assert!(grid.meet(meeting(0, &[B, A]), value(10)).is_none());
        assert!(!grid.can_go_on(0));
        assert_eq!(grid.missing(0), Some(Missing::Member(B)));
        grid.select(1);
        let gathered = grid.meet(meeting(0, &[B, A]), value(20)).expect("both are there");
        assert_eq!(numbers(&gathered), [20, 10]);
        // The first one comes again, and its next meeting is another one.
        grid.select(0);
        assert!(grid.can_go_on(0));
        assert_eq!(numbers(&grid.meet(meeting(0, &[B, A]), value(0)).expect("they met")), [20, 10]);
        assert!(grid.meet(meeting(0, &[B, A]), value(30)).is_none());
    }

    #[test]
    fn points_that_differ_do_not_match() {
        let mut grid = Grid::new(2, 1, VecDeque::new());
        assert!(grid.meet(meeting(1, &[A, B]), value(1)).is_none());
        grid.select(1);
        assert!(grid.meet(meeting(2, &[A, B]), value(2)).is_none());
        assert_eq!((grid.missing(0), grid.missing(1)), (Some(Missing::Member(B)), Some(Missing::Member(A))));
    }

    #[test]
    fn messages_of_a_route_come_in_order() {
        let mut grid = Grid::new(2, 1, VecDeque::new());
        assert!(grid.receive((7, None)).is_none());
        assert_eq!(grid.missing(0), Some(Missing::Message(7)));
        grid.select(1);
        grid.send((7, Some(B)), value(0));
        assert!(!grid.can_go_on(0), "it is for another process");
        grid.send((7, None), value(1));
        grid.send((7, None), value(2));
        grid.select(0);
        assert!(grid.can_go_on(0));
        assert_eq!(numbers(&[grid.receive((7, None)).expect("sent")]), [1]);
        assert_eq!(numbers(&[grid.receive((7, None)).expect("sent")]), [2]);
        assert_eq!(grid.undelivered(), Some(7));
    }
}
