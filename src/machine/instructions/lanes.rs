//! The search family on one partition's row.

/// Slots of the search family.
pub(super) const SLOTS: usize = 8;

/// What a position slot holds while its key is not found.
pub(super) const NOT_FOUND: u32 = u32::MAX;

/// Elements compared with a bound together: enough for the compiler to use vector registers.
const CHUNK: usize = 16;

/// Running maxima of a row, each over every 16th element.
const LANES: usize = 16;

/// The 8 largest values of a row, descending (spec bir.md §7).
///
/// The rule: 8 slots, each empty or filled; every element is carried through them: an empty slot takes the carry,
/// a slot that the carry strictly exceeds (IEEE, so never with a NaN) swaps with it, any other is passed.
///
/// A NaN takes a slot only while one is empty, which is during the first 8 elements; later ones change nothing.
pub(super) fn max8_row(row: &[f32]) -> [f32; SLOTS] {
    match row.first_chunk::<SLOTS>() {
        Some(first) if !first.iter().any(|value| value.is_nan()) => {
            max8_above(row, floor_of_the_8_largest(row))
        }
        _ => max8_by_the_rule(row),
    }
}

/// A value that at least 8 elements of the row reach: the smallest of the maxima of 8 disjoint sets of elements, -inf
/// if one is empty.
#[inline(never)] // Inlined, the compiler mixes its registers with the insertion's and loses half its speed.
fn floor_of_the_8_largest(row: &[f32]) -> f32 {
    let mut maxima = [f32::NEG_INFINITY; LANES];
    for chunk in row.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            maxima[lane] = if chunk[lane] > maxima[lane] { chunk[lane] } else { maxima[lane] };
        }
    }
    let mut floor = f32::INFINITY;
    for lane in 0..SLOTS {
        let top = if maxima[lane] > maxima[lane + SLOTS] { maxima[lane] } else { maxima[lane + SLOTS] };
        floor = if top < floor { top } else { floor };
    }
    floor
}

/// The rule on a row whose first 8 elements are no NaNs and of which at least 8 elements reach `floor`.
///
/// Elements below the floor end up in no slot, and they never change the order of those above: a displaced value only
/// moves past equal ones, and lower ones lie behind them. An empty slot behaves like one that holds -inf.
#[inline(never)] // As above.
fn max8_above(row: &[f32], floor: f32) -> [f32; SLOTS] {
    let mut slots = [f32::NEG_INFINITY; SLOTS];
    let mut bar = floor;
    let (chunks, rest) = row.as_chunks::<CHUNK>();
    for chunk in chunks {
        if any_reaches(chunk, bar) {
            for_each_reaching(chunk, bar, |_, value| insert(&mut slots, value));
            // Only what strictly exceeds the last slot can still change anything.
            bar = bar.max(slots[SLOTS - 1].next_up());
        }
    }
    for &value in rest {
        insert(&mut slots, value);
    }
    slots
}

/// Carries a value through filled slots, without a branch, so that consecutive insertions overlap.
#[inline(always)]
fn insert(slots: &mut [f32; SLOTS], value: f32) {
    let mut carry = value;
    for slot in slots {
        let above = if carry > *slot { carry } else { *slot };
        carry = if *slot < carry { *slot } else { carry };
        *slot = above;
    }
}

/// The rule as it is written.
fn max8_by_the_rule(row: &[f32]) -> [f32; SLOTS] {
    let mut slots = [f32::NEG_INFINITY; SLOTS];
    let mut filled = 0;
    for &value in row {
        let mut carry = value;
        for slot in &mut slots[..filled] {
            if carry > *slot {
                std::mem::swap(slot, &mut carry);
            }
        }
        if filled < SLOTS {
            slots[filled] = carry;
            filled += 1;
        }
    }
    slots
}

/// Whether an element is at least `floor`.
#[inline(always)]
fn any_reaches(chunk: &[f32; CHUNK], floor: f32) -> bool {
    chunk.iter().fold(false, |any, value| any | (*value >= floor))
}

/// Calls `visit` with the offset and value of every element that is at least `floor`, ascending.
fn for_each_reaching(chunk: &[f32; CHUNK], floor: f32, mut visit: impl FnMut(usize, f32)) {
    // Compact the offsets without a branch, then visit them.
    let mut lanes = [0u8; CHUNK];
    let mut count = 0;
    for (lane, value) in chunk.iter().enumerate() {
        lanes[count] = lane as u8;
        count += usize::from(*value >= floor);
    }
    for &lane in &lanes[..count] {
        visit(usize::from(lane), chunk[usize::from(lane)]);
    }
}

/// One partition's match values and what the search has found for each (spec dve.md §4.2, §4.5).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lane {
    /// `mv[n]`.
    values: [f32; SLOTS],
    /// Bit n: `mv[n]` may still match, that is, it is not a NaN and has not been matched.
    open: u8,
    /// Flop n: the position that `mv[n]` was matched at, or all ones.
    pub positions: [u32; SLOTS],
}

impl Lane {
    /// A lane whose values match nothing.
    pub const EMPTY: Lane = Lane { values: [f32::NAN; SLOTS], open: 0, positions: [NOT_FOUND; SLOTS] };

