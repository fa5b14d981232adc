#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension JSONWriter {
  /// Allocates memory, moving the contents of another block, which is freed. Like every other allocation in
  /// Swift, it ends the program if the system has no memory left.
  static func memory(
    _ count: Int, instead old: UnsafeMutablePointer<UInt8>? = nil
  ) -> UnsafeMutablePointer<UInt8> {
    // Large blocks are moved by remapping their pages, not byte by byte.
    guard let memory = realloc(old, count) else { return .allocate(capacity: .max) }
    return memory.bindMemory(to: UInt8.self, capacity: count)
  }
}
