import WGNAPIJSON

/// Writes each exchange as one line, without secrets.
///
/// ```swift
/// ClientConfiguration(middleware: [RequestLog { print($0) }] + Client.middleware)
/// // searchPlayers: GET https://api.worldoftanks.eu/wot/account/list/?search=gar&application_id=<redacted>
/// //   → 200, network, 1204 bytes, 83.120 ms, attempt 1, id 5f0c…   (on the same line)
/// ```
///
/// Its position in the chain determines what it logs: as the first middleware, one line per call, whether or
/// not the cache answers it, with the number of the attempt that was answered; as the last one, one line per attempt that
/// reaches the network. A call that is sent again with a renewed credential goes through the chain a second time.
public struct RequestLog: APIMiddleware {
  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameter write: A closure that receives each line, without a line break, on any thread.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  public func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let start = request.call.clock.uptime
    do {
      let response = try await next(request)
      let failure = response.failure
      var parts = ["\(response.httpResponse.status.code)"]
      if let failure { parts += Self.text(failure) }
      parts += [response.origin.rawValue, response.stream == nil ? "\(response.body.count) bytes" : "stream"]
      log(request, parts, since: start, attempt: max(response.attempt, failure?.attempt ?? 1))
      return response
    } catch {
      let apiError = error as? APIError
      // The text of another error type may contain the request, so log only the type.
      let text =
        error is CancellationError
        ? "cancelled" : apiError.flatMap { Self.text($0).first } ?? "\(type(of: error))"
      log(request, [text], since: start, attempt: apiError?.attempt)
      throw error
    }
  }

  private func log(_ request: MiddlewareRequest, _ parts: [String], since start: Duration, attempt: Int?) {
    let call = request.call
    let (seconds, attoseconds) = (call.clock.uptime - start).components
    let microseconds = attoseconds / 1_000_000_000_000
    let time = "\(seconds * 1000 + microseconds / 1000).\(padded(Int(microseconds % 1000), 3)) ms"
    let rest = [time, "attempt \(max(attempt ?? 1, request.attempt))", "id \(call.requestID)"]
    let method = request.httpRequest.method.rawValue
    write(
      "\(call.operation): \(method) \(call.redactedURL) → \((parts + rest).joined(separator: ", "))")
  }

  /// Returns the kind of the error; empty if the status says enough.
  private static func text(_ error: APIError) -> [String] {
    switch error.kind {
    case .httpStatus: []
    case .transport(let failure): ["\(error.kind.name) \(failure.reason.rawValue)"]
    case .service(let failure):
      [
        ([error.kind.name, failure.code.map(String.init), failure.message?.printable] as [String?])
          .compactMap(\.self).joined(separator: " ")
      ]
    default: [error.kind.name]
    }
  }
}
