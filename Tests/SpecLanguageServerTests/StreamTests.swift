import Foundation
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

/// A client on pipes.
private final class PipedClient: @unchecked Sendable {
  private let toServer = Pipe()
  private let fromServer = Pipe()
  private var framing = MessageFraming()
  private let done = DispatchSemaphore(value: 0)
  private var status: Int32 = -1

  init(isBlocking: Bool = true) {
    let (input, output) = (
      toServer.fileHandleForReading.fileDescriptor, fromServer.fileHandleForWriting.fileDescriptor
    )
    if !isBlocking { for stream in [input, output] { _ = fcntl(stream, F_SETFL, O_NONBLOCK) } }
    Thread.detachNewThread { [self] in
      status = serveLanguage(input: input, output: output)
      try? fromServer.fileHandleForWriting.close()
      done.signal()
    }
  }

  func write(_ text: String) { toServer.fileHandleForWriting.write(Data(text.utf8)) }

  func send(_ message: JSON) {
    toServer.fileHandleForWriting.write(Data(MessageFraming.framed(Array(message.description.utf8))))
  }

  /// The next message that fits; nil at the end of the stream.
  func next(_ fits: (JSON) -> Bool = { _ in true }) throws -> JSON? {
    while true {
      while let part = framing.next() {
        guard case .message(let bytes) = part else { throw CocoaError(.fileReadCorruptFile) }
        let json = try JSON(parsing: bytes)
        if fits(json) { return json }
      }
      let data = fromServer.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      framing.append(data)
    }
  }

  /// Closes the client's end, and returns the status of the server.
  func end() -> Int32 {
    try? toServer.fileHandleForWriting.close()
    done.wait()
    return status
  }
}

@Suite struct StreamTests {
  @Test func `a session on pipes`() throws {
    let served = try ServedFolder(shop, capabilities: nil)
    let client = PipedClient()
    client.send([
      "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["rootUri": .string(served.uri(""))],
    ])
    #expect(try client.next()?["id"] == 1)
    client.send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    let uri = served.uri("Specs/Shop/items.yaml")
    client.send([
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": [
        "textDocument": ["uri": .string(uri), "version": 7, "text": "wgnapi: 1\nschemas: {A: Itm}\n"]
      ],
    ])
    let published = try client.next { $0["params"]?["uri"]?.string == uri }
    #expect(published?["params"]?["diagnostics"]?[0]?["code"] == "unknown-type")
    #expect(published?["params"]?["version"] == 7)
    client.write("Content-Length: 3\r\n\r\n{]}")
    #expect(try client.next()?["error"]?["code"] == -32700)
    client.write("nonsense\r\n\r\n")
    #expect(try client.next()?["error"]?["code"] == -32600)
    client.send(["jsonrpc": "2.0", "id": 2, "method": "shutdown"])
    #expect(try client.next { $0["id"] == 2 }?["result"] == .null)
    client.send(["jsonrpc": "2.0", "method": "exit"])
    #expect(try client.next() == nil)
    #expect(client.end() == 0)
  }

  /// Who holds a key down sends more than a change in the time that the server waits for the end of typing.
  @Test func `a client that is never silent gets diagnostics`() throws {
    let served = try ServedFolder(shop, capabilities: nil)
    let client = PipedClient()
    client.send([
      "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["rootUri": .string(served.uri(""))],
    ])
    let uri = JSON.string(served.uri("Specs/Shop/items.yaml"))
    let text: JSON = "wgnapi: 1\nschemas: {A: Itm}\n"
    client.send([
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": ["textDocument": ["uri": uri, "version": 0, "text": text]],
    ])
    let (isTyping, typed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for _ in 0..<2_000 {
        if isTyping.wait(timeout: .now() + 0.005) == .success { break }
        client.send([
          "jsonrpc": "2.0", "method": "textDocument/didChange",
          "params": [
            "textDocument": ["uri": uri, "version": 1], "contentChanges": [["text": text]],
          ],
        ])
      }
      typed.signal()
    }
    let published = try client.next { $0["params"]?["uri"] == uri }
    #expect(published?["params"]?["diagnostics"]?[0]?["code"] == "unknown-type")
    #expect(typed.wait(timeout: .now()) == .timedOut)
    isTyping.signal()
    typed.wait()
    client.send(["jsonrpc": "2.0", "method": "exit"])
    #expect(client.end() == 1)
  }

  @Test func `streams that don't block are read and written`() throws {
    let client = PipedClient(isBlocking: false)
    Thread.sleep(forTimeInterval: 0.05)
    client.send(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": [:]])
    #expect(try client.next()?["id"] == 1)
    // More than a pipe holds.
    let message: JSON = [
      "jsonrpc": "2.0", "id": 2, "method": .string(String(repeating: "x", count: 1 << 20)),
    ]
    client.send(message)
    Thread.sleep(forTimeInterval: 0.2)
    #expect(try client.next()?["error"]?["code"] == -32601)
    #expect(client.end() == 1)
  }

  @Test func `a client that goes away ends the server`() throws {
    let client = PipedClient()
    client.send(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": [:]])
    #expect(client.end() == 1)
  }
}
