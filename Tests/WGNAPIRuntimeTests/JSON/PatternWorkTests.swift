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

  private static func body(_ count: Int) -> String {
    let text = "\"" + String(repeating: "a", count: 60) + "\""
    return "{\"texts\":[" + Array(repeating: text, count: count).joined(separator: ",") + "]}"
  }

  private static let body = body(40)

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

  /// A chain's time covers reading: a document of this size may take seconds.
  @Test(.timeLimit(.minutes(5))) func endsWhenTimeIsUp() async throws {
    let transport = ScriptedTransport { _, _ in .json(Self.body(20_000)) }
    let client = LimitedClient(transport, SystemClock(), middleware: [])
    let error = await #expect(throws: APIError.self) {
      try await client.send(TextsRequest().timeout(.milliseconds(300)))
    }
    guard case .timedOut = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
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
