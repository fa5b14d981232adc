import Counting

/// Prints what is allocated in one run: allocations, their bytes, those of the result, their bytes, and the peak of
/// bytes. What is made once for a process, such as tables of layouts, is made by a run that isn't counted.
func printAllocations<Result>(_ body: () throws -> Result) throws {
  guard let counter = AllocationCounter() else { throw Unusable() }
  _ = blackHole(try body())
  counter.start()
  let result = blackHole(try body())
  let counters = counter.counters()
  withExtendedLifetime(result) {}
  print(counters.map(String.init).joined(separator: " "))
}
