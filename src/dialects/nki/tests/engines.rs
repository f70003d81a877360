//! The rules of the instructions beside the search family, on both sides of their boundaries.

use super::rules::{allocs, instruction, instruction_on, kernel};
use crate::dialects::device::testing::expect;

#[test]
fn matmul_extents_and_types() {
    let op = |dst, stationary, moving, part| {
        let tiles = [("dst", dst), ("stationary", stationary), ("moving", moving)];
        instruction("nc_matmul", &tiles, "", part);
    };
    op("128x512xf32, psum", "128x128xbf16, sbuf", "128x512xbf16, sbuf", "");
    op("128x512xf32, psum", "128x128xf32, sbuf", "128x512xtf32, sbuf", "");
    op("1x8xf32, psum", "4x1xf16, sbuf", "4x8xf8E5M2, sbuf", "");
    op(
        "64x8xf32, sbuf",
        "4x64xf32, sbuf",
        "4x8xf32, sbuf",
        "operand 'dst' is in sbuf, which tensor cannot write",
    );
    op(
        "64x8xf32, psum",
        "4x64xf32, psum",
        "4x8xf32, sbuf",
        "operand 'stationary' is in psum, which tensor cannot read",
    );
    op(
        "64x8xf32, psum",
        "4x64xbf16, sbuf",
        "4x8xf32, sbuf",
        "operand 'moving' has elements of f32, but 'stationary' has bf16: if either is f32 or tf32, both must be",
    );
    op("64x8xf32, psum", "4x64xui16, sbuf", "4x8xui16, sbuf", "operand 'stationary' has elements of u16");
    op(
        "64x8xf32, psum",
        "4x64xf32, sbuf",
        "5x8xf32, sbuf",
        "operand 'moving' has 5 partitions, but 'stationary' has 4",
    );
    op(
        "128x8xf32, psum",
        "4x129xf32, sbuf",
        "4x8xf32, sbuf",
        "operand 'stationary' has 129 elements per partition: at most 128 columns",
    );
    op(
        "64x513xf32, psum",
        "4x64xf32, sbuf",
        "4x513xf32, sbuf",
        "operand 'moving' has 513 elements per partition: at most 512",
    );
    op(
        "63x8xf32, psum",
        "4x64xf32, sbuf",
        "4x8xf32, sbuf",
        "operand 'dst' has 63 partitions, but 'stationary' has 64 columns",
    );
    op(
        "64x9xf32, psum",
        "4x64xf32, sbuf",
        "4x8xf32, sbuf",
        "operand 'dst' has 9 elements per partition, but 'moving' has 8",
    );
    op("64x8xsi32, psum", "4x64xf32, sbuf", "4x8xf32, sbuf", "operand 'dst'");
}

#[test]
fn matmul_tiles() {
    let op = |target, start: u32, attrs: &str, part| {
        let body = format!(
            "{}%view = nki.view %dst[[8, 32], [1, 8]] + {} : !nki.tile<128x8xf32, psum> -> !nki.tile<32x8xf32, psum>\n\
             nki.nc_matmul %view, %s, %m {{{attrs}}} : !nki.tile<32x8xf32, psum>, !nki.tile<64x32xf32, sbuf>, !nki.tile<64x8xf32, sbuf>",
            allocs(&[("dst", "128x8xf32, psum"), ("s", "64x32xf32, sbuf"), ("m", "64x8xf32, sbuf")]),
            start * 8,
        );
        expect(&super::rules::on(target, &body), part);
    };
    let tile = |row: i64, column: i64, rows: i64, columns: i64| {
        format!("tile_position = array<i64: {row}, {column}>, tile_size = array<i64: {rows}, {columns}>")
    };
    op("trn2", 0, "", "");
    op("trn2", 32, &tile(0, 32, 128, 32), "");
    op("trn2", 64, &tile(0, 64, 64, 64), "");
    op("trn2", 32, "", "operand 'dst' starts at partition 32, but the tile's column position is 0");
    op(
        "trn2",
        0,
        &tile(0, 32, 128, 32),
        "operand 'dst' starts at partition 0, but the tile's column position is 32",
    );
    op(
        "trn2",
        0,
        &tile(64, 0, 64, 128),
        "operand 'stationary' starts at partition 0, but the tile's row position is 64",
    );
    op("trn2", 0, &tile(0, 0, 32, 128), "operand 'stationary' has 64 partitions: at most the 32 rows");
    op("trn1", 0, &tile(0, 0, 32, 128), "has a row size of 32: trn1 takes 64, 128");
    op("trn2", 0, &tile(0, 0, 128, 96), "has a column size of 96: trn2 takes 32, 64, 128");
    op(
        "trn2",
        0,
        &tile(0, 48, 128, 32),
        "has a column position of 48: a multiple of the column size 32 below 128",
    );
    op("trn2", 0, &tile(0, 128, 128, 32), "has a column position of 128");
    op("trn2", 0, "tile_size = array<i64: 128, 32>", "has a 'tile_size' but no 'tile_position'");
    op("trn2", 0, "tile_position = array<i64: 0, 0>", "has a 'tile_position' but no 'tile_size'");
    op(
        "trn2",
        0,
        "tile_position = array<i64: 0>, tile_size = array<i64: 128, 32>",
        "must hold a row and a column",
    );
}

