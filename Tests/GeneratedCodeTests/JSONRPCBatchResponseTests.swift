import Foundation
import HTTPTypes
import Kiosk
import TestSupport
import Testing
import WGNAPIJSONRPC
import WGNAPIRuntime

/// What services answer to batches: other things than an array with a response for each call.
@Suite(.timeLimit(.minutes(5))) struct JSONRPCBatchResponseTests {
  @Test(arguments: cases) func aResponseToTwoCalls(_ example: Case) async throws {
    let server = try MisbehavingServer { _ in [.response(example.body, status: example.status)] }
    let transport = JSONRPCBatching(
      around: ClientConfiguration().transport, maximumCalls: 2, wait: .seconds(60))
    let client = Client(
      server: Server(url: server.server.baseURL, like: .main),
      configuration: ClientConfiguration(transport: transport))
    // Which call is the first one of the batch isn't known, except by its ID.
    let results = await withTaskGroup(of: (Int, String).self) { group in
      for shelf in 1...2 {
        group.addTask {
          do {
            return (
              shelf,
              try await client.stock(payload: .init(params: .init(title: "", shelf: shelf))).description
            )
          } catch {
            return (shelf, "\(error)")
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let calls = try #require(try JSON.decode(server.requests.first?.body ?? []).array)
    #expect(server.requests.count == 1)
    for (call, expected) in zip(calls, example.results) {
      let result = try #require(call["params"]?[1]?.int.flatMap { results[$0] })
      #expect(Int(expected) == nil ? result.contains(expected) : result == expected, "\(result)")
    }
  }

  // MARK: Without a client

  /// Answers every request with the same.
  private struct Fixed: HTTPTransport {
    var status = HTTPResponse.Status.ok
    let body: [UInt8]

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let fields: HTTPFields = [.contentType: "application/json", .contentLength: "9", .date: "today"]
      return TransportResponse(
        response: HTTPResponse(status: status, headerFields: fields), body: self.body)
    }
  }

  /// Sends bodies in one batch. They differ, so the order of the responses is that of the bodies.
  private func send(_ bodies: [String], to transport: any HTTPTransport) async -> [Result<
    TransportResponse, any Error
  >] {
    let batching = JSONRPCBatching(around: transport, maximumCalls: bodies.count, wait: .seconds(60))
    let request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/")
    return await withTaskGroup(of: (Int, Result<TransportResponse, any Error>).self) { group in
      for (index, body) in bodies.enumerated() {
        group.addTask {
          do {
            return (
              index, .success(try await batching.send(request, body: Array(body.utf8), options: .init()))
            )
          } catch {
            return (index, .failure(error))
          }
        }
        while batching.waitingCount <= index, index < bodies.count - 1 { await Task.yield() }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private func text(_ result: Result<TransportResponse, any Error>) -> String {
    switch result {
    case .success(let response):
      "\(response.response.status.code) " + String(decoding: response.body, as: UTF8.self)
    case .failure(let error): "\(error)"
    }
  }

  /// Texts, null and large numbers as IDs come back as they were; notifications have no response.
  @Test func idsAndNotifications() async throws {
    let bodies = [
      #"{"jsonrpc":"2.0","method":"a","id":"é\n"}"#, #"{"jsonrpc": "2.0", "method": "log"}"#,
      #"{"id" : 12345678901234567890 , "jsonrpc":"2.0","method":"b"}"#,
      #"{"jsonrpc":"2.0","method":"c","params":{"id":5,"x":[{}]},"id":null}"#,
    ]
    let response = #"[{"id":4,"result":{"id":4}}, {"result":3,"id": 3 },{"id":1,"error":null}]"#
    let results = await send(bodies, to: Fixed(body: Array(response.utf8)))
    #expect(
      results.map(text) == [
        #"200 {"id":"é\n","error":null}"#, "204 ", #"200 {"result":3,"id": 12345678901234567890 }"#,
        #"200 {"id":null,"result":{"id":4}}"#,
      ])
    let heads = try results.map { try $0.get().response.headerFields }
    #expect(heads.allSatisfy { $0[.contentLength] == nil && $0[.date] == "today" })
    #expect(heads.map { $0[.contentType] != nil } == [true, false, true, true])
    // A response to a notification has an ID that no call has.
    let unasked = await send(bodies, to: Fixed(body: Array(#"[{"id":2,"result":3}]"#.utf8)))
    #expect(text(unasked[1]) == "204 ")
    #expect(text(unasked[0]).contains("1 of its elements have IDs of no call"))
    // A notification that is alone sees the same.
    for status in [HTTPResponse.Status.noContent, .accepted, .ok] {
      let silent = await send([bodies[1], bodies[1]], to: Fixed(status: status, body: []))
      #expect(silent.map(text) == ["\(status.code) ", "\(status.code) "])
    }
    let failed = await send([bodies[1], bodies[1]], to: Fixed(status: .badGateway, body: [0x3F]))
    #expect(failed.map(text) == ["502 ?", "502 ?"])
  }

  /// A response, and what three calls and a notification get from it: the whole of a response, or a part of an error.
  struct Refusal: Sendable {
    var status = 200
    let response: String
    let results: [String]
  }

  private static let unclear = "1 of its elements are errors without an ID, for 2 calls without a response"
  private static let different = "2 of its elements are errors without an ID, for 2 calls without a response"

  static let refusals: [Refusal] = [
    // One error in place of the array answers all calls, with their IDs.
    Refusal(
      response: #"{"id":2,"error":5}"#,
      results: [
        #"200 {"id":"a","error":5}"#, #"200 {"id":"b","error":5}"#, #"200 {"id":"c","error":5}"#,
        #"200 {"id":null,"error":5}"#,
      ]),
    Refusal(
      status: 429, response: #"{"id":3,"error":5}"#,
      results: [
        #"429 {"id":"a","error":5}"#, #"429 {"id":"b","error":5}"#, #"429 {"id":"c","error":5}"#,
        #"429 {"id":null,"error":5}"#,
      ]),
    Refusal(response: #"{"id":4,"error":5}"#, results: four(#"200 {"id":4,"error":5}"#)),
    // One without an ID, or several equal ones, for all calls.
    Refusal(response: #"[{"error":5}]"#, results: Array(four(#"200 {"error":5}"#).prefix(3)) + ["204 "]),
    Refusal(
      response: #"[{"error":5},{"error":5}]"#, results: Array(four(#"200 {"error":5}"#).prefix(3)) + ["204 "]),
    Refusal(
      response: #"[{"id":2},{"error":5},{"error":5}]"#,
      results: [#"200 {"error":5}"#, #"200 {"id":"b"}"#, #"200 {"error":5}"#, "204 "]),
    Refusal(
      response: #"[{"error":5},{"id":1},{"id":3}]"#,
      results: [#"200 {"id":"a"}"#, #"200 {"error":5}"#, #"200 {"id":"c"}"#, "204 "]),
    // Which of them is whose isn't certain.
    Refusal(response: #"[{"id":2},{"error":5}]"#, results: [unclear, #"200 {"id":"b"}"#, unclear, "204 "]),
    Refusal(
      response: #"[{"id":2},{"error":5},{"error":6}]"#,
      results: [different, #"200 {"id":"b"}"#, different, "204 "]),
    Refusal(
      response: #"[{"id":2},{"id":1},{"error":5},{"error":6}]"#,
      results: [#"200 {"id":"a"}"#, #"200 {"id":"b"}"#, "2 of its elements are errors", "204 "]),
    // With a failure status, what isn't answered gets all.
    Refusal(
      status: 500, response: #"[{"id":2},{"error":5}]"#,
      results: [
        #"500 [{"id":2},{"error":5}]"#, #"500 {"id":"b"}"#, #"500 [{"id":2},{"error":5}]"#,
        #"500 [{"id":2},{"error":5}]"#,
      ]),
    Refusal(status: 500, response: #"["Broken."]"#, results: four(#"500 ["Broken."]"#)),
    Refusal(status: 500, response: #"[{"id":1},{"id":1}]"#, results: four(#"500 [{"id":1},{"id":1}]"#)),
  ]

  private static func four(_ text: String) -> [String] { Array(repeating: text, count: 4) }

  @Test(arguments: refusals.indices) func aRefusalOfFourCalls(_ position: Int) async throws {
    let refusal = Self.refusals[position]
    let bodies = [
      #"{"jsonrpc":"2.0","method":"a","id":"a"}"#, #"{"jsonrpc":"2.0","method":"a","id":"b"}"#,
      #"{"jsonrpc":"2.0","method":"a","id":"c"}"#, #"{"jsonrpc":"2.0","method":"log"}"#,
    ]
    let service = Fixed(status: .init(code: refusal.status), body: Array(refusal.response.utf8))
    let results = await send(bodies, to: service)
    for (result, expected) in zip(results.map(text), refusal.results) {
      // A status begins what is compared as a whole.
      let isWhole = Int(expected.prefix(3)) != nil
      #expect(isWhole ? result == expected : result.contains(expected), "\(result)")
    }
  }

  /// Not joined: they are sent at once, although a batch would wait for a minute.
  @Test(arguments: [
    #"{"jsonrpc":"1.0","method":"a","id":1}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"method":"a","id":1}"#,
    #"{"jsonrpc":"2.0","method":"a","id":1,"id":2}"#, #"[{"jsonrpc":"2.0","method":"a","id":1}]"#,
    #"{"jsonrpc":"2.0","method":7,"id":1}"#, #"{"jsonrpc":"2.0","method":"a","id":1"#, "", "5",
  ]) func bodiesThatAreNoCalls(_ body: String) async throws {
    let batching = JSONRPCBatching(around: Fixed(body: [0x21]), wait: .seconds(60))
    let request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/")
    #expect(try await batching.send(request, body: Array(body.utf8), options: .init()).body == [0x21])
  }

  @Test func requestsThatAreNotJoined() async throws {
    let batching = JSONRPCBatching(around: Fixed(body: [0x21]), wait: .seconds(60))
    let body = Array(#"{"jsonrpc":"2.0","method":"a","id":1}"#.utf8)
    var request = HTTPRequest(method: .put, scheme: "https", authority: "a.example", path: "/")
    #expect(try await batching.send(request, body: body, options: .init()).body == [0x21])
    request.method = .post
    for name in ["Content-Digest", "Content-Encoding", "Digest"] {
      request.headerFields = [try #require(HTTPField.Name(name)): "x"]
      #expect(try await batching.send(request, body: body, options: .init()).body == [0x21])
    }
    request.headerFields = [:]
    let stream = try await batching.stream(request, body: .bytes(body), options: .init())
    #expect(try await stream.body.collected(upTo: 9) == [0x21])
  }

  /// Answers with nothing, and keeps the bodies.
  private final class Keeping: HTTPTransport, @unchecked Sendable {
    // Unchecked: the bodies are behind the lock.
    private let lock = NSLock()
    private var kept: [[UInt8]] = []
    var bodies: [[UInt8]] { lock.withLock { kept } }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      lock.withLock { kept.append(body) }
      return TransportResponse(response: HTTPResponse(status: .badGateway), body: [])
    }
  }

  @Test(arguments: ["path", "authority", "field", "timeout", "redirects", "limit"])
  func whatDiffersIsAnotherBatch(_ difference: String) async throws {
    let first = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/?a=1")
    var second = first
    var options = TransportOptions()
    switch difference {
    case "path": second.path = "/?a=2"
    case "authority": second.authority = "b.example"
    case "field": second.headerFields[.authorization] = "Bearer b"
    case "timeout": options.timeout = .seconds(1)
    case "redirects": options.redirects = .none
    default: options.responseSizeLimit = 9
    }
    let keeping = Keeping()
    let batching = JSONRPCBatching(around: keeping, maximumCalls: 2, wait: .seconds(60))
    try await withThrowingTaskGroup(of: Void.self) { [second, options] group in
      for _ in 1...2 {
        for (method, request, options) in [("a", first, TransportOptions()), ("b", second, options)] {
          let body = Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"id\":7}".utf8)
          group.addTask { _ = try await batching.send(request, body: body, options: options) }
        }
      }
      try await group.waitForAll()
    }
    let methods = try keeping.bodies.map { try JSON.decode($0).array?.map { $0["method"]?.string } }
    #expect(Set(methods) == [["a", "a"], ["b", "b"]])
    #expect(methods.count == 2)
  }

  /// Elements of every kind, each of which is looked at once.
  @Test(.timeLimit(.minutes(1))) func aLongResponse() async throws {
    let call = #"{"jsonrpc":"2.0","method":"a","id":1}"#
    let elements = [Self.one, #"{"id":7}"#, Self.refusal, "1", #"{"id":1,"id":1}"#].joined(separator: ",")
    let response = "[" + String(repeating: elements + ",", count: 80_000) + Self.two + "]"
    let results = await send([call, call], to: Fixed(body: Array(response.utf8)))
    #expect(text(results[0]).contains("has several elements with this call's ID"))
    #expect(text(results[1]) == #"200 {"jsonrpc":"2.0","id":1,"result":12}"#)
  }

  /// Each caller gets a result, whatever was done to the response.
  @Test func changedResponses() async throws {
    let random = RandomSource.seeded(20_261_128)
    func number(below count: Int) -> Int { Int(random.bits() % UInt64(count)) }
    let call = #"{"jsonrpc":"2.0","method":"a","id":"x"}"#
    let response = Array("[\(Self.one), \(Self.refusal), {}, \(Self.two)]".utf8)
    let bytes = Array(#"[]{},:"\0129eidn "#.utf8)
    for _ in 0..<400 {
      var body = response
      for _ in 0...number(below: 4) {
        let place = number(below: body.count)
        switch number(below: 3) {
        case 0: body[place] = bytes[number(below: bytes.count)]
        case 1: body.insert(bytes[number(below: bytes.count)], at: place)
        default: body.removeSubrange(place..<min(place + 1 + number(below: 30), body.count))
        }
        if body.isEmpty { body = [0x20] }
      }
      let results = await send([call, call, call], to: Fixed(body: body))
      #expect(results.count == 3)
    }
  }
}