    /// MatchValueLoad of one partition: `mv[7-k] := keys[k]`, nothing matched.
    pub fn load(&mut self, keys: &[f32; SLOTS]) {
        let mut values = *keys;
        values.reverse();
        let open = (0..SLOTS).fold(0, |mask, n| mask | u8::from(!values[n].is_nan()) << n);
        *self = Lane { values, open, ..Lane::EMPTY };
    }

    /// Searches the row in ascending position. Each element goes to the first open value that IEEE-equals it, by
    /// ascending n, and a value takes one element. Calls `found` with each position taken.
    pub fn search(&mut self, row: &[f32], mut found: impl FnMut(usize)) {
        // Only an element of at least the smallest value can match.
        let floor = self.values.iter().fold(f32::INFINITY, |floor, value| floor.min(*value));
        let (chunks, rest) = row.as_chunks::<CHUNK>();
        for (number, chunk) in chunks.iter().enumerate() {
            if any_reaches(chunk, floor) {
                if self.open == 0 {
                    return;
                }
                let start = number * CHUNK;
                for_each_reaching(chunk, floor, |lane, value| self.offer(start + lane, value, &mut found));
            }
        }
        let start = row.len() - rest.len();
        for (offset, value) in rest.iter().enumerate() {
            self.offer(start + offset, *value, &mut found);
        }
    }

    fn offer(&mut self, position: usize, value: f32, found: &mut impl FnMut(usize)) {
        let equal = (0..SLOTS).fold(0u8, |mask, n| mask | u8::from(self.values[n] == value) << n);
        let candidates = equal & self.open;
        if candidates != 0 {
            let n = candidates.trailing_zeros() as usize;
            self.open &= !(1 << n);
            self.positions[n] = position as u32;
            found(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values that collide often: ties, zeros of both signs, infinities, and NaN where asked for.
    fn value(nan: bool) -> impl Strategy<Value = f32> {
        let specials = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
        let specials = &specials[..specials.len() - usize::from(!nan)];
        prop_oneof![3 => prop::sample::select(specials.to_vec()), 1 => -4.0f32..4.0, 1 => (-9i8..9).prop_map(f32::from)]
    }

    /// The reference model of spec nki_isa.md §7.5.
    fn pair(data: &[f32], vals: &[f32; SLOTS], order: impl Iterator<Item = usize>) -> [u32; SLOTS] {
        let mut positions = [NOT_FOUND; SLOTS];
        for slot in order {
            let free = |position: &usize| !positions.contains(&(*position as u32));
            if let Some(position) =
                (0..data.len()).filter(free).find(|position| data[*position] == vals[slot])
            {
                positions[slot] = position as u32;
            }
        }
        positions
    }

    fn bits(values: [f32; SLOTS]) -> [u32; SLOTS] {
        values.map(f32::to_bits)
    }

    proptest! {
        #[test]
        fn the_fast_max8_is_the_rule(row in prop::collection::vec(value(false), 8..200)) {
            prop_assert_eq!(bits(max8_row(&row)), bits(max8_by_the_rule(&row)));
        }

        #[test]
        fn max8_of_rows_with_nan_is_the_rule(row in prop::collection::vec(value(true), 8..60)) {
            prop_assert_eq!(bits(max8_row(&row)), bits(max8_by_the_rule(&row)));
        }

        #[test]
        fn a_search_pairs_slots_with_positions(
            row in prop::collection::vec(value(true), 0..100),
            keys in prop::array::uniform8(value(true)),
        ) {
            let mut lane = Lane::EMPTY;
            // As loaded by MatchReplace: mv[7-k] is key k, so the highest slot gets the smallest position.
            lane.load(&keys);
            let mut taken = Vec::new();
            lane.search(&row, |position| taken.push(position));
            let mut positions = lane.positions;
            positions.reverse();
            prop_assert_eq!(positions, pair(&row, &keys, (0..SLOTS).rev()));
            prop_assert!(taken.is_sorted());
            prop_assert_eq!(taken.len(), positions.iter().filter(|position| **position != NOT_FOUND).count());

            // As loaded by MaxIndex, keys reversed: mv[k] is key k.
            let mut reversed = keys;
            reversed.reverse();
            lane.load(&reversed);
            lane.search(&row, |_| ());
            prop_assert_eq!(lane.positions, pair(&row, &keys, 0..SLOTS));
        }
    }

    #[test]
    fn a_nan_stays_in_the_empty_slot_it_lands_in() {
        let row = [1.0, f32::NAN, 3.0, 2.0, f32::NAN, 0.0, -1.0, -2.0, 9.0];
        let slots = max8_row(&row);
        // 9 enters slot 0; the displaced 3, 2, 1, 0, -1 move down around the NaNs, -2 falls out.
        assert_eq!(slots.map(|value| value.is_nan()), [false, true, false, false, true, false, false, false]);
        assert_eq!(
            [slots[0], slots[2], slots[3], slots[5], slots[6], slots[7]],
            [9.0, 3.0, 2.0, 1.0, 0.0, -1.0]
        );
    }

    #[test]
    fn matched_values_stay_matched_until_the_next_load() {
        let mut lane = Lane::EMPTY;
        lane.load(&[5.0; SLOTS]);
        lane.search(&[5.0, 5.0], |_| ());
        lane.search(&[5.0; 3], |_| ());
        assert_eq!(lane.positions, [0, 1, 0, 1, 2, NOT_FOUND, NOT_FOUND, NOT_FOUND]);
    }
}
