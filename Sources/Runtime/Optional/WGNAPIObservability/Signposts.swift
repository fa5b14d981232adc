#if canImport(os)
  import WGNAPIClient
  import os

  /// Writes an interval of each call or attempt for Instruments, without secrets.
  ///
  /// ```swift
  /// ClientConfiguration(middleware: [Signposts()] + Client.middleware + [Signposts(category: "Attempts")])
  /// ```
  ///
  /// As the first middleware, it measures calls, which the cache may answer; as the last one, attempts.
  public struct Signposts: APIMiddleware {
    private let signposter: OSSignposter

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - subsystem: The subsystem of the intervals.
    ///   - category: The category of the intervals.
    public init(subsystem: String = "WGNAPI", category: String = "Calls") {
      signposter = OSSignposter(subsystem: subsystem, category: category)
    }

    public func send(
      _ request: MiddlewareRequest, next: @escaping Next
    ) async throws -> MiddlewareResponse {
      guard signposter.isEnabled else { return try await next(request) }
      let call = request.call
      let state = signposter.beginInterval(
        "Request", id: signposter.makeSignpostID(),
        "\(call.operation, privacy: .public) \(call.urlTemplate, privacy: .public)")
      do {
        let response = try await next(request)
        signposter.endInterval(
          "Request", state,
          "\(response.httpResponse.status.code) \(response.origin.rawValue, privacy: .public)")
        return response
      } catch {
        let name = (error as? APIError)?.kind.name ?? "\(type(of: error))"
        signposter.endInterval("Request", state, "\(name, privacy: .public)")
        throw error
      }
    }
  }
#endif
