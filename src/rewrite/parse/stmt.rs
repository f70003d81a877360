//! Match clauses and statements.

use pest::iterators::Pair;

use super::super::ast::*;
use super::{Reader, Result, Rule, children};

impl Reader {
    pub(super) fn clause(self, pair: Pair<'_, Rule>) -> Result<Clause> {
        let span = self.span(&pair);
        let (mut alias, mut results, mut op, mut otherwise) = (None, Vec::new(), None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::op_alias => alias = children(part).next().map(|n| self.name(&n)),
                Rule::result_pats => {
                    results = part.into_inner().map(|v| self.value_pat(v)).collect::<Result<_>>()?;
                }
                Rule::otherwise => otherwise = Some(self.otherwise(part)?),
                _ => op = Some(self.op_pat(part)?),
            }
        }
        Ok(Clause { alias, results, op: op.expect("a clause has an op"), otherwise, span })
    }

    fn value_pat(self, pair: Pair<'_, Rule>) -> Result<ValuePat> {
        let mut parts = pair.into_inner();
        let binder = self.binder(parts.next().expect("a value has a name"));
        let ty = parts.next().map(|t| self.type_expr(t)).transpose()?;
        Ok(ValuePat { binder, ty })
    }

    fn op_pat(self, pair: Pair<'_, Rule>) -> Result<OpPat> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next().expect("an op has a name"));
        let (mut operands, mut attrs) = (Vec::new(), Vec::new());
        for part in parts {
            match part.as_rule() {
                Rule::operand_pats => {
                    operands = part.into_inner().map(|o| self.operand_pat(o)).collect::<Result<_>>()?;
                }
                _ => attrs = self.attrs(part)?,
            }
        }
        Ok(OpPat { name, operands, attrs, span })
    }

    fn operand_pat(self, pair: Pair<'_, Rule>) -> Result<OperandPat> {
        let mut parts = pair.into_inner().peekable();
        let slot = parts.next_if(|p| p.as_rule() == Rule::name).map(|n| self.name(&n));
        let term = self.term(parts.next().expect("an operand has a pattern"))?;
        Ok(OperandPat { slot, term })
    }

    fn term(self, pair: Pair<'_, Rule>) -> Result<Term> {
        Ok(match pair.as_rule() {
            Rule::list_pat => {
                let span = self.span(&pair);
                Term::List(pair.into_inner().map(|t| self.term(t)).collect::<Result<_>>()?, span)
            }
            Rule::op_pat | Rule::form_pat => Term::Op(self.op_pat(pair)?),
            _ => Term::Value(self.value_pat(pair)?),
        })
    }

    fn attrs(self, pair: Pair<'_, Rule>) -> Result<Vec<Attr>> {
        pair.into_inner().map(|a| self.attr(a)).collect()
    }

    fn attr(self, pair: Pair<'_, Rule>) -> Result<Attr> {
        let span = self.span(&pair);
        let (mut name, mut maybe) = (None, false);
        let mut mode = AttrMode::Present;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::absent => mode = AttrMode::Absent,
                Rule::maybe => maybe = true,
                Rule::attr_name => {
                    let span = self.span(&part);
                    let token = part.into_inner().next().expect("a name is a word or a string");
                    let text = match token.as_rule() {
                        Rule::string => self.string(&token)?,
                        _ => token.as_str().to_string(),
                    };
                    name = Some(Name { text, span });
                }
                _ => {
                    let value = self.expr(part)?;
                    mode = if maybe { AttrMode::Maybe(value) } else { AttrMode::Is(value) };
                }
            }
        }
        Ok(Attr { name: name.expect("an attribute has a name"), mode, span })
    }

    pub(super) fn block(self, pair: Pair<'_, Rule>) -> Result<Vec<Stmt>> {
        pair.into_inner().map(|s| self.stmt(s)).collect()
    }

    pub(super) fn stmt(self, pair: Pair<'_, Rule>) -> Result<Stmt> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::for_stmt {
            return Ok(Stmt::For(self.for_loop(pair)?));
        }
        if rule == Rule::if_stmt {
            return Ok(Stmt::If(self.if_block(pair)?));
        }
        let mut parts = children(pair);
        let mut next = || parts.next().expect("the grammar puts this child here");
        Ok(match rule {
            Rule::before => Stmt::Before { value: self.var(&next()) },
            Rule::replace => Stmt::Replace { from: self.args(next())?, to: self.args(next())?, span },
            Rule::erase => Stmt::Erase { op: self.name(&next()) },
            Rule::update => Stmt::Update { op: self.name(&next()), attrs: self.attrs(next())? },
            Rule::let_stmt => {
                let binders = self.binders(next());
                let value = next();
                let value = match value.as_rule() {
                    Rule::outline => LetValue::Outline(Box::new(self.outline(value)?)),
                    Rule::for_stmt => LetValue::For(self.for_loop(value)?),
                    Rule::if_stmt => LetValue::If(self.if_block(value)?),
                    _ => LetValue::Expr(self.expr(value)?),
                };
                Stmt::Let { binders, value, span }
            }
            Rule::next | Rule::yield_stmt => {
                let args = parts.next().map(|a| self.args(a)).transpose()?.unwrap_or_default();
                Stmt::Yield { args, is_next: rule == Rule::next, span }
            }
            Rule::call_stmt => Stmt::Call { name: self.name(&next()), args: self.args(next())?, span },
            _ => {
                let mut results = Vec::new();
                while let Some(binder) = parts.next_if(|p| p.as_rule() == Rule::binder) {
                    results.push(self.binder(binder));
                }
                let op = parts.next().expect("a statement builds an op");
                Stmt::Build { results, op: self.op_build(op)? }
            }
        })
    }

    fn for_loop(self, pair: Pair<'_, Rule>) -> Result<For> {
        let span = self.span(&pair);
        let (mut range, mut carry, mut body) = (None, Vec::new(), Vec::new());
        for part in children(pair) {
            match part.as_rule() {
                Rule::range => range = Some(self.range(part)?),
                Rule::carry => {
                    let mut inner = part.into_inner();
                    let binder = self.binder(inner.next().expect("a carried value has a name"));
                    let init = self.expr(inner.next().expect("a carried value has a start value"))?;
                    carry.push((binder, init));
                }
                _ => body = self.block(part)?,
            }
        }
        Ok(For { range: range.expect("a loop has a range"), carry, body, span })
    }

    fn if_block(self, pair: Pair<'_, Rule>) -> Result<If> {
        let span = self.span(&pair);
        let mut parts = children(pair);
        let condition = self.expr(parts.next().expect("`if` has a condition"))?;
        let then = self.block(parts.next().expect("`if` has a block"))?;
        let otherwise = match parts.next() {
            Some(other) if other.as_rule() == Rule::if_stmt => vec![Stmt::If(self.if_block(other)?)],
            Some(other) => self.block(other)?,
            None => Vec::new(),
        };
        Ok(If { condition, then, otherwise, span })
    }

    fn op_build(self, pair: Pair<'_, Rule>) -> Result<OpBuild> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next().expect("an op has a name"));
        let mut op = OpBuild {
            name,
            operands: Vec::new(),
            attrs: Vec::new(),
            types: None,
            regions: Vec::new(),
            take: None,
            keeping: None,
            span,
        };
        for part in parts {
            match part.as_rule() {
                Rule::operands => {
                    op.operands = part.into_inner().map(|o| self.operand(o)).collect::<Result<_>>()?;
                }
                Rule::attrs => op.attrs = self.attrs(part)?,
                Rule::args => op.types = Some(self.args(part)?),
                Rule::region => op.regions.push(self.region(part)?),
                Rule::take => {
                    let mut names = children(part).map(|n| self.name(&n));
                    let mut next = || names.next().expect("`take` names an op and a region");
                    op.take = Some(Take { op: next(), region: next(), converting: names.next() });
                }
                _ => op.keeping = children(part).next().map(|n| self.name(&n)),
            }
        }
        Ok(op)
    }

    fn operand(self, pair: Pair<'_, Rule>) -> Result<Operand> {
        let mut parts = pair.into_inner().peekable();
        let slot = parts.next_if(|p| p.as_rule() == Rule::name).map(|n| self.name(&n));
        let value = parts.next().expect("an operand has a value");
        let value = match value.as_rule() {
            Rule::op_build => OperandValue::Op(Box::new(self.op_build(value)?)),
            _ => OperandValue::Arg(self.arg(value)?),
        };
        Ok(Operand { slot, value })
    }

    fn region(self, pair: Pair<'_, Rule>) -> Result<Region> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let args = self.block_args(parts.next().expect("a region has an argument list"))?;
        let body = parts.map(|s| self.stmt(s)).collect::<Result<_>>()?;
        Ok(Region { args, body, span })
    }

    fn block_args(self, pair: Pair<'_, Rule>) -> Result<Vec<BlockArg>> {
        pair.into_inner()
            .map(|arg| {
                let mut parts = arg.into_inner();
                let binder = self.binder(parts.next().expect("an argument has a name"));
                let ty = self.expr(parts.next().expect("an argument has a type"))?;
                Ok(BlockArg { binder, ty })
            })
            .collect()
    }

    fn outline(self, pair: Pair<'_, Rule>) -> Result<Outline> {
        let span = self.span(&pair);
        let mut parts = children(pair);
        let symbol = self.expr(parts.next().expect("`outline` has a symbol name"))?;
        let op = self.name(&parts.next().expect("`outline` has an op"));
        let (mut attrs, mut keeping, mut args, mut body) = (Vec::new(), None, Vec::new(), Vec::new());
        for part in parts {
            match part.as_rule() {
                Rule::attrs => attrs = self.attrs(part)?,
                Rule::block_args => args = self.block_args(part)?,
                Rule::keeping => keeping = children(part).next().map(|n| self.name(&n)),
                _ => body = self.block(part)?,
            }
        }
        Ok(Outline { symbol, op, attrs, keeping, region: Region { args, body, span } })
    }
}
