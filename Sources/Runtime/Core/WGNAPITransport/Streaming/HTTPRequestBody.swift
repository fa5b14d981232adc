#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request's body: bytes, a file, or portions that are made while it is sent.
///
/// Bodies of bytes are equal if the bytes are. Any other body is equal only to its copies.
public struct HTTPRequestBody: Hashable, Sendable, CustomStringConvertible {
  /// Returns the next portion; nil at the end.
  package typealias NextPortion = () async throws -> [UInt8]?

  package enum Content: Sendable {
    case bytes([UInt8])
    /// `open` begins anew each time it is called.
    case portions(length: Int64?, isReplayable: Bool, open: @Sendable () throws -> NextPortion)
  }

  /// Identifies a body that isn't in memory.
  private final class Identity: Sendable {}

  let content: Content

  private let identity: Identity?

  package init(_ content: Content) {
    self.content = content
    identity = if case .bytes = content { nil } else { Identity() }
  }

  /// Whether the bytes are equal, or one body is a copy of the other.
  public static func == (left: Self, right: Self) -> Bool {
    if let bytes = left.bytes, let others = right.bytes { return bytes == others }
    return left.identity === right.identity
  }

  /// Hashes the bytes, or the body's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
    hasher.combine(identity.map { ObjectIdentifier($0) })
  }

  /// The length, without the contents.
  public var description: String { length.map { "\($0) bytes" } ?? "a body of unknown length" }

  /// No body.
  public static let empty = HTTPRequestBody(.bytes([]))

  /// Bytes in memory.
  public static func bytes(_ bytes: [UInt8]) -> Self { Self(.bytes(bytes)) }

  /// The contents of a file, read while they are sent.
  ///
  /// - Throws: ``FileAccessError`` if the file can't be read.
  public static func file(_ url: URL) throws -> Self {
    let length = try DiskFile(reading: url).size
    return Self(
      .portions(length: length, isReplayable: true) {
        let file = try DiskFile(reading: url)
        return { try file.read(atMost: portionSize) }
      })
  }

  /// Portions from a sequence, which is read only as fast as they are sent.
  ///
  /// - Parameters:
  ///   - portions: The portions, in order. An error that it throws ends the request.
  ///   - length: The number of bytes in all portions; nil if it isn't known, which requires a server that
  ///     accepts chunked requests (RFC 9112, section 7.1).
  ///   - isReplayable: Whether the sequence gives the same portions each time it is iterated. If not, the
  ///     request is never sent a second time: neither for a retry, nor for a redirect.
  public static func portions<Portions: AsyncSequence & Sendable>(
    _ portions: Portions, length: Int64? = nil, isReplayable: Bool = false
  ) -> Self where Portions.Element == [UInt8] {
    Self(
      .portions(length: length, isReplayable: isReplayable) {
        var iterator = portions.makeAsyncIterator()
        return { try await iterator.next() }
      })
  }

  /// The same body, whose progress is reported.
  ///
  /// - Parameter report: Called with the number of bytes that the transport has taken so far. It is called
  ///   again from the beginning if the body is sent again.
  public func reporting(_ report: @escaping @Sendable (Int64) -> Void) -> Self {
    Self(
      .portions(length: length, isReplayable: isReplayable) {
        let next = try open()
        var count: Int64 = 0
        return {
          guard let portion = try await next() else { return nil }
          count += Int64(portion.count)
          report(count)
          return portion
        }
      })
  }

  /// The same body, whose errors are marked, so that they aren't taken for the transport's.
  package var markingErrors: Self {
    guard bytes == nil else { return self }
    return Self(
      .portions(length: length, isReplayable: isReplayable) {
        do {
          let next = try open()
          return { do { return try await next() } catch { throw RequestBodyError.marked(error) } }
        } catch {
          throw RequestBodyError.marked(error)
        }
      })
  }

  /// The number of bytes; nil if it isn't known.
  public var length: Int64? {
    switch content {
    case .bytes(let bytes): Int64(bytes.count)
    case .portions(let length, _, _): length
    }
  }

  /// Whether it can be sent more than once.
  public var isReplayable: Bool {
    switch content {
    case .bytes: true
    case .portions(_, let isReplayable, _): isReplayable
    }
  }

  /// Whether it is known to be empty.
  package var isEmpty: Bool { length == 0 }

  /// The bytes of a body that is in memory; nil for any other.
  package var bytes: [UInt8]? {
    guard case .bytes(let bytes) = content else { return nil }
    return bytes
  }

  /// The largest portion, in bytes, in which a body is read.
  static let portionSize = 64 << 10

  /// Begins to read.
  package func open() throws -> NextPortion {
    switch content {
    case .bytes(let bytes):
      var place = 0
      return {
        guard place < bytes.count else { return nil }
        let end = min(place + Self.portionSize, bytes.count)
        defer { place = end }
        return Array(bytes[place..<end])
      }
    case .portions(_, _, let open): return try open()
    }
  }
}

/// An error of a request's body on its way through the transport, which throws it unchanged.
package struct RequestBodyError: Error {
  /// What the body threw.
  package let cause: any Error

  /// Returns an error of a body. What a transport throws itself means the same from a body.
  fileprivate static func marked(_ error: any Error) -> any Error {
    error is TransportError || error is CancellationError ? error : RequestBodyError(cause: error)
  }
}