#[test]
fn a_product_stays_within_a_bank() {
    let op = |target, offset: u32, part| {
        let body = format!(
            "{}%view = nki.view %dst[[1024, 4], [1, 512]] + {offset} : !nki.tile<4x1024xf32, psum> -> !nki.tile<4x512xf32, psum>\n\
             nki.nc_matmul %view, %s, %m : !nki.tile<4x512xf32, psum>, !nki.tile<4x4xf32, sbuf>, !nki.tile<4x512xf32, sbuf>",
            allocs(&[("dst", "4x1024xf32, psum"), ("s", "4x4xf32, sbuf"), ("m", "4x512xf32, sbuf")]),
        );
        expect(&super::rules::on(target, &body), part);
    };
    op("trn2", 0, "");
    op("trn2", 512, "");
    op("trn2", 8, "takes bytes 32 to 2079 of a partition: a product must stay within one bank of 2048 bytes");
    op("trn3", 8, "");
}

#[test]
fn transposition_on_the_tensor_engine() {
    let op = |dst, identity, attrs: &str, part| {
        let tiles = [("dst", dst), ("data", "8x4xf32, sbuf"), ("identity", identity)];
        instruction("nc_matmul", &tiles, &format!(" {{is_transpose = true{attrs}}}"), part);
    };
    op("4x8xf32, psum", "8x8xf32, sbuf", "", "");
    op(
        "4x7xf32, psum",
        "8x7xf32, sbuf",
        "",
        "operand 'moving' is 8 x 7: is_transpose needs the square identity",
    );
    op("4x8xf32, psum", "8x8xf32, sbuf", ", accumulate = true", "has no meaning with is_transpose");
}

#[test]
fn activation() {
    let op = |target, text: &str, part| {
        let tiles = [
            ("dst", "4x8xbf16, sbuf"),
            ("data", "4x8xf32, psum"),
            ("column", "4x1xf32, sbuf"),
            ("half", "4x1xbf16, sbuf"),
            ("wide", "4x2xf32, sbuf"),
        ];
        let types = |name: &str| tiles.iter().find(|row| row.0 == name).map_or("", |row| row.1);
        let operands: Vec<String> = text
            .split('%')
            .skip(1)
            .map(|piece| piece.chars().take_while(char::is_ascii_alphanumeric).collect::<String>())
            .map(|name| format!("!nki.tile<{}>", types(&name)))
            .collect();
        let body = format!("{}nki.activation {text} : {}", allocs(&tiles), operands.join(", "));
        expect(&super::rules::on(target, &body), part);
    };
    op("trn2", "exp %dst, %data", "");
    op("trn1", "exp %dst, %data, bias = %half, scale = %column", "");
    op("trn2", "exp %dst, %data, bias = 1.0, scale = 2.0", "");
    op("trn1", "exp %dst, %data, bias = 1.0", "has a constant bias of 1, which needs gen3: trn1 is gen2");
    op("trn2", "exp %dst, %data, scale = %half", "must be a tile of one f32 per partition");
    op("trn2", "exp %dst, %data, bias = %wide", "operand 'bias' has 2 elements per partition: exactly 1");
    op("trn2", "cosh %dst, %data", "'cosh' is no activation function");
    op("trn2", "Exp %dst, %data", "'Exp' is no activation function");
    op(
        "trn2",
        "exp %dst, %data, reduce_res = %column {reduce_cmd = \"reset_reduce\", reduce_op = \"add\"}",
        "",
    );
    op(
        "trn2",
        "exp %dst, %data {reduce_cmd = \"reduce\"}",
        "reduces, but there is no 'reduce_op': it must be add",
    );
    op(
        "trn2",
        "exp %dst, %data {reduce_cmd = \"reduce\", reduce_op = \"maximum\"}",
        "is 'max': the reduction registers only add",
    );
    op("trn2", "exp %dst, %data {reduce_cmd = \"load_reduce\"}", "idle, reset, reduce or reset_reduce");
    op("trn2", "exp %dst, %data, bias = %column {bias_imm = 1.0 : f32}", "stands beside an operand");
}

