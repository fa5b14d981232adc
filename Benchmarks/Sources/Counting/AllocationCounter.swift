import Foundation

/// What is allocated, as `Peers/counting.c` counts it, which must be preloaded.
public struct AllocationCounter {
  private typealias Reset = @convention(c) () -> Void
  private typealias Read = @convention(c) (UnsafeMutablePointer<Int64>) -> Void

  private let reset: Reset
  private let read: Read

  /// Nil where nothing is preloaded that counts.
  public init?() {
    let process = dlopen(nil, RTLD_NOW)
    guard let reset = dlsym(process, "counting_reset"), let read = dlsym(process, "counting_read") else {
      return nil
    }
    self.reset = unsafeBitCast(reset, to: Reset.self)
    self.read = unsafeBitCast(read, to: Read.self)
  }

  /// Counts from here.
  public func start() { reset() }

  /// Allocations, their bytes, those that are left, their bytes, and the peak of bytes.
  public func counters() -> [Int64] {
    var counters = [Int64](repeating: 0, count: 5)
    counters.withUnsafeMutableBufferPointer { counters in
      if let start = counters.baseAddress { read(start) }
    }
    return counters
  }
}
