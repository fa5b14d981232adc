/// Calls a function for all code points in order, in ranges whose members have the same properties.
///
/// Most of Unicode is planes that are unassigned or entirely for private use. There, only the last two code points
/// differ: they are noncharacters.
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
