import WGNAPIClient
import WGNAPIJSON

extension APIClient {
  /// Sends a request for some fields of its answer; see ``SelectableRequest/selecting(_:extra:)``.
  ///
  /// ```swift
  /// let players = try await client.send(
  ///   PlayersRequest(accountIDs: ids), fields: [\.nickname, \.statistics.all.wins])
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - fields: Key paths of fields, `.excluding(…)`, or `.all`.
  ///   - extra: Fields that the service omits unless a request names them.
  ///   - options: The options of this call.
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func send<Request: SelectableRequest>(
    _ request: Request, fields: Fields<Request.Response.PartialCoder.Model>,
    extra: FieldPaths<Request.Response.PartialCoder.Model> = [], options: CallOptions = CallOptions()
  ) async throws -> Request.Response.PartialCoder.Decoded where Request.Response: ModelContainer {
    try await send(request.selecting(fields, extra: extra), options: options)
  }
}
