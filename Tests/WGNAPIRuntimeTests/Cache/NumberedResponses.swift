import HTTPTypes
import WGNAPIRuntime

extension ScriptedTransport {
  /// One whose closure gets the request and its number, from 1.
  static func numbered(
    _ respond: @escaping @Sendable (HTTPRequest, Int) async throws -> TransportResponse
  ) -> ScriptedTransport {
    ScriptedTransport { index, request in try await respond(request, index + 1) }
  }

  /// The number of requests so far.
  var count: Int { requests.count }
}

extension TransportResponse {
  /// A response with a body of JSON and these fields.
  static func json(
    _ text: String, status: Int = 200, fields: [HTTPField.Name: String]
  ) -> TransportResponse {
    var response = json(text, status: status)
    for (name, value) in fields { response.response.headerFields[name] = value }
    return response
  }

  /// One player whose name holds `number`.
  static func players(_ number: Int, _ fields: [HTTPField.Name: String] = [:]) -> TransportResponse {
    json(
      #"{"status": "ok", "data": [{"account_id": \#(number), "nickname": "P\#(number)"}]}"#, fields: fields)
  }
}
