const $P = 128
table word(Type) -> Str { f32 => "f", i32 => "i" }
form %y = twice(%x) { %y = hlo.add(%x, %x) }
template same(%x) -> (%y) { yield %x }
pattern slices [: 2] { }
pattern rows : benefit 2 {
  op @ sum: %r = hlo.add(%x: tensor<$n x 4 x $T>, %y) {note? = $f, !other}
  where $n <= $P and $T in word else warning [X01] "n = {$n}" at sum help "less"
  let $l = [$i * 2 for $i in 0..$n]
  =>
  let (%acc) = for $i in 0..$n step 2 carry (%c = %x) { %d = hlo.add(%c, %y) next %d }
  replace %r with %acc
}
