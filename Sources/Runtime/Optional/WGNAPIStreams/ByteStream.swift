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

  let response: StreamingResponse

  /// The number of bytes, as the server announces it; nil if it doesn't, or if the bytes are compressed on their way.
  public var length: Int64? {
    let fields = response.response.headerFields
    guard fields[.contentEncoding] == nil else { return nil }
    return fields[.contentLength].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The media type, as the server gives it.
  public var mediaType: String? { response.response.headerFields[.contentType] }

  /// Returns the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(response: response, portions: response.body.makeAsyncIterator())
  }

  /// Reads portions.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let response: StreamingResponse
    fileprivate var portions: HTTPResponseBody.AsyncIterator

    /// Returns the next portion; nil at the end.
    ///
    /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      do {
        return try await portions.next()
      } catch {
        throw response.error(error)
      }
    }
  }

  /// Reads everything into memory.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
  public func collected(upTo limit: Int) async throws -> [UInt8] {
    do {
      return try await response.body.collected(upTo: limit)
    } catch {
      throw response.error(error)
    }
  }
}
