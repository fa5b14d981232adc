import Foundation
import Gallery
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime

@testable import WGNAPICache

/// Decoded values in the cache: how large they are, and decoders that send requests.
@Suite(.timeLimit(.minutes(5))) struct DecodedValueTests {
  // MARK: Size

  /// As many zeros as the body says, in millions of bytes: four bytes become 20 MB.
  struct Zeros: APIRequest {
    enum Inflater: BodyDecoder {
      static func decode(_ body: [UInt8], contentType: String?) throws -> [UInt8] {
        [UInt8](repeating: 0, count: (Int(String(decoding: body, as: UTF8.self)) ?? 0) * 1_000_000)
      }
    }

    typealias Response = [UInt8]
    var number: Int
    static let endpoint = Endpoint<Self>(
      "zeros", .get, "zeros", response: .decoded(as: Inflater.self), policies: [.cache(.seconds(600))]
    ) { $0.query("number", \.number) }
  }

  @Test func aValueCountsWithWhatItTakes() async throws {
    let cache = ResponseCache(memoryLimit: 64 << 20)
    let stub = Stub(.init(Array("0020".utf8), nil))
    let client = stub.client(.standard(cache: cache, limiter: nil))
    for number in 1...12 {
      #expect(try await client.send(Zeros(number: number)).count == 20_000_000)
      #expect(cache.memorySize <= 64 << 20)
      #expect(cache.memory.count == min(number, 3))
    }
    // The last three are there; one of more than half the limit isn't kept.
    #expect(try await client.response(to: Zeros(number: 12)).origin == .cache)
    #expect(stub.requests.count == 12)
    let small = ResponseCache(memoryLimit: 32 << 20)
    let other = stub.client(.standard(cache: small, limiter: nil))
    _ = try await other.send(Zeros(number: 1))
    #expect(small.memory.count == 0)
  }

  struct Numbers: APIRequest {
    typealias Response = [Int]
    static let endpoint = Endpoint<Self>(
      "numbers", .get, "numbers", response: .json(), policies: [.cache(.seconds(600))]
    ) { _ in }
  }

  /// Of JSON, the reader has counted it: two bytes become eight.
  @Test func jsonCountsWithWhatItTakes() async throws {
    let cache = ResponseCache()
    let body = "[" + String(repeating: "0,", count: 9_999) + "0]"
    let stub = Stub(.init(Array(body.utf8), "application/json"))
    let client = stub.client(.standard(cache: cache, limiter: nil))
    #expect(try await client.send(Numbers()).count == 10_000)
    let size = 80_000 + 2 * body.utf8.count
    #expect((size...size * 11 / 10).contains(cache.memorySize), "\(cache.memorySize)")
  }

  private struct Node: Sendable {
    var name = "a"
    var children: [Node] = []
  }

  private struct Row: Sendable { var texts: [String] }

  private struct Wide: Sendable {
    var rows: [[Row]]
    var text: String
  }

  private final class Image: MemorySized {
    let memorySize: Int
    init(_ size: Int) { memorySize = size }
  }

  private final class Chain: @unchecked Sendable {
    // Unchecked: it doesn't change after it is tied.
    var next: Chain?
    let data = [UInt8](repeating: 0, count: 1_000)
  }

  @Test func estimates() {
    func bytes(_ value: Any) -> Int { MemoryEstimate.bytes(of: value) }
    func isNear(_ size: Int, _ expected: Int) -> Bool { size >= expected && size <= expected * 3 / 2 + 64 }
    #expect(bytes(7) == 0 && bytes("short") == 0 && bytes([Int]()) == 0)
    #expect(isNear(bytes([UInt8](repeating: 0, count: 20_000_000)), 20_000_000))
    #expect(isNear(bytes([Int](repeating: 0, count: 1_000)), 8_000))
    #expect(isNear(bytes(String(repeating: "x", count: 5_000)), 5_000))
    #expect(isNear(bytes(Data(repeating: 0, count: 100_000)), 100_000))
    #expect(isNear(bytes([1: [UInt8](repeating: 0, count: 10_000)]), 10_000))
    #expect(isNear(bytes(Set(0..<1_000)), 8_000))
    let texts = (0..<1_000).map { String(repeating: "x", count: 100 + $0 % 2) }
    #expect(isNear(bytes(texts), 1_000 * (16 + 100 + 32)))
    // Of what it has no time to look at, it knows the size from the rest.
    let row = Row(texts: (0..<40).map { _ in String(repeating: "x", count: 100) })
    #expect(isNear(bytes([Row](repeating: row, count: 100)), 100 * 40 * (16 + 132)))
    let table = [[Row]](repeating: [Row](repeating: row, count: 100), count: 100)
    #expect(isNear(bytes(table), 100 * 100 * 40 * (16 + 132)))
    let maps = [[String: Row]](repeating: ["a": row, "b": row], count: 100)
    #expect(isNear(bytes(maps), 100 * 2 * 40 * (16 + 132)))
    let wide = Wide(
      rows: [[Row]](repeating: [row, row], count: 40), text: String(repeating: "x", count: 1_000))
    #expect(isNear(bytes(wide), 40 * 2 * 40 * (16 + 132)))
    // Empty objects take memory, too.
    #expect(bytes([Node](repeating: Node(), count: 1_000)) >= 1_000 * MemoryLayout<Node>.stride)
    #expect(isNear(bytes(Node(children: [Node(name: texts.joined())])), 100_500))
    #expect(isNear(bytes([Optional(Image(5_000_000)), nil]), 5_000_000))
    #expect(bytes((Image(.max), Image(.max))) == .max)
    #expect(bytes(Image(-1)) == 0)
    let chain = Chain()
    chain.next = chain
    #expect(bytes(chain) < 100_000)
    chain.next = nil
  }

  // MARK: Decoders that send requests

  /// A decoder that blocks until its client has sent another request.
  private final class Sender: @unchecked Sendable {
    // Unchecked: behind the lock.
    private let lock = NSLock()
    private var body: (@Sendable () async throws -> String)?
    func set(_ body: @escaping @Sendable () async throws -> String) { lock.withLock { self.body = body } }

    func result() throws -> String {
      guard let body = lock.withLock({ body }) else { return "" }
      let done = DispatchSemaphore(value: 0)
      let result = Result1()
      Task {
        result.value = await Swift.Result(catching: body)
        done.signal()
      }
      done.wait()
      return try result.value.get()
    }
  }

  private final class Result1: @unchecked Sendable {
    // Unchecked: written before the signal, and read after it.
    var value: Result<String, any Error> = .success("")
  }

  private static let sender = Sender()

  private struct Nested: APIRequest {
    enum Decoder: BodyDecoder {
      static func decode(_ body: [UInt8], contentType: String?) throws -> String {
        try DecodedValueTests.sender.result() + String(decoding: body, as: UTF8.self)
      }
    }

    typealias Response = String
    static let endpoint = Endpoint<Self>(
      "nested", .get, "nested", response: .decoded(as: Decoder.self), policies: [.cache(.seconds(600))]
    ) { _ in }
  }

  /// Also when the response is stored: then decoding it would begin again and again.
  @Test func aDecoderThatNeedsItsOwnResponse() async throws {
    // One after the other: each blocks a thread, of which there are as many as cores.
    for isStored in [false, true] { try await sendNested(isStored: isStored) }
  }

  private func sendNested(isStored: Bool) async throws {
    let store = MemoryStore()
    let stub = Stub(.init(Array("a".utf8), nil))
    func makeClient() -> Client {
      stub.client(.standard(cache: ResponseCache(store: isStored ? store : nil), limiter: nil))
    }
    Self.sender.set { "" }
    if isStored { #expect(try await makeClient().send(Nested()) == "a") }
    let client = makeClient()
    Self.sender.set { try await client.send(Nested()) }
    let error = await #expect(throws: APIError.self) { try await client.send(Nested()) }
    #expect(
      "\(String(describing: error))".contains("is sent while its own response is decoded"),
      "\(String(describing: error))")
    // Another request is answered, also one that is in the cache.
    Self.sender.set { String(try await client.send(Zeros(number: 0)).count) }
    #expect(try await client.send(Nested()) == "0a")
    Self.sender.set { "" }
  }
}

extension Result where Failure == any Error, Success: Sendable {
  fileprivate init(catching body: @Sendable () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