#[test]
fn reductions() {
    let op = |text: &str, dst, data, part| {
        let body = format!(
            "{}nki.tensor_reduce {text} : !nki.tile<{dst}>, !nki.tile<{data}>",
            allocs(&[("dst", dst), ("data", data)])
        );
        expect(&kernel(&body), part);
    };
    let cube = "4x2x8xf32, sbuf";
    op("add %dst, %data, axis = [2]", "4x2xf32, sbuf", cube, "");
    op("add %dst, %data, axis = [1, 2]", "4x1xf32, sbuf", cube, "");
    op("add %dst, %data, axis = [1]", "4x8xf32, sbuf", cube, "the last contiguous free dimensions of 3");
    op("add %dst, %data, axis = [0, 1, 2]", "4x1xf32, sbuf", cube, "the last contiguous free dimensions");
    op("add %dst, %data, axis = []", "4x16xf32, sbuf", cube, "the last contiguous free dimensions");
    op(
        "add %dst, %data, axis = [2]",
        "4x3xf32, sbuf",
        cube,
        "has 3 elements per partition: the reduction leaves 2",
    );
    op("equal %dst, %data, axis = [2]", "4x2xf32, sbuf", cube, "operation 'is_equal' is no reduction");
    op(
        "bitwise_or %dst, %data, axis = [2]",
        "4x2xf32, sbuf",
        cube,
        "the bit operation 'bitwise_or' takes integers",
    );
    op(
        "bitwise_or %dst, %data, axis = [2] {negate = true}",
        "4x2xui32, sbuf",
        "4x2x8xui32, sbuf",
        "bit patterns ('bitwise_or') have no negative",
    );
    instruction("reciprocal", &[("dst", "4x8xf32, sbuf"), ("data", "4x8xbf16, psum")], "", "");
    instruction(
        "reciprocal",
        &[("dst", "4x8xf32, sbuf"), ("data", "4x9xf32, sbuf")],
        "",
        "operand 'dst' has 8 elements",
    );
}

#[test]
fn shuffles() {
    let op = |dst, src, mask: &str, part| {
        let mask = format!(" {{shuffle_mask = array<i64: {mask}>}}");
        instruction("nc_stream_shuffle", &[("dst", dst), ("src", src)], &mask, part);
    };
    let zeros = ["0"; 32].join(", ");
    let last = |lane: &str| format!("{}, {lane}", ["0"; 31].join(", "));
    op("32x8xf32, sbuf", "1x8xf32, sbuf", &zeros, "");
    op("128x8xf32, sbuf", "128x8xf32, psum", &last("255"), "");
    op(
        "32x8xf32, sbuf",
        "1x8xf32, sbuf",
        &last("1"),
        "gives partition 31 of 'dst' partition 1 of its quadrant, but 'src' has 1",
    );
    op("33x8xf32, sbuf", "1x8xf32, sbuf", &zeros, "gives partition 32 of 'dst'");
    op("32x8xf32, sbuf", "32x8xf32, sbuf", &last("32"), "has an entry 32: 0 to 31, or 255");
    op("32x8xf32, sbuf", "32x8xf32, sbuf", "0, 1", "has 2 entries: 32");
    op("32x8xf32, sbuf", "32x8xui32, sbuf", &zeros, "their types must be equal");
    op(
        "32x8xf32, sbuf",
        "32x9xf32, sbuf",
        &zeros,
        "operand 'dst' has 8 elements per partition, but 'src' has 9",
    );
}

