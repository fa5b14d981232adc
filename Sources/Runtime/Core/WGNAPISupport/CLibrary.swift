// The C library of each system, for the targets that import this one: memory, locks, stacks and files.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#endif

/// Reads from an open file, for types that have a method `read`. Returns the number of bytes; negative after an error.
package func readFile(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
