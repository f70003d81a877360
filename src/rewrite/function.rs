//! Named Rust functions that patterns call: how one is declared and what it sees.

use std::rc::Rc;

use crate::ir::{Attr, Context, Ir, OpId, Type, ValueId};

use super::value::{Kind, Val};

/// A function that patterns call by name.
pub struct Function {
    /// Name.
    pub name: &'static str,
    /// Kinds of the parameters.
    pub params: &'static [Kind],
    /// The kind of any number of further arguments.
    pub rest: Option<Kind>,
    /// Kind of the result.
    pub result: Kind,
    /// One line for `--list-pattern-functions`.
    pub doc: &'static str,
    /// The function itself; arguments have the declared kinds. `None` means that it has no value for them, which
    /// makes the condition or `let` around the call fail.
    pub run: fn(&Call<'_, '_>) -> Option<Val>,
}

impl Function {
    /// The declaration as a line of text: `dim(Value or Type, Int) -> Int`.
    pub fn signature(&self) -> String {
        let mut params: Vec<String> = self.params.iter().map(Kind::to_string).collect();
        params.extend(self.rest.map(|k| format!("{k}...")));
        format!("{}({}) -> {}", self.name, params.join(", "), self.result)
    }
}

/// The value of a pass option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// A word or string.
    Str(String),
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
}

/// The options of the pass that applies a pattern set, read with `option("name")`.
pub type Options = Vec<(String, OptionValue)>;

/// What a function sees: the IR before the rewrite, the root op of the match, and its arguments.
pub struct Call<'a, 'c> {
    /// The IR.
    pub ir: &'a Ir<'c>,
    /// The op the pattern was tried on.
    pub root: OpId,
    /// Options of the pass.
    pub options: &'a Options,
    /// Arguments, converted to the declared kinds.
    pub args: &'a [Val],
}

/// Arguments by position. A wrong kind gives `None`: the loader has checked the kinds, so this happens for parameters
/// of kind `Any` only.
impl<'c> Call<'_, 'c> {
    /// The context.
    pub fn ctx(&self) -> &'c Context {
        self.ir.ctx
    }

    /// An integer.
    pub fn int(&self, index: usize) -> Option<i64> {
        match self.args.get(index)? {
            Val::Int(v) => Some(*v),
            _ => None,
        }
    }

    /// A float.
    pub fn float(&self, index: usize) -> Option<f64> {
        match self.args.get(index)? {
            Val::Float(v) => Some(*v),
            _ => None,
        }
    }

    /// A truth value.
    pub fn bool(&self, index: usize) -> Option<bool> {
        match self.args.get(index)? {
            Val::Bool(v) => Some(*v),
            _ => None,
        }
    }

    /// A string.
    pub fn text(&self, index: usize) -> Option<&str> {
        match self.args.get(index)? {
            Val::Str(v) => Some(v),
            _ => None,
        }
    }

    /// An attribute.
    pub fn attr(&self, index: usize) -> Option<Attr> {
        match self.args.get(index)? {
            Val::Attr(v) => Some(*v),
            _ => None,
        }
    }

    /// A type (also for a parameter of kind [`Kind::TYPED`]).
    pub fn ty(&self, index: usize) -> Option<Type> {
        match self.args.get(index)? {
            Val::Type(v) => Some(*v),
            _ => None,
        }
    }

    /// An SSA value.
    pub fn value(&self, index: usize) -> Option<ValueId> {
        match self.args.get(index)? {
            Val::Value(v) => Some(*v),
            _ => None,
        }
    }

    /// An op.
    pub fn op(&self, index: usize) -> Option<OpId> {
        match self.args.get(index)? {
            Val::Op(v) => Some(*v),
            _ => None,
        }
    }

    /// A list.
    pub fn list(&self, index: usize) -> Option<&Rc<[Val]>> {
        match self.args.get(index)? {
            Val::List(v) => Some(v),
            _ => None,
        }
    }

    /// A list of integers.
    pub fn ints(&self, index: usize) -> Option<Vec<i64>> {
        self.list(index)?
            .iter()
            .map(|v| match v {
                Val::Int(v) => Some(*v),
                _ => None,
            })
            .collect()
    }
}
