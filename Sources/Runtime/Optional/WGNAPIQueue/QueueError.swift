import WGNAPIStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a ``RequestQueue`` couldn't store or change a request. A problem with a file is a `StoreError`, and an invalid request
/// is an `APIError`.
public struct QueueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of an error.
  public enum Kind: Hashable, Sendable {
    /// The API description doesn't say that the endpoint's requests can be queued.
    case notQueueable(operation: String)
    /// The parameter is a file, or portions, which the queue doesn't store.
    case file(operation: String, parameter: String)
    /// The parameter is secret, and the configuration's `secrets` is nil, so it couldn't be sent later.
    case secret(operation: String, parameter: String)
    /// The body contains secrets, which the queue doesn't store.
    case secretBody(operation: String)
    /// The parameter isn't secret, but its value contains a secret of the request or the client.
    case containsSecret(operation: String, parameter: String)
    /// The idempotency key contains a secret of the request or the client, and would be stored.
    case secretKey(operation: String)
    /// The lane's name contains a secret of the request or the client, and would be stored.
    case secretLane(operation: String)
    /// The request is larger than the size limit for all requests, in bytes.
    case tooLarge(size: Int, limit: Int)
    /// The queue has reached its maximum number of requests or its maximum size.
    case full
    /// No waiting request or dead letter has this ID. The request may have been sent.
    case notFound
    /// The dead letter is damaged and can't be sent.
    case damaged
    /// The request is being sent.
    case isBeingSent
    /// A newer version of the queue wrote the database, which isn't changed.
    case newerVersion(path: String)
    /// The endpoint has no parameter of this name that could be changed.
    case noParameter(operation: String, parameter: String)
    /// Another request in the queue has the new request's idempotency key.
    case keyInUse(by: QueueEntry.ID)
    /// The idempotency key isn't the same on the wire. The problem is the end of a sentence.
    case invalidKey(operation: String, problem: String)
    /// The lane can't be stored. The problem is the end of a sentence.
    case invalidLane(problem: String)
  }

  /// The cause of the error.
  public let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// A sentence with the problem and the solution.
  public var description: String {
    switch kind {
    case .notQueueable(let operation):
      "\(operation) can't be queued, because the API description doesn't allow it; "
        + "send it with the client, or add 'queue' to the endpoint"
    case .file(let operation, let parameter):
      "\(operation) can't be queued: '\(parameter)' is a file, which isn't stored; send it with the client"
    case .secret(let operation, let parameter):
      "\(operation) can't be queued: '\(parameter)' is secret and isn't stored; "
        + "provide it later with QueueConfiguration.secrets"
    case .secretBody(let operation):
      "\(operation) can't be queued: its body contains secrets, which aren't stored; send it with the client"
    case .containsSecret(let operation, let parameter):
      "\(operation) can't be queued: '\(parameter)' contains a secret, which isn't stored; "
        + "leave secrets to the client's credentials"
    case .secretKey(let operation):
      "\(operation) can't be queued: its idempotency key contains a secret, which isn't stored; "
        + "use a random one, such as a UUID"
    case .secretLane(let operation):
      "\(operation) can't be queued: the name of its lane contains a secret, which isn't stored; "
        + "choose another name, such as the ID of a document"
    case .tooLarge(let size, let limit):
      "the request has \(size) bytes, and the queue accepts \(limit); raise QueueConfiguration.sizeLimit"
    case .full:
      "the queue is full; wait until requests have been sent, or raise QueueConfiguration.countLimit and sizeLimit"
    case .notFound: "the queue has no request with this ID; it may have been sent"
    case .damaged: "the stored request is damaged and can't be sent; discard it"
    case .isBeingSent: "the request is being sent; wait for the result"
    case .newerVersion(let path):
      "\(path) was written by a newer version of this program, and is left alone; update this one"
    case .noParameter(let operation, let parameter):
      "\(operation) has no parameter '\(parameter)' that can be changed; replace the request"
    case .keyInUse(let id):
      "the request's idempotency key is that of request \(id), which the server would take for the same one; "
        + "choose another key, or cancel or discard request \(id) first"
    case .invalidKey(let operation, let problem):
      "\(operation) can't be queued: its idempotency key \(problem), so the server may take it for another one; "
        + "use visible characters, such as those of a UUID"
    case .invalidLane(let problem):
      "the request can't be queued: the name of its lane \(problem); choose another name"
    }
  }
}

extension QueueError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
