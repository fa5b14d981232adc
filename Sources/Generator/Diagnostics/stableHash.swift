/// FNV-1a, which is the same in every run and on every machine, with the last step of MurmurHash3: otherwise texts that end in
/// consecutive numbers would have hashes in a row.
package func stableHash(_ text: String) -> UInt64 {
  var hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325) { (hash: UInt64, byte) in
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  for factor: UInt64 in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
    hash = (hash ^ (hash >> 33)) &* factor
  }
  return hash ^ (hash >> 33)
}