#[test]
fn indirect_dma() {
    let op = |text: &str, index: &str, part| {
        let body = format!(
            "{}%o = nki.alloc : !nki.hbm<10x8xbf16>\nnki.dma_copy {text} : {}, !nki.tile<{index}>",
            allocs(&[("t", "4x8xf32, sbuf"), ("i", index)]),
            if text.starts_with("%t") {
                "!nki.tile<4x8xf32, sbuf>, !nki.hbm<4x8xf32>"
            } else {
                "!nki.hbm<4x8xf32>, !nki.tile<4x8xf32, sbuf>"
            },
        );
        expect(&kernel(&body), part);
    };
    op("%t, %x, gather %i", "4x1xui32, sbuf", "");
    op("%x, %t, scatter %i {oob_mode = \"skip\"}", "4x1xsi32, sbuf", "");
    op("%x, %t, scatter %i {row_elements = 1 : i64}", "4x1xui32, sbuf", "");
    op(
        "%t, %x, gather %i",
        "4x1xf32, sbuf",
        "operand 'vector_offset' has elements of f32: it takes u32, s32",
    );
    op(
        "%t, %x, gather %i",
        "4x2xui32, sbuf",
        "operand 'vector_offset' has 2 elements per partition: exactly 1",
    );
    op("%t, %x, gather %i", "3x1xui32, sbuf", "has 3 partitions, but 'src' has 4 rows: one index for each");
    op("%t, %x, gather %i", "4x1xui32, psum", "operand 'vector_offset' must be in sbuf");
    op(
        "%t, %x, scatter %i",
        "4x1xui32, sbuf",
        "operand 'dst' is on chip: only a tensor in HBM can be indexed",
    );
    op("%t, %x, spread %i", "4x1xui32, sbuf", "must be one of gather, scatter");
    op(
        "%t, %x, gather %i {dge_mode = \"hwdge\"}",
        "4x1xui32, sbuf",
        "is hwdge, but an index needs descriptors",
    );
    op("%t, %x, gather %i {row_elements = 33 : i64}", "4x1xui32, sbuf", "is 33: 1 to the 32 elements");
}

#[test]
fn other_movement() {
    let op = |dst, src, rest: &str, part| {
        instruction("dma_transpose", &[("dst", dst), ("src", src)], &format!(" {{{rest}}}"), part);
    };
    op("8x4xf32, sbuf", "4x8xf32, sbuf", "axes = array<i64: 1, 0>", "");
    op("8x4xf32, sbuf", "4x8xf32, sbuf", "axes = array<i64: 0, 1>", "is [0, 1] for 2 dimensions: [1, 0]");
    op(
        "4x8xf32, sbuf",
        "4x8xf32, sbuf",
        "axes = array<i64: 1, 0>",
        "has shape [4, 8], but the permuted source has [8, 4]",
    );
    op(
        "8x4xf32, sbuf",
        "4x8xf32, sbuf",
        "axes = array<i64: 1, 0>, dge_mode = \"hwdge\"",
        "hwdge transposes 2-byte elements",
    );
    op("8x4xbf16, sbuf", "4x8xbf16, sbuf", "axes = array<i64: 1, 0>, dge_mode = \"hwdge\"", "");
    let predicated = |predicate, part| {
        let tiles = [("dst", "4x8xf32, sbuf"), ("src", "4x8xbf16, sbuf"), ("predicate", predicate)];
        instruction("tensor_copy_predicated", &tiles, "", part);
    };
    predicated("4x8xui8, sbuf", "");
    predicated("4x8xf32, sbuf", "operand 'predicate' has elements of f32");
    predicated("4x9xui8, sbuf", "operand 'predicate' has 9 elements per partition, but 'src' has 8");
    let select = |text: &str, part| {
        let body = format!(
            "{}nki.affine_select {text} : !nki.tile<4x8xf32, sbuf>, !nki.tile<4x8xf32, sbuf>",
            allocs(&[("d", "4x8xf32, sbuf"), ("t", "4x8xf32, sbuf")])
        );
        expect(&kernel(&body), part);
    };
    select("equal %d, %t, [[1, 8]], else 0.0", "");
    select("add %d, %t, [[1, 8]], else 0.0", "is 'add', which does not compare");
    select("equal %d, %t, [[1, 7]], else 0.0", "has 7 elements, but 'on_true_tile' has 8 per partition");
    instruction_on(
        "trn2",
        "dma_compute",
        &[("d", "4x8xf32, sbuf"), ("s", "4x8xf32, sbuf")],
        " {reduce_op = \"maximum\"}",
        "must be one of add",
    );
}
