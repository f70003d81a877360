//! The context: interners, source texts and the registered dialects, shared by every module of a run.

use std::borrow::Borrow;
use std::cell::RefCell;

use elsa::FrozenVec;
use rustc_hash::FxHashMap;

use super::attributes::{Attr, AttrKind, DenseData, IntValue};
use super::diagnostics::{FileId, PartLocator, SourceFile};
use super::intern::{Bytes, Interner, Str};
use super::location::{Loc, LocKind};
use super::op_info::{AttrDefault, AttrSlot, DialectInfo, OpInfo};
use super::types::{FloatKind, Signedness, Type, TypeKind, compatible_shapes};

/// Handle of an interned operation name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpName(u32);

/// An operation name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpNameData {
    /// Full name as printed: `hlo.add`.
    pub name: Str,
}

/// Owns everything that is interned. All methods take `&self`; handles stay valid for its lifetime.
pub struct Context {
    strings: Interner<Bytes>,
    types: Interner<TypeKind>,
    attrs: Interner<AttrKind>,
    locs: Interner<LocKind>,
    names: Interner<OpNameData>,
    infos: FrozenVec<Box<Option<&'static OpInfo>>>,
    registry: FxHashMap<&'static str, &'static OpInfo>,
    dialects: Vec<&'static DialectInfo>,
    files: FrozenVec<Box<SourceFile>>,
    empty_dict: Attr,
    /// Attributes that stand for absent ones, by their text in the declaration.
    defaults: RefCell<FxHashMap<&'static str, Option<Attr>>>,
}

/// The longest list of integers that [`Context::as_ints`] spreads out of a splat: dimensions, groups and padding of any
/// op are far shorter.
const MAX_INTS: usize = 1 << 20;

impl Context {
    /// A context that knows these dialects.
    pub fn new(dialects: &[&'static DialectInfo]) -> Self {
        let mut registry = FxHashMap::default();
        for dialect in dialects {
            registry.extend(dialect.ops.iter().map(|&op| (op.name, op)));
        }
        let mut ctx = Context {
            strings: Interner::new(),
            types: Interner::new(),
            attrs: Interner::new(),
            locs: Interner::new(),
            names: Interner::new(),
            infos: FrozenVec::new(),
            registry,
            dialects: dialects.to_vec(),
            files: FrozenVec::new(),
            empty_dict: Attr(0),
            defaults: RefCell::default(),
        };
        ctx.str("");
        ctx.loc(LocKind::Unknown);
        ctx.loc(LocKind::Span);
        ctx.empty_dict = ctx.attr(AttrKind::Dict(Box::new([])));
        ctx
    }

    /// The registered dialects.
    pub fn dialects(&self) -> &[&'static DialectInfo] {
        &self.dialects
    }

    /// The registered dialect with this namespace or one of its accepted prefixes.
    pub fn dialect(&self, prefix: &str) -> Option<&'static DialectInfo> {
        self.dialects.iter().copied().find(|d| d.name == prefix || d.prefix_aliases.contains(&prefix))
    }

    // Strings

    /// Interns a string.
    pub fn str(&self, text: &str) -> Str {
        self.bytes(text.as_bytes())
    }

    /// Interns a byte string.
    pub fn bytes(&self, bytes: &[u8]) -> Str {
        Str(self.strings.intern(bytes, || bytes.into()))
    }

    /// Makes room for this many more strings, so that the table does not grow while they come.
    pub(crate) fn reserve_strings(&self, more: usize) {
        self.strings.reserve(more);
    }

    /// The bytes of a string.
    pub fn bytes_of(&self, s: Str) -> &[u8] {
        self.strings.get(s.0).borrow()
    }

