import Foundation
import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPITransport

/// The result of an attempt to send a request.
enum Disposition: Sendable {
  /// The server has accepted the request. An error means that its response couldn't be read.
  case delivered(QueuedRequestType.Delivery?, (any Error)?, HTTPResponse.Status?)
  /// It is sent again.
  case postponed(QueueFailure, atLeast: Duration, mayHaveArrived: Bool)
  /// It isn't sent again.
  case refused(QueueFailure, any Error)
}

extension Disposition {
  /// Whether the server answered; nil if nothing was sent.
  var isReachable: Bool? {
    switch self {
    case .delivered: true
    case .postponed(let failure, _, _), .refused(let failure, _):
      failure.kind == .network ? false : failure.status.map { _ in true }
    }
  }

  /// The number of times that status 409 for a request that may have arrived means that the server still works on it.
  private static let longestConflict = 8

  /// Decides about an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - record: The request.
  ///   - core: The client.
  ///   - configuration: The queue's configuration.
  init(
    _ error: any Error, of record: EntryRecord, _ core: ClientCore, _ configuration: QueueConfiguration
  ) {
    switch error {
    case let error as NoSuchParameter:
      let text = "the endpoint no longer has a parameter '\(error.name)'; replace the request, or discard it"
      self = .refused(QueueFailure(.invalid, "\(record.operation): \(text)"), error)
    case let error as MissingSecret:
      self = .postponed(QueueFailure(.credential, error.description), atLeast: .zero, mayHaveArrived: false)
    case let error as APIError:
      self.init(error, record, core, configuration)
    case is CancellationError:
      let failure = QueueFailure(.network, "the queue was stopped while it sent the request")
      self = Self.unanswered(failure, error, record)
    // An error of one of the user's middlewares, whose text may contain the request.
    default:
      let failure = QueueFailure(.network, "\(record.operation): \(type(of: error)) was thrown")
      self = Self.unanswered(failure, error, record)
    }
  }

  private init(
    _ error: APIError, _ record: EntryRecord, _ core: ClientCore, _ configuration: QueueConfiguration
  ) {
    let now = core.configuration.clock.date
    let asked =
      RetryAfter.delay(in: error.headers, now: now) ?? RetryAfter.delay(in: error.failure, now: now)
      ?? .zero
    func later(_ kind: QueueFailure.Kind = .later, _ delay: Duration = .zero) -> Disposition {
      .postponed(QueueFailure(kind, error), atLeast: max(delay, asked), mayHaveArrived: false)
    }
    func unanswered() -> Disposition { Self.unanswered(QueueFailure(.network, error), error, record) }
    func refused(_ kind: QueueFailure.Kind = .refused) -> Disposition {
      .refused(QueueFailure(kind, error), error)
    }
    switch error.kind {
    case .invalidRequest, .invalidServer, .notAvailable:
      self = refused(.invalid)
      return
    case .credential: self = later(.credential)
    case .notSent(let reason):
      self = later(reason.isServerFailure ? .network : .later, reason.retryAfter ?? .zero)
    case .transport(let failure) where failure.reason.wasNotSent: self = later(.network)
    case .transport, .timedOut, .incomplete: self = unanswered()
    // Networks with a log-in page redirect, or response with a page; so does a service that has done its work.
    case .redirected: self = unanswered()
    case .notJSON, .unexpectedContent:
      self = error.status?.kind == .successful ? unanswered() : Self(of: error, record, core, later, refused)
    case .decoding, .violations, .responseTooLarge:
      // The server has accepted the request, but this version can't read the response.
      self =
        error.status?.kind == .successful
        ? .delivered(nil, error, error.status) : Self(of: error, record, core, later, refused)
    case .service, .httpStatus: self = Self(of: error, record, core, later, refused)
    }
    var isUnsure = false
    switch self {
    case .refused(let failure, _) where failure.kind == .outcomeUnknown: return
    case .postponed(_, _, let mayHaveArrived): isUnsure = mayHaveArrived
    case .refused, .delivered: break
    }
    switch configuration.decide?(error) {
    case nil: break
    case .retry:
      self = .postponed(QueueFailure(.later, error), atLeast: asked, mayHaveArrived: isUnsure)
    case .giveUp: self = refused()
    case .delivered: self = .delivered(nil, error, error.status)
    }
  }

  /// Decides about a response that is an error.
  private init(
    of error: APIError, _ record: EntryRecord, _ core: ClientCore,
    _ later: (QueueFailure.Kind, Duration) -> Disposition, _ refused: (QueueFailure.Kind) -> Disposition
  ) {
    let isCredential = core.api.credentials.contains { credential in
      error.status.map { credential.refusalStatuses.contains($0.code) } ?? false
        || error.failure.map { failure in credential.refusalErrors.contains { $0.matches(failure) } } ?? false
    }
    if isCredential || error.status?.code == 401 || error.status?.code == 407 {
      self = later(.credential, .zero)
      return
    }
    switch error.status?.code ?? 0 {
    case 408, 425, 429, 503: self = later(.later, .zero)
    // The server may have done its work before it failed.
    case 500..<600 where !record.entry.isRepeatable:
      self = Self.unanswered(QueueFailure(.later, error), error, record)
    case 500..<600: self = later(.later, .zero)
    case 409 where record.isUnsure && record.attempts <= Self.longestConflict: self = later(.later, .zero)
    default: self = error.isRetryable ? later(.later, .zero) : refused(.refused)
    }
  }

  /// A request that may have arrived is sent again only if it can be repeated.
  private static func unanswered(
    _ failure: QueueFailure, _ error: any Error, _ record: EntryRecord
  ) -> Disposition {
    guard record.entry.isRepeatable else {
      let text =
        "\(failure.description); the server may have accepted the request, so check there before you retry it"
      return .refused(QueueFailure(.outcomeUnknown, text), error)
    }
    return .postponed(failure, atLeast: .zero, mayHaveArrived: true)
  }
}

/// The value of a secret parameter isn't known now.
struct MissingSecret: Error, CustomStringConvertible {
  let operation: String
  let name: String
  /// The type of the provider's error.
  let cause: String?

  var description: String {
    "\(operation): the value of '\(name)' isn't known\(cause.map { " (\($0))" } ?? ""); "
      + "QueueConfiguration.secrets is asked again later"
  }
}

extension TransportFailure.Reason {
  /// Whether no part of the request can have reached the server.
  fileprivate var wasNotSent: Bool {
    switch self {
    case .offline, .hostNotFound, .cannotConnect, .insecure, .invalidRequest: true
    case .connectionLost, .truncated, .invalidResponse, .unsupportedCoding, .other: false
    }
  }
}
