import HTTPTypes
import WGNAPIClient
import WGNAPITransport

/// The response of an endpoint that sends a file or another stream of bytes: an asynchronous sequence of portions.
///
/// The server is slowed down to the speed of the loop, and ending the loop ends the request. It can be read once, by one
/// task. To save it, use `APIClient.download(_:to:options:attempts:limit:progress:)`.
public struct ByteStream: AsyncSequence, Sendable {
  /// A portion, never empty.
  public typealias Element = [UInt8]

  let stream: StreamingResponse

  /// The number of bytes, as the server announces it; nil if it doesn't, or if the bytes are compressed on their way.
  public var length: Int64? {
    let fields = stream.head.headerFields
    guard fields[.contentEncoding] == nil else { return nil }
    return fields[.contentLength].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The media type, as the server gives it.
  public var mediaType: String? { stream.head.headerFields[.contentType] }

  /// Returns the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(stream: stream, portions: stream.body.makeAsyncIterator())
  }

  /// Reads portions.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let stream: StreamingResponse
    fileprivate var portions: HTTPResponseBody.AsyncIterator

    /// Returns the next portion; nil at the end.
    ///
    /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      do {
        return try await portions.next()
      } catch {
        throw stream.error(error)
      }
    }
  }

  /// Reads everything into memory.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
  public func collected(upTo limit: Int) async throws -> [UInt8] {
    do {
      return try await stream.body.collected(upTo: limit)
    } catch {
      throw stream.error(error)
    }
  }
}
