/// Lets pages of any origin use the server (Fetch Standard, section 3.3).
enum CrossOrigin {
  /// The response to a preflight request; nil for other requests.
  static func preflight(_ request: MockRequest) -> MockResponse? {
    guard request.method == "OPTIONS", request.header("Origin") != nil,
      let method = request.header("Access-Control-Request-Method")
    else { return nil }
    var response = MockResponse(status: 204, summary: "preflight")
    allow(request, &response)
    response.add("Access-Control-Allow-Methods", method)
    if let fields = request.header("Access-Control-Request-Headers") {
      response.add("Access-Control-Allow-Headers", fields)
    }
    response.add("Access-Control-Max-Age", "600")
    return response
  }

  /// Requests with credentials need the names of the origin and of the header fields that pages may read.
  static func allow(_ request: MockRequest, _ response: inout MockResponse) {
    guard let origin = request.header("Origin") else { return }
    let names = response.headers.map(\.name).filter { $0.lowercased() != "content-type" }
    response.add("Access-Control-Allow-Origin", origin)
    response.add("Access-Control-Allow-Credentials", "true")
    if !names.isEmpty { response.add("Access-Control-Expose-Headers", names.joined(separator: ", ")) }
    response.add("Vary", "Origin")
  }
}
