import WGNAPIClient
import WGNAPIJSON

// Requests for the pages that answers link to.
extension ClientCore {
  /// Sends a request, or the same request to where a link led.
  ///
  /// - Parameters:
  ///   - link: A link as ``LinkSource/link(to:)`` returns it; nil for the request itself.
  ///   - anyPath: Whether links may lead to another path than the endpoint's.
  /// - Returns: The response, and the request as sent, which further links are relative to.
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  func response<Request: APIRequest>(
    to request: Request, following link: String?, anyPath: Bool, options: CallOptions
  ) async throws -> (response: CallResponse<Request>, source: LinkSource) {
    try Task.checkCancellation()
    var options = options
    // A link leads to a URL, so nothing of the request can be in a form.
    if link != nil, Request.endpoint.methods.contains(.get) { options.method = .get }
    let secrets = secretNames(of: Request.endpoint, options)
    return try await withCredentials(
      for: request, options: options, status: { $0.response.status },
      send: { composed, options in
        var composed = composed
        var source = LinkSource(
          url: composed.url, basePath: composed.basePath, parameters: Request.endpoint.parameters.map(\.name),
          secrets: secrets, anyPath: anyPath, redaction: composed.redaction)
        if let link {
          do throws(LinkProblem) {
            composed = try composed.following(link, from: &source)
          } catch {
            throw APIError(
              .invalidRequest([Violation(keyword: "pagination", message: error.message, byteOffset: 0)]),
              operation: Request.endpoint.name, server: server.name)
          }
        }
        return (try await response(to: request, composed: composed, options: options), source)
      })
  }
}