    /// The text of a string; the longest valid prefix if it holds bytes that are not UTF-8.
    pub fn text(&self, s: Str) -> &str {
        let bytes = self.bytes_of(s);
        match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(),
        }
    }

    // Types

    /// Interns a type.
    pub fn ty(&self, kind: TypeKind) -> Type {
        Type(self.types.intern_owned(kind))
    }

    /// What a type is.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty.0)
    }

    /// A signless integer type.
    pub fn int_type(&self, width: u32) -> Type {
        self.ty(TypeKind::Integer { width, sign: Signedness::Signless })
    }

    /// An unsigned integer type.
    pub fn uint_type(&self, width: u32) -> Type {
        self.ty(TypeKind::Integer { width, sign: Signedness::Unsigned })
    }

    /// A float type.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.ty(TypeKind::Float(kind))
    }

    /// `none`, the type of an untyped string attribute.
    pub fn none_type(&self) -> Type {
        self.ty(TypeKind::None)
    }

    /// A static or dynamic ranked tensor type without encoding.
    pub fn tensor_type(&self, shape: &[i64], elem: Type) -> Type {
        self.ty(TypeKind::RankedTensor { shape: shape.into(), elem, encoding: None })
    }

    /// A function type.
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() })
    }

    /// Shape and element type of a ranked shaped type (tensor, vector, memref).
    pub fn shaped(&self, ty: Type) -> Option<(&[i64], Type)> {
        match self.kind(ty) {
            TypeKind::RankedTensor { shape, elem, .. }
            | TypeKind::Vector { shape, elem, .. }
            | TypeKind::MemRef { shape, elem, .. } => Some((shape, *elem)),
            _ => None,
        }
    }

    /// Whether values of one type may be of the other at run time: the types are equal but for sizes that one of them does not
    /// know, and encodings, which say how a value is stored, or bound such sizes.
    pub fn compatible(&self, a: Type, b: Type) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (
                TypeKind::RankedTensor { shape, elem, .. },
                TypeKind::RankedTensor { shape: s, elem: e, .. },
            ) => elem == e && compatible_shapes(shape, s),
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.compatible(a, b))
            }
            _ => false,
        }
    }

    /// Shape and element type of a ranked tensor type.
    pub fn ranked_tensor(&self, ty: Type) -> Option<(&[i64], Type)> {
        match self.kind(ty) {
            TypeKind::RankedTensor { shape, elem, .. } => Some((shape, *elem)),
            _ => None,
        }
    }

    // Attributes

    /// Interns an attribute.
    pub fn attr(&self, kind: AttrKind) -> Attr {
        Attr(self.attrs.intern_owned(kind))
    }

    /// What an attribute is.
    pub fn attr_kind(&self, attr: Attr) -> &AttrKind {
        self.attrs.get(attr.0)
    }

    /// `unit`
    pub fn unit_attr(&self) -> Attr {
        self.attr(AttrKind::Unit)
    }

    /// `value : iN`
    pub fn int_attr(&self, value: i64, width: u32) -> Attr {
        let ty = self.int_type(width);
        self.attr(AttrKind::Integer { value: IntValue::Small(value), ty })
    }

    /// An integer attribute of an integer or index type with the value that the parser reads it with: one in the upper
    /// half of a signless type is negative, a boolean is its bit. `None` if the value does not fit, or the type is another.
    pub fn integer_attr(&self, value: i64, ty: Type) -> Option<Attr> {
        let (width, sign) = match *self.kind(ty) {
            TypeKind::Integer { width, sign } => (width.clamp(1, 65), sign),
            TypeKind::Index => (64, Signedness::Signed),
            _ => return None,
        };
        let (value, half) = (i128::from(value), 1i128 << (width - 1));
        let stored = match sign {
            Signedness::Unsigned if (0..2 * half).contains(&value) => value,
            Signedness::Unsigned => return None,
            _ if (-half..half).contains(&value) && width > 1 => value,
            Signedness::Signless if width == 1 && (-1..=1).contains(&value) => value & 1,
            Signedness::Signless if (half..2 * half).contains(&value) => value - 2 * half,
            _ => return None,
        };
        let value = IntValue::Small(i64::try_from(stored).ok()?);
        Some(self.attr(AttrKind::Integer { value, ty }))
    }

    /// `true` or `false`
    pub fn bool_attr(&self, value: bool) -> Attr {
        self.int_attr(i64::from(value), 1)
    }

    /// `value : f32`
    pub fn f32_attr(&self, value: f32) -> Attr {
        let ty = self.float_type(FloatKind::F32);
        self.attr(AttrKind::Float { bits: u128::from(value.to_bits()), ty })
    }

    /// `"text"`
    pub fn string_attr(&self, text: &str) -> Attr {
        self.attr(AttrKind::String { value: self.str(text), ty: None })
    }

    /// `@name`
    pub fn symbol_attr(&self, name: &str) -> Attr {
        self.attr(AttrKind::SymbolRef { root: self.str(name), nested: Box::new([]) })
    }

    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attr {
        self.attr(AttrKind::Type(ty))
    }

    /// `[a, b, ...]`
    pub fn array_attr(&self, items: &[Attr]) -> Attr {
        self.attr(AttrKind::Array(items.into()))
    }

    /// `array<i64: ...>`
    pub fn i64_array_attr(&self, items: &[i64]) -> Attr {
        let data = items.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.attr(AttrKind::DenseArray { elem: self.int_type(64), data })
    }

    /// `array<i32: ...>`
    pub fn i32_array_attr(&self, items: &[i32]) -> Attr {
        let data = items.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.attr(AttrKind::DenseArray { elem: self.int_type(32), data })
    }

    /// `array<i1: ...>`
    pub fn bool_array_attr(&self, items: &[bool]) -> Attr {
        let data = items.iter().map(|&v| u8::from(v)).collect();
        self.attr(AttrKind::DenseArray { elem: self.int_type(1), data })
    }

    /// `dense<...>` from raw little-endian elements (see [`DenseData::Bytes`]); stored as a splat if all are equal.
    pub fn dense_attr(&self, ty: Type, data: &[u8]) -> Attr {
        let count = self.shaped(ty).map_or(1, |(shape, _)| shape.iter().product::<i64>().max(0) as usize);
        let width = data.len().checked_div(count).unwrap_or(0);
        let splat = count > 0 && width > 0 && data.chunks_exact(width).all(|e| e == &data[..width]);
        let data = if splat { &data[..width] } else { data };
        self.attr(AttrKind::Dense { ty, splat, data: DenseData::Bytes(data.into()) })
    }

    /// A dictionary; entries may come in any order, the last of equal names wins.
    pub fn dict_attr(&self, entries: impl IntoIterator<Item = (Str, Attr)>) -> Attr {
        let mut list: Vec<(Str, Attr)> = entries.into_iter().collect();
        if list.is_empty() {
            return self.empty_dict;
        }
        let sorted = list.windows(2).all(|w| self.bytes_of(w[0].0) < self.bytes_of(w[1].0));
        if !sorted {
            list.sort_by(|a, b| self.bytes_of(a.0).cmp(self.bytes_of(b.0)));
            list.reverse();
            list.dedup_by_key(|e| e.0);
            list.reverse();
        }
        self.attr(AttrKind::Dict(list.into()))
    }

    /// `{}`
    pub fn empty_dict(&self) -> Attr {
        self.empty_dict
    }

    /// The entries of a dictionary attribute; none if it is another kind.
    pub fn dict_entries(&self, attr: Attr) -> &[(Str, Attr)] {
        match self.attr_kind(attr) {
            AttrKind::Dict(entries) => entries,
            _ => &[],
        }
    }

    /// The value of an entry of a dictionary attribute.
    pub fn dict_get(&self, attr: Attr, name: &str) -> Option<Attr> {
        let name = name.as_bytes();
        self.dict_entries(attr).iter().find(|e| self.bytes_of(e.0) == name).map(|e| e.1)
    }

    /// The value of an integer (or boolean) attribute that fits 64 bits.
    pub fn as_i64(&self, attr: Attr) -> Option<i64> {
        match self.attr_kind(attr) {
            AttrKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    }

    /// The value of an `i1` attribute.
    pub fn as_bool(&self, attr: Attr) -> Option<bool> {
        match self.attr_kind(attr) {
            AttrKind::Integer { value, ty } if *ty == self.int_type(1) => Some(value.to_i64() != Some(0)),
            _ => None,
        }
    }

    /// The text of a string attribute; `None` if it holds bytes that are not UTF-8, so that nothing is cut.
    pub fn as_text(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::String { value, .. } => std::str::from_utf8(self.bytes_of(*value)).ok(),
            _ => None,
        }
    }

    /// The name of a flat symbol reference, likewise.
    pub fn as_symbol(&self, attr: Attr) -> Option<&str> {
        match self.attr_kind(attr) {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
                std::str::from_utf8(self.bytes_of(*root)).ok()
            }
            _ => None,
        }
    }

    /// The type in a type attribute.
    pub fn as_type(&self, attr: Attr) -> Option<Type> {
        match self.attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The items of an array attribute.
    pub fn as_array(&self, attr: Attr) -> Option<&[Attr]> {
        match self.attr_kind(attr) {
            AttrKind::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Whether this is an array of dictionaries that are all empty.
    pub(super) fn is_empty_dicts(&self, attr: Attr) -> bool {
        self.as_array(attr).is_some_and(|items| items.iter().all(|&item| item == self.empty_dict()))
    }

    /// A list of integers from any of the forms MLIR writes one in: `array<i64: ..>` (any width), `[1 : i64, ..]`,
    /// `dense<..> : tensor<nxi64>` (splats expanded).
    pub fn as_ints(&self, attr: Attr) -> Option<Vec<i64>> {
        match self.attr_kind(attr) {
            AttrKind::DenseArray { elem, data } => self.int_elements(*elem, data),
            AttrKind::Array(items) => items.iter().map(|&a| self.as_i64(a)).collect(),
            AttrKind::Dense { ty, splat, data: DenseData::Bytes(data) } => {
                let (shape, elem) = self.shaped(*ty)?;
                let values = self.int_elements(elem, data)?;
                let count =
                    shape.iter().try_fold(1usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?))?;
                if count > MAX_INTS {
                    return None;
                }
                Some(if *splat { vec![*values.first()?; count] } else { values })
            }
            _ => None,
        }
    }

    fn int_elements(&self, elem: Type, data: &[u8]) -> Option<Vec<i64>> {
        let (width, unsigned) = match self.kind(elem) {
            TypeKind::Integer { width: 1, .. } => (1, true),
            TypeKind::Integer { width, sign } => (width.div_ceil(8) as usize, *sign == Signedness::Unsigned),
            TypeKind::Index => (8, false),
            _ => return None,
        };
        if !(1..=8).contains(&width) {
            return None;
        }
        let extend = |bytes: &[u8]| {
            let mut raw = [0; 8];
            raw[..width].copy_from_slice(bytes);
            let shift = 64 - 8 * width as u32;
            let value = i64::from_le_bytes(raw);
            if unsigned { value } else { value << shift >> shift }
        };
        Some(data.chunks_exact(width).map(extend).collect())
    }

    // Locations

    /// Interns a location.
    pub fn loc(&self, kind: LocKind) -> Loc {
        Loc(self.locs.intern_owned(kind))
    }

    /// What a location is.
    pub fn loc_kind(&self, loc: Loc) -> &LocKind {
        self.locs.get(loc.0)
    }

    // Operation names

    /// Interns an operation name. Accepted prefixes of a dialect (`stablehlo.` for `hlo.`) become its own when the
    /// dialect has such an op.
    pub fn op_name(&self, name: &str) -> OpName {
        if !self.registry.contains_key(name)
            && let Some((prefix, rest)) = name.split_once('.')
            && let Some(dialect) = self.dialect(prefix)
            && dialect.name != prefix
        {
            let own = format!("{}.{rest}", dialect.name);
            if self.registry.contains_key(own.as_str()) {
                return self.op_name(&own);
            }
        }
        let data = OpNameData { name: self.str(name) };
        let index = self.names.intern_owned(data);
        if index as usize == self.infos.len() {
            self.infos.push(Box::new(self.registry.get(name).copied()));
        }
        OpName(index)
    }

    /// The text of an operation name.
    pub fn op_name_str(&self, name: OpName) -> &str {
        self.text(self.names.get(name.0).name)
    }

    /// The declaration of an op; `None` for unregistered ones.
    pub fn op_info(&self, name: OpName) -> Option<&'static OpInfo> {
        self.infos[name.0 as usize]
    }

    /// The attribute that stands for an absent one.
    pub fn default_attr(&self, slot: &AttrSlot) -> Option<Attr> {
        let AttrDefault::Value(text) = slot.default else { return None };
        if let Some(&known) = self.defaults.borrow().get(text) {
            return known;
        }
        let attr = super::text::parse_attr(self, text).ok();
        self.defaults.borrow_mut().insert(text, attr);
        attr
    }

    // Source texts

    /// Adds a source text. Texts over 4 GiB are refused by the caller before (offsets are 32 bits).
    pub fn add_file(&self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.add_source(name.into(), text.into(), None)
    }

    /// Adds a source text in another language than MLIR.
    pub fn add_foreign_file(
        &self,
        name: impl Into<String>,
        text: impl Into<String>,
        locator: PartLocator,
    ) -> FileId {
        self.add_source(name.into(), text.into(), Some(locator))
    }

    fn add_source(&self, name: String, text: String, locator: Option<PartLocator>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(Box::new(SourceFile::new(name, text, locator)));
        id
    }

    /// A source text.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }
}
