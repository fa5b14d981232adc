import HTTPTypes
import WGNAPIClient
import WGNAPISupport

/// A type of requests that a queue can send, its type erased.
struct QueuedRequestType: Sendable {
  /// The response to a stored request.
  struct Delivery: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    /// The endpoint's response.
    let value: any Sendable
  }

  /// The endpoint's name.
  let operation: String
  /// Returns the header fields in which a client's requests contain the idempotency key.
  let keyHeaders: @Sendable (ClientCore) -> [String]
  /// Sends a request with these values.
  let send: @Sendable (ClientCore, [StoredContent.Place: [UInt8]], CallOptions) async throws -> Delivery

  init<Request: APIRequest>(_ type: Request.Type) {
    operation = Request.endpoint.name
    keyHeaders = { core in KeyPlaces(core.policies(of: Request.endpoint, CallOptions())).headers }
    send = { core, values, options in
      let request: StoredRequest<Request>
      do throws(StoredRequest<Request>.Unknown) {
        request = try StoredRequest(values)
      } catch {
        throw NoSuchParameter(name: error.name)
      }
      let response = try await core.response(to: request, options: options)
      return Delivery(status: response.status, headers: response.headers, value: response.value)
    }
  }
}

/// The endpoint no longer has a parameter of a stored request.
struct NoSuchParameter: Error {
  let name: String
}

/// The types of requests that a queue can send.
///
/// Unchecked: all mutable state is behind the lock.
final class RequestKinds: @unchecked Sendable {
  private let mutex = Mutex()
  private var kinds: [String: QueuedRequestType] = [:]

  func add<Request: APIRequest>(_ type: Request.Type) {
    let kind = QueuedRequestType(type)
    mutex.withLock { kinds[kind.operation] = kind }
  }

  subscript(operation: String) -> QueuedRequestType? { mutex.withLock { kinds[operation] } }
}
