import TestSupport
import Testing
import Thoroughness
import WGNAPICache
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIChains
@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIJSON
@testable import WGNAPIPages

/// Patterns that take long, in documents that have many texts.
@Suite struct PatternWorkTests {
  private struct Texts: JSONModel {
    let texts: [String]
    static let layout = ModelLayout<Self> {
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

  /// The first pattern ends the check, but a report names all that don't match.
  private struct Reported: JSONModel {
    let texts: [String]
    static let layout = ModelLayout<Self> {
      $0.required("texts", \.texts, [.items([.pattern("^b"), .pattern(#"^(a|aa)+\1b$"#)])])
    }
  }

  @Test(.thorough, .timeLimit(.minutes(5))) func isLimitedForReports() {
    let bytes = Array(Self.body.utf8)
    let reported = #expect(throws: JSONError.self) {
      try Reported.decode(bytes, options: JSONDecoding(validation: .report))
    }
    #expect(reported?.kind == .workExceeded)
    // The first violation is enough here.
    let strict = #expect(throws: JSONError.self) { try Reported.decode(bytes) }
    #expect(strict?.kind == .validation)
    #expect(Reported.validate(bytes).map(\.keyword) == ["json"])
    #expect(Reported.validate(Array(#"{"texts":["ab"]}"#.utf8)).map(\.keyword) == ["pattern", "pattern"])
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

  // Tests of time have a process of their own: beside others, a timer may find no thread.

  /// A chain's time covers reading: a document of this size may take seconds.
  @Test(.timeLimit(.minutes(5))) func endsWhenTimeIsUp() async throws {
    await #expect(processExitsWith: .success) { try await PatternWorkTests.timeOfAChain() }
  }

  private static func timeOfAChain() async throws {
    let transport = ScriptedTransport { _, _ in .json(body(20_000)) }
    let failures = Record<APIError?>()
    let client = LimitedClient(transport, SystemClock(), middleware: [Observing(failures: failures)])
    let error = await #expect(throws: APIError.self) {
      try await client.send(TextsRequest().timeout(.milliseconds(300)))
    }
    guard case .timedOut = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The reading has ended early, and not only been waited for.
    #expect(failures.all.map { $0?.isInterruption } == [true])
  }

  /// A call's time limit covers reading, too; the response isn't asked for again, because it would be the same.
  @Test(.timeLimit(.minutes(5))) func endsWhenTheCallsTimeIsUp() async throws {
    await #expect(processExitsWith: .success) { try await PatternWorkTests.timeOfACall() }
  }

  private static func timeOfACall() async throws {
    let transport = ScriptedTransport { _, _ in .json(body(20_000)) }
    let client = LimitedClient(
      transport, SystemClock(), middleware: .standard(cache: ResponseCache(), limiter: nil))
    let error = await #expect(throws: APIError.self) {
      try await client.send(TextsRequest(), options: CallOptions(timeout: .milliseconds(300)))
    }
    guard case .timedOut(after: .milliseconds(300)) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.status == .ok && error?.isRetryable == false)
    #expect(transport.count == 1)
    // A text that is read quickly is read.
    let quick = LimitedClient(
      ScriptedTransport { _, _ in .json(#"{"texts":["aab"]}"#) }, SystemClock(), middleware: [])
    #expect(try await quick.send(TextsRequest()).texts == ["aab"])
  }

  /// The limit of an attempt is for the server: what has arrived is read, however little of that time is left.
  @Test func whatHasArrivedIsRead() async throws {
    let texts = Array(repeating: #""aab""#, count: 100_000).joined(separator: ",")
    let transport = ScriptedTransport { _, _ in .json("{\"texts\":[\(texts)]}") }
    let client = LimitedClient(transport, SystemClock(), middleware: [WithoutTime()])
    #expect(try await client.send(TextsRequest()).texts.count == 100_000)
  }

  /// Leaves no time for an attempt, which a scripted transport doesn't need.
  private struct WithoutTime: APIMiddleware {
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var request = request
      request.options.timeout = .zero
      return try await next(request)
    }
  }

  /// What the message of an error says decides nothing: coders write their own.
  @Test(arguments: ["the task that reads was cancelled", "reading takes longer than the call may"])
  func aMessageIsNotTakenForTheEndOfReading(_ message: String) async throws {
    let transport = ScriptedTransport { _, _ in .json("\"\(message)\"") }
    let client = LimitedClient(transport, ManualClock(), middleware: [])
    let error = await #expect(throws: APIError.self) { try await client.send(EchoRequest()) }
    guard case .decoding(let cause) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.kind == .workExceeded && cause.message == message)
    #expect(error?.isInterruption == false)
  }

  /// Throws an error with the text that it reads.
  private enum Echo: JSONCoder {
    typealias Decoded = String
    static func read(from reader: inout JSONReader) throws(JSONError) -> String {
      throw JSONError(.workExceeded, try String.read(from: &reader))
    }
    static func write(_ value: String, to writer: inout JSONWriter) throws(JSONError) {
      try String.write(value, to: &writer)
    }
  }

  private struct EchoRequest: APIRequest {
    typealias Response = String
    static let endpoint = Endpoint<Self>("echo", .get, "echo", response: .json(as: Echo.self))
  }

  private struct Observing: APIMiddleware {
    let failures: Record<APIError?>
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      let response = try await next(request)
      failures.append(response.failure)
      return response
    }
  }

  /// Who shares a response with a call that was cancelled while it read reads it again.
  @Test func anInterruptedReadDoesNotAffectOthers() async throws {
    let transport = ScriptedTransport { _, _ in .json(#"{"texts":["aab"]}"#) }
    let client = LimitedClient(transport, ManualClock(), middleware: [Interrupting()])
    #expect(try await client.send(TextsRequest()).texts == ["aab"])
  }

  /// The second reading may be interrupted, too.
  @Test(.timeLimit(.minutes(5))) func readingAgainEndsWhenTheTaskIsCancelled() async throws {
    let transport = ScriptedTransport { _, _ in .json(Self.body(20_000)) }
    let client = LimitedClient(transport, ManualClock(), middleware: [Interrupting()])
    var options = CallOptions()
    options.timeout = .seconds(300)
    let reading = Task { [options] in try await client.send(TextsRequest(), options: options) }
    try await Task.sleep(for: .milliseconds(200))
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  private struct Interrupting: APIMiddleware {
    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      var response = try await next(request)
      var error = request.call.error(.decoding(JSONError(stoppedBy: .cancellation)))
      error.isInterruption = true
      response.fail(with: error)
      return response
    }
  }
}
