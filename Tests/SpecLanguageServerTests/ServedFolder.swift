import Foundation
import GeneratorKit
import WGNAPIJSON

@testable import SpecLanguageServer

/// The package's folder.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A temporary folder, and a server for it without streams, which answers at once.
final class ServedFolder {
  let path: String
  private(set) var sent: [JSON] = []
  private(set) var server = LanguageServer { _ in }
  private var nextID = 1
  private var versions: [String: Int] = [:]
  private var texts: [String: String] = [:]

  /// - Parameters:
  ///   - files: the files by their paths. Without settings among them, these name the folder `Specs`.
  ///   - capabilities: those of the client; nil to leave the server uninitialized.
  init(_ files: [String: String], capabilities: JSON? = [:]) throws {
    path = try Self.makeFolder()
    var files = files
    if files["wgnapi-gen.yaml"] == nil { files["wgnapi-gen.yaml"] = "specs: Specs\noutput: Generated\n" }
    for (name, text) in files where !text.isEmpty { try write(text, to: name) }
    server = LanguageServer { [unowned self] bytes in
      if let json = try? JSON(parsing: bytes) { sent.append(json) }
    }
    guard let capabilities else { return }
    request(
      "initialize",
      ["capabilities": capabilities, "workspaceFolders": [["uri": .string(uri("")), "name": "test"]]])
    notify("initialized", [:])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static func makeFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("wgnapi-lsp-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func uri(_ name: String) -> String { FileURI.uri(of: name.isEmpty ? path : "\(path)/\(name)") }

  // MARK: Messages

  /// Sends a request, and returns the response.
  @discardableResult
  func request(_ method: String, _ parameters: JSON) -> JSON {
    let id = JSON.integer(nextID)
    nextID += 1
    send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters])
    return sent.last { $0["id"] == id } ?? .null
  }

  func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  func send(_ message: JSON) {
    server.receive(Array(message.description.utf8))
    while server.isBusy { server.handleNext() }
  }

  // MARK: Documents

  func text(of name: String) -> String {
    texts[name] ?? (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? ""
  }

  func open(_ name: String, _ text: String? = nil) {
    let text = text ?? self.text(of: name)
    texts[name] = text
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(name)), "languageId": "yaml", "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Replaces the whole text of an open document.
  func change(_ name: String, to text: String) {
    texts[name] = text
    change(name, [["text": .string(text)]])
  }

  func change(_ name: String, _ changes: [JSON]) {
    versions[name, default: 0] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(name)), "version": .integer(versions[name] ?? 0)],
        "contentChanges": .array(changes),
      ])
  }

  /// The parameters of a request about a place: the line that contains a text, and the position of `|` in it.
  func place(_ name: String, _ marked: String) -> JSON {
    let parts = marked.components(separatedBy: "|")
    let lines = text(of: name).components(separatedBy: "\n")
    let line = lines.firstIndex { $0.contains(parts.joined()) } ?? -1
    let start = line < 0 ? nil : lines[line].range(of: parts.joined())
    let column = start.map { lines[line][..<$0.lowerBound].utf16.count + parts[0].utf16.count } ?? 0
    return [
      "textDocument": ["uri": .string(uri(name))],
      "position": ["line": .integer(line), "character": .integer(column)],
    ]
  }

  // MARK: Diagnostics

  /// The diagnostics of a file that were published last; nil if none were.
  func diagnostics(of name: String) -> [JSON]? {
    sent.last {
      $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.string == uri(name)
    }?["params"]?["diagnostics"]?.array
  }

  /// Checks what has changed, as a thread beside the server does.
  func check() { while let check = server.beginCheck() { server.publish(check.run()) } }

  /// The same after a check, as `line:character id`.
  func check(_ name: String) -> [String]? {
    check()
    return diagnostics(of: name)?.map { diagnostic in
      let start = diagnostic["range"]?["start"]
      return
        "\(start?["line"]?.int ?? -1):\(start?["character"]?.int ?? -1) \(diagnostic["code"]?.string ?? "?")"
    }
  }
}

/// A module `Shop`, in two files.
let shop = [
  "Specs/Shop/module.yaml": """
  wgnapi: 1
  module:
    summary: A shop
    servers: {main: https://api.example.com/}
    failures: {default: {schema: Problem, code: code}}
  schemas:
    Problem: {properties: {code: integer}}
  parameters:
    limit: {type: integer, minimum: 1, description: How many.}
  errors:
    404: NOT_FOUND
  """ + "\n",
  "Specs/Shop/items.yaml": """
  wgnapi: 1
  endpoints:
    item:
      get: items/{id}
      summary: One thing to buy.
      parameters: {id: ItemID}
      response: Item
    items:
      get: items
      parameters:
        count?: {$parameter: limit}
      response: "[Item]"
      errors: {407: [TOO_MANY]}
  schemas:
    ItemID: {type: integer, newtype: true}
    Item:
      description: Something to buy.
      properties:
        id: ItemID
        title: {type: string, minLength: 1}
        parent?: Item
  """ + "\n",
]

/// A module `Shop` with an OpenAPI document.
let documentedShop = [
  "Specs/Shop/module.yaml": """
  wgnapi: 1
  module: {openapi: api.yaml}
  types:
    Item: {secret: true}
  operations:
    items: {parameters: {q: {name: text}}, response: {type: "[Item]"}}
  """ + "\n",
  "Specs/Shop/api.yaml": """
  openapi: 3.1.0
  info: {title: Shop, version: "1"}
  servers: [{url: https://api.example.com}]
  paths:
    /items:
      get:
        operationId: items
        parameters:
          - {in: query, name: q, schema: {type: string}}
        responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}}
  components:
    schemas:
      Item: {type: object, properties: {id: {type: integer}}}
      List: {type: object, properties: {all: {type: array, items: {$ref: '#/components/schemas/Item'}}}}
  """ + "\n",
]

extension ServedFolder {
  /// A location as `Specs/Shop/items.yaml 1:2 text`.
  func shown(_ location: JSON?) -> String? {
    guard let uri = location?["uri"]?.string, let path = FileURI.path(of: uri),
      let range = location?["range"],
      let start = TextPosition(range["start"]), let end = TextPosition(range["end"]), start.line == end.line
    else { return nil }
    let name = String(path.dropFirst(self.path.count + 1))
    let lines = text(of: name).components(separatedBy: "\n")
    guard lines.indices.contains(start.line) else { return nil }
    let line = Array(lines[start.line].utf16)
    guard end.character <= line.count, start.character <= end.character else { return nil }
    let text = String(decoding: line[start.character..<end.character], as: UTF16.self)
    return "\(name) \(start.line):\(start.character) \(text)"
  }
}
