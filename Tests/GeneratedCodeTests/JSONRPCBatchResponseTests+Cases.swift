import Testing

// Responses to a batch of two calls, and what becomes of each call.
extension JSONRPCBatchResponseTests {
  /// A response to two calls with the IDs 1 and 2, and how the results begin or, of errors, what they contain.
  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    var status = "200 OK"
    let body: String
    let results: [String]
    var testDescription: String { title }
  }

  static let one = #"{"jsonrpc":"2.0","id":1,"result":11}"#
  static let two = #"{"jsonrpc":"2.0","id":2,"result":12}"#
  static let refusal = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Too many."}}"#
  static func levels(_ count: Int, _ value: String = "1") -> String {
    String(repeating: "[", count: count) + value + String(repeating: "]", count: count)
  }

  static func both(_ text: String) -> [String] { [text, text] }

  static let cases = [
    Case(title: "an ID is missing", body: "[\(one)]", results: ["11", "has no element with this call's ID"]),
    Case(
      title: "no ID at all", body: "[]",
      results: both("a batch of 2 calls has no element with this call's ID")),
    Case(
      title: "an ID comes twice", body: "[\(one),\(two),\(one)]",
      results: ["has several elements with this call's ID", "12"]),
    Case(
      title: "an unknown ID", body: #"[\#(one),{"jsonrpc":"2.0","id":99,"result":1}]"#,
      results: ["11", "with this call's ID; 1 of its elements have IDs of no call"]),
    Case(
      title: "IDs of other types",
      body: #"[{"id":"1","result":1},{"id":2.5},{"id":[2]},{"id":1e999999999}, 7, null]"#,
      results: both("6 of its elements have IDs of no call")),
    Case(
      title: "an element beside the responses", body: #"[\#(two),{"id":99},\#(one),5]"#,
      results: ["11", "12"]),
    Case(
      title: "two IDs in an element", body: #"[{"jsonrpc":"2.0","id":1,"result":11,"id":2},\#(two)]"#,
      results: ["1 of its elements have IDs of no call", "12"]),
    Case(
      title: "other spellings of numbers",
      body: #"[{"jsonrpc":"2.0","id":1.0,"result":11},{"jsonrpc":"2.0","i\u0064":2e0,"result":12}]"#,
      results: ["11", "12"]),
    Case(title: "the batch is refused", body: refusal, results: both("-32600 Too many.")),
    Case(
      title: "a call is refused without an ID", body: "[\(refusal),\(two)]",
      results: ["-32600 Too many.", "12"]),
    Case(
      title: "all calls are refused so", body: "[\(refusal),\(refusal)]", results: both("-32600 Too many.")),
    Case(
      title: "one refusal for all calls", body: "[\(refusal)]", results: both("-32600 Too many.")),
    Case(
      title: "one refusal for all calls, with the ID of one",
      body: refusal.replacingOccurrences(of: "null", with: "2"), results: both("-32600 Too many.")),
    Case(
      title: "different refusals",
      body: "[\(refusal), \(refusal.replacingOccurrences(of: "many", with: "few"))]",
      results: both("2 of its elements are errors without an ID, for 2 calls without a response")),
    Case(
      title: "a refusal beside an unknown ID", body: #"[\#(refusal), {"id": "1", "result": 1}]"#,
      results: both("1 of its elements are errors without an ID, for 2 calls without a response")),
    Case(
      title: "one response without an array", body: two,
      results: ["has no element with this call's ID", "12"]),
    Case(
      title: "an object", body: #"{"message": "What?"}"#,
      results: both("is an object instead of an array, so the service may not support batches")),
    Case(title: "nothing", body: " ", results: both("the response to a batch of 2 calls is empty")),
    Case(title: "text", body: "<html>Sign in</html>", results: both("<html>Sign in</html>")),
    Case(title: "a number", body: "5", results: both("isn't what the endpoint describes")),
    Case(
      title: "the end is missing", body: "[\(one),\(two)",
      results: both("a batch of 2 calls ends early; try again")),
    Case(
      title: "no JSON", body: "[\(one) \(two)]", results: both("a batch of 2 calls isn't JSON, at byte 38")),
    Case(title: "two documents", body: "[\(one)] [\(two)]", results: both("isn't JSON, at byte 39")),
    Case(
      title: "arrays in arrays", body: String(repeating: "[", count: 100_000),
      results: both("is nested too deeply, at byte ")),
    Case(
      title: "a result with many levels",
      body: #"[{"jsonrpc":"2.0","id":1,"result":\#(levels(1_000))},\#(two)]"#,
      results: ["nested deeper than", "12"]),
    Case(
      title: "many levels beside a result, with brackets in a text",
      body: ##"[\##(one),{"more":\##(levels(300, "\"]\\\"\"")),"id":2,"result":12}]"##,
      results: ["11", "nested deeper than"]),
    Case(
      title: "a failure status", status: "503 Service Unavailable", body: "Busy.",
      results: both("the server answered with an error: \"Busy.\"")),
    Case(
      title: "a failure status and an object", status: "429 Too Many Requests",
      body: #"{"message": "Slow."}"#,
      results: both("Slow.")),
    Case(
      title: "a failure status and half an array", status: "500 Internal Server Error", body: "[\(one)",
      results: both("HTTP status 500")),
    Case(
      title: "a failure status and an array", status: "500 Internal Server Error",
      body: "[\(refusal.replacingOccurrences(of: "null", with: "2"))]",
      results: ["\"Too many.\"", "-32600 Too many."]),
    Case(
      title: "a failure status and an array of texts", status: "400 Bad Request",
      body: #"["title is missing"]"#, results: both("title is missing")),
    Case(
      title: "a failure status and a refusal in an array", status: "400 Bad Request",
      body: "[\(refusal)]", results: both("-32600 Too many.")),
  ]
}
