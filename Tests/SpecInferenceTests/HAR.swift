import Foundation
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Makes HAR files of a made-up bookshop.
struct HAR {
  private(set) var entries: [JSON] = []

  mutating func add(
    _ method: String, _ url: String, status: Int = 200, response: JSON? = nil, text: String? = nil,
    type: String = "application/json", encoding: String? = nil, fields: [(String, String)] = [],
    body: String? = nil, bodyType: String = "application/json", responseFields: [(String, String)] = []
  ) {
    func pairs(_ list: [(String, String)]) -> JSON {
      .array(list.map { .object(["name": .string($0.0), "value": .string($0.1)]) })
    }
    var content: JSONObject = ["size": -1, "mimeType": .string(type)]
    if let text = text ?? response?.description { content["text"] = .string(text) }
    if let encoding { content["encoding"] = .string(encoding) }
    var request: JSONObject = [
      "method": .string(method), "url": .string(url), "headers": pairs([(":authority", "x")] + fields),
      "bodySize": -1,
    ]
    if let body { request["postData"] = ["mimeType": .string(bodyType), "text": .string(body)] }
    entries.append([
      "startedDateTime": "2026-11-20T10:00:00Z", "_priority": "High", "request": .object(request),
      "response": [
        "status": .number(JSONNumber(status)), "headers": pairs(responseFields), "content": .object(content),
      ],
    ])
  }

  mutating func add(
    _ url: String, status: Int = 200, response: JSON? = nil, text: String? = nil,
    type: String = "application/json",
    encoding: String? = nil, fields: [(String, String)] = [], responseFields: [(String, String)] = []
  ) {
    add(
      "GET", url, status: status, response: response, text: text, type: type, encoding: encoding,
      fields: fields,
      responseFields: responseFields)
  }

  func adding(_ other: HAR) -> HAR {
    var result = self
    result.entries += other.entries
    return result
  }

  var bytes: [UInt8] {
    Array(JSON.object(["log": .object(["version": "1.2", "entries": .array(entries)])]).description.utf8)
  }

  /// Reads the file in parts of some bytes.
  static func read(_ bytes: [UInt8], parts: Int = 1000) -> TrafficReader {
    var reader = TrafficReader()
    var rest = bytes[...]
    reader.readHAR(shown: "shop.har") {
      let part = rest.prefix(parts)
      rest = rest.dropFirst(parts)
      return Array(part)
    }
    return reader
  }

  func infer(hosts: [String] = []) -> InferredSpec {
    inferSpec(from: Self.read(bytes).collector, module: "Shop", hosts: hosts)
  }
}

extension InferredSpec {
  /// All files, each after its name.
  var text: String { files.map { "== \($0.path)\n\($0.text)" }.joined() }

  var everything: String {
    text + notes.map { "\($0.place) \($0.text)" }.joined(separator: "\n") + otherServers.joined()
  }
}
