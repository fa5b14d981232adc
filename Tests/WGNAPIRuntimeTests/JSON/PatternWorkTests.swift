import Testing

@testable import WGNAPIRuntime

/// Patterns that take long, in documents that have many texts.
@Suite struct PatternWorkTests {
  private struct Texts: JSONModel {
    let texts: [String]
    static let layout = Layout<Self> {
      $0.required("texts", \.texts, [.items([.pattern(#"^(a|aa)+\1b$"#)])])
    }
  }

  private struct TextsRequest: APIRequest {
    typealias Response = Texts
    static let endpoint = Endpoint<Self>("texts", .get, "texts", response: .json())
  }

  private static let body =
    "{\"texts\":["
    + Array(repeating: "\"" + String(repeating: "a", count: 60) + "\"", count: 40).joined(separator: ",")
    + "]}"

  @Test func isLimitedForAllOfADocument() throws {
    let error = #expect(throws: JSONError.self) {
      try Texts.decode(Array(Self.body.utf8), options: JSONDecoding(validation: .report))
    }
    #expect(error?.kind == .workExceeded)
    #expect(try Texts.decode(Array(#"{"texts":["aab"]}"#.utf8)).texts == ["aab"])
  }

  @Test func endsWhenTheTaskIsCancelled() async throws {
    let transport = ScriptedTransport { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return .json(Self.body)
    }
    let client = LimitedClient(transport, ManualClock(), middleware: [])
    await #expect(throws: CancellationError.self) {
      try await Task { try await client.send(TextsRequest()) }.value
    }
  }

  /// Who shares a response with a call that was cancelled while it read reads it again.
  @Test func anInterruptedReadingIsNobodyElses() async throws {
    let interruption = APIError(
      .decoding(JSONError(.workExceeded, JSONReader.interruption)), operation: "texts")
    let transport = ScriptedTransport { _, _ in .json(#"{"texts":["aab"]}"#) }
    let client = LimitedClient(transport, ManualClock(), middleware: [Interrupting(error: interruption)])
    #expect(try await client.send(TextsRequest()).texts == ["aab"])
  }

  private struct Interrupting: Middleware {
    let error: APIError
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var response = try await next(request)
      response.fail(with: error)
      return response
    }
  }
}
