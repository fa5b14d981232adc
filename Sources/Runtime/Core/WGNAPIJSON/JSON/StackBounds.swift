import WGNAPISupport

/// The addresses of a thread's stack.
struct StackBounds: Sendable {
  let low: UInt
  let high: UInt

  /// The number of bytes reserved for unchecked calls. Frames are larger without optimization.
  private static var reserve: UInt {
    #if DEBUG
      128 << 10
    #else
      64 << 10
    #endif
  }

  /// The stack of the current thread.
  static var ofCurrentThread: StackBounds {
    #if canImport(Darwin)
      let thread = pthread_self()
      let high = UInt(bitPattern: pthread_get_stackaddr_np(thread))
      let size = UInt(pthread_get_stacksize_np(thread))
      return StackBounds(low: high > size ? high - size : 0, high: high)
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      var attributes = pthread_attr_t()
      guard let attributesOfThread, attributesOfThread(pthread_self(), &attributes) == 0 else {
        return assumed
      }
      defer { pthread_attr_destroy(&attributes) }
      var low: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &low, &size) == 0 else { return assumed }
      let start = UInt(bitPattern: low)
      return StackBounds(low: start, high: start &+ UInt(bitPattern: size))
    #else
      return assumed
    #endif
  }

  #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// `pthread_getattr_np`, which the headers declare only for GNU sources.
    private static let attributesOfThread:
      (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt)? = dlsym(
        nil, "pthread_getattr_np"
      ).map {
        unsafeBitCast($0, to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt).self)
      }
  #endif

  /// An assumed stack, for systems that don't provide its bounds.
  private static var assumed: StackBounds {
    let address = addressOfFrame(1)
    return StackBounds(low: address > (256 << 10) ? address - (256 << 10) : 0, high: address &+ (64 << 10))
  }

  /// Returns an address in the frame of this function.
  ///
  /// The address sanitizer keeps local variables elsewhere, to detect their use after return, but not memory
  /// whose size the compiler doesn't know.
  @inline(never)
  private static func addressOfFrame(_ size: Int) -> UInt {
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { UInt(bitPattern: $0.baseAddress) }
  }

  /// Whether little room is left below the caller's frame; false if the frame isn't on this stack.
  var isNearlyExhausted: Bool {
    // The size is always 1; it is computed so that the compiler can't know it.
    let address = Self.addressOfFrame(1 + Int(truncatingIfNeeded: low & 7))
    guard low < high, (low..<high).contains(address) else { return false }
    return address - low < Self.reserve
  }
}
