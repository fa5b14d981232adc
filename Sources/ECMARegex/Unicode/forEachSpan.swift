/// Calls for all code points in order, in spans whose properties are those of their first.
///
/// The planes in which nothing is assigned, or everything for private use, are the larger part of Unicode; there the
/// code points differ from one another only in the last two being noncharacters.
func forEachSpan(_ body: (ClosedRange<UInt32>) -> Void) {
  var value: UInt32 = 0
  while value <= ScalarSet.last {
    let plane = value >> 16
    let isUniform = 4...13 ~= plane || plane > 14
    let end = isUniform && value & 0xFFFF == 0 ? value + 0xFFFD : value
    body(value...end)
    value = end + 1
  }
}
