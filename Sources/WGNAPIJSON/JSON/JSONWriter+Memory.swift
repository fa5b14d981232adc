#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension JSONWriter {
  /// Memory for a number of bytes, with what another piece of memory holds, which is gone afterwards. Like every other
  /// allocation in Swift, it ends the program where the system has no more.
  static func memory(
    _ count: Int, instead old: UnsafeMutablePointer<UInt8>? = nil
  ) -> UnsafeMutablePointer<UInt8> {
    // Large pieces are moved by their pages, not byte by byte.
    guard let memory = realloc(old, count) else { return .allocate(capacity: .max) }
    return memory.bindMemory(to: UInt8.self, capacity: count)
  }
}
