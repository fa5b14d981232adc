/// Runs `fill` on uninitialized memory for one value and returns the value. `fill` must initialize it or
/// throw.
func withTemporarySlot<Value>(
  _ fill: (UnsafeMutablePointer<Value>) throws(JSONError) -> Void
) throws(JSONError) -> Value {
  let result: Result<Value, JSONError> = withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) {
    buffer in
    guard let slot = buffer.baseAddress else {
      return .failure(JSONError(.outOfRange, "not enough memory for a value"))
    }
    do throws(JSONError) {
      try fill(slot)
      return .success(slot.move())
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}
