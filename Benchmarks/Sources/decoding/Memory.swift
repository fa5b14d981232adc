import Foundation

/// What is allocated in one run, as `Peers/counting.c` counts it, which must be preloaded.
struct AllocationCounter {
  private typealias Reset = @convention(c) () -> Void
  private typealias Read = @convention(c) (UnsafeMutablePointer<Int64>) -> Void

  private let reset: Reset
  private let read: Read

  /// Nil where nothing is preloaded that counts.
  init?() {
    let process = dlopen(nil, RTLD_NOW)
    guard let reset = dlsym(process, "counting_reset"), let read = dlsym(process, "counting_read") else {
      return nil
    }
    self.reset = unsafeBitCast(reset, to: Reset.self)
    self.read = unsafeBitCast(read, to: Read.self)
  }

  /// Allocations, their bytes, those of the result, their bytes, and the peak of bytes. What is made once for a process,
  /// such as tables of layouts, is made by a run that isn't counted.
  func count<Result>(_ body: () throws -> Result) throws -> [Int64] {
    var counters = [Int64](repeating: 0, count: 5)
    _ = blackHole(try body())
    try counters.withUnsafeMutableBufferPointer { counters in
      guard let start = counters.baseAddress else { return }
      reset()
      let result = blackHole(try body())
      read(start)
      withExtendedLifetime(result) {}
    }
    return counters
  }
}

/// Prints the counters of one run on a line.
func printAllocations<Result>(_ body: () throws -> Result) throws {
  guard let counter = AllocationCounter() else { throw Unusable() }
  print(try counter.count(body).map(String.init).joined(separator: " "))
}
