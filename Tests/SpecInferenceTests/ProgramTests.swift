import Foundation
import Testing
import WGNAPIJSON

@testable import SpecInference
@testable import TrafficEvidence

/// HAR files as programs write them that don't run here, made of what others saved.
struct ProgramTests {
  /// Proxyman 6.5 writes Base64 in place of each response's body, takes each request's body for a form, escapes slashes, has keys
  /// in any order and the creator behind the entries.
  @Test func proxymanSeesTheSame() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/Inference/Browsers")
    let saved = try JSON.decode(Array(Data(contentsOf: folder.appendingPathComponent("mitmproxy.har"))))
    let entries = saved["log"]?["entries"]?.array ?? []
    #expect(!entries.isEmpty)
    let log: JSONObject = [
      "version": "1.2", "entries": .array(entries.map(Self.proxyman)),
      "creator": ["name": "Proxyman", "version": "6.5.0"],
    ]
    let text = JSON.object(["log": .object(log)]).description.replacing("/", with: "\\/")
    let reader = HAR.read(Array(text.utf8))
    #expect(reader.problems.isEmpty)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    for file in spec.files {
      let recorded = folder.appendingPathComponent("Specs/Shop/\(file.path)")
      #expect(try String(contentsOf: recorded, encoding: .utf8) == file.text, "\(file.path)")
    }
    #expect(spec.files.count > 1)
  }

  private static func proxyman(_ entry: JSON) -> JSON {
    func pairs(_ list: JSON?) -> JSON {
      .array((list?.array ?? []).map { ["value": $0["value"] ?? "", "name": $0["name"] ?? ""] })
    }
    let (request, response) = (entry["request"], entry["response"])
    var asked: JSONObject = [
      "headers": pairs(request?["headers"]), "method": request?["method"] ?? "", "headersSize": 500,
      "queryString": pairs(request?["queryString"]), "url": request?["url"] ?? "", "httpVersion": "HTTP/1.1",
      "bodySize": -1, "cookies": [],
    ]
    if let data = request?["postData"], let text = data["text"]?.string {
      let parameters = text.split(separator: "&").map { pair -> JSON in
        let parts = pair.split(separator: "=", maxSplits: 1).map { JSON.string(String($0)) }
        return ["value": parts.count > 1 ? parts[1] : "", "name": parts.first ?? ""]
      }
      asked["postData"] = [
        "mimeType": data["mimeType"] ?? "", "params": .array(parameters), "text": .string(text),
      ]
    }
    let content = response?["content"]
    let text = content?["text"]?.string ?? ""
    let bytes = content?["encoding"]?.string == "base64" ? Data(base64Encoded: text) : Data(text.utf8)
    let received: JSON = [
      "httpVersion": "HTTP/1.1", "statusText": "", "redirectURL": "", "headers": pairs(response?["headers"]),
      "status": response?["status"] ?? 0, "headersSize": 259, "cookies": [],
      "bodySize": .number(JSONNumber(bytes?.count ?? 0)),
      "content": [
        "text": .string(bytes?.base64EncodedString() ?? ""), "encoding": "base64",
        "mimeType": text.isEmpty ? "" : content?["mimeType"] ?? "",
        "size": .number(JSONNumber(bytes?.count ?? 0)),
      ],
    ]
    return [
      "_serverAddress": "127.0.0.1", "_isIntercepted": true, "response": received, "_clientPort": 62979,
      "startedDateTime": "2026-11-26T21:48:57.305+0100", "comment": "", "cache": [:],
      "_webSocketMessages": nil, "_name": "59", "_id": "59", "request": .object(asked),
      "timings": ["dns": -1, "receive": -1, "send": -1, "connect": 1, "ssl": -1, "wait": -1, "blocked": -1],
      "time": 605.08014,
    ]
  }

  @Test func requestsWithoutAResponseAreLeftOut() throws {
    let url = JSON.string("https://api.example.com/books")
    let entries: [JSON] = [
      ["request": ["method": "GET", "url": url]],
      ["request": ["method": "GET", "url": url], "response": nil],
      ["request": ["method": "CONNECT", "url": url], "response": ["status": 200]],
    ]
    let log: JSON = ["log": ["entries": .array(entries)]]
    let reader = HAR.read(Array(log.description.utf8))
    #expect(reader.problems.isEmpty && inferSpec(from: reader.collector, module: "Shop").notes.isEmpty)
    #expect(
      reader.collector.evidence.leftOut == ["requests without a response": 2, "requests with CONNECT": 1])
  }

  /// Insomnia writes the parameters of its table beside the URL only.
  @Test func parametersBesideTheURLCount() throws {
    let entry: JSON = [
      "request": [
        "method": "GET", "url": "https://api.example.com/books",
        "queryString": [["name": "page", "value": "2"]],
      ],
      "response": ["status": 200, "content": ["mimeType": "application/json", "text": "[]"]],
    ]
    let exchange = try HAREntry.exchange(entry)
    #expect(exchange?.query.map(\.name) == ["page"] && exchange?.query.map(\.value) == ["2"])
  }

  /// Insomnia says the media type of a form beside it, and not in a header field.
  @Test func theTypeOfABodyBecomesAField() throws {
    let entry: JSON = [
      "request": [
        "method": "POST", "url": "https://api.example.com/orders", "headers": [],
        "postData": [
          "mimeType": "application/x-www-form-urlencoded", "params": [["name": "a", "value": "1"]],
        ],
      ],
      "response": ["status": 200, "content": ["mimeType": "application/json", "text": "{}"]],
    ]
    let exchange = try HAREntry.exchange(entry)
    #expect(exchange?.body.pairs.map(\.name) == ["a"])
    #expect(exchange?.requestFields.map(\.name) == ["Content-Type"])
    #expect(exchange?.requestFields.map(\.value) == ["application/x-www-form-urlencoded"])
  }

  /// Fiddler's files begin with a byte order mark.
  @Test func aByteOrderMarkIsSkipped() {
    var har = HAR()
    har.add("https://api.example.com/books", response: [1])
    let reader = HAR.read([0xEF, 0xBB, 0xBF] + har.bytes)
    #expect(reader.problems.isEmpty && reader.collector.evidence.exchanges == 1)
  }
}
