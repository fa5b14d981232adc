import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPISecrets
import WGNAPISupport
import WGNAPITransport

/// Removes secrets from an exchange, and collects those that it finds by their names.
struct Scrubber {
  private var texts: TextScrubber
  private let redaction: Redaction
  private let omittedFields: Set<String>

  init(_ rules: Scrubbing, _ redaction: Redaction, secretNames: [String]) {
    self.redaction = redaction
    texts = TextScrubber(SecretNames(rules, and: secretNames), redaction)
    omittedFields = Set(rules.omittedFields.map { $0.lowercased() })
  }

  /// The secrets that it has found. Other exchanges may contain them, too.
  var found: [String] { texts.found }

  private var names: SecretNames { texts.names }

  /// Returns an exchange without secrets.
  mutating func scrubbed(_ exchange: Exchange) -> Exchange {
    var result = exchange
    result.request = scrubbed(exchange.request)
    result.redirects = exchange.redirects.map { head($0) }
    result.response = head(exchange.response)
    result.body = body(
      exchange.body, type: exchange.response.fields.value(of: "content-type"),
      isPart: exchange.response.status == 206)
    return result
  }

  /// Returns a request without secrets.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - path: Its path as the client writes it in messages, without secrets; nil if that isn't known.
  mutating func scrubbed(_ request: RecordedRequest, path: Substring? = nil) -> RecordedRequest {
    var result = request
    if let path, path.contains(Redaction.mark), Wildcards.matches(request.path, pattern: path) {
      let query = request.url.drop { $0 != "?" }
      result.url = "\(request.server)\(path)\(query)"
    }
    if let user = result.server.firstIndex(of: "@"), let start = result.url.firstRange(of: "://") {
      result.url.replaceSubrange(start.upperBound..<user, with: Redaction.mark)
    }
    result.url = texts.text(result.url)
    result.fields = fields(request.fields)
    result.body = body(request.body, type: request.mediaType)
    return result
  }

  private mutating func head(_ head: RecordedHead) -> RecordedHead {
    RecordedHead(status: head.status, fields: fields(head.fields))
  }

  private mutating func fields(_ fields: [RecordedField]) -> [RecordedField] {
    var result: [RecordedField] = []
    for field in fields where !omittedFields.contains(field.name.lowercased()) {
      let value = names.contains(field: field.name) ? texts.secretField(field.value) : texts.text(field.value)
      result.append(RecordedField(name: field.name, value: value))
    }
    return result
  }

  private mutating func body(_ bytes: [UInt8], type: String?, isPart: Bool = false) -> [UInt8] {
    var bytes = bytes
    if type?.lowercased().hasPrefix("multipart/") == true {
      let parts = SecretText.replacingParts(in: bytes, names: names, mark: Redaction.mark)
      for secret in parts.secrets { texts.learn(secret) }
      bytes = parts.text
    }
    let body = BodyText(bytes, type: type, isPart: isPart)
    switch body.kind {
    case .json(let value): return IndentedJSON.bytes(of: json(value))
    case .text: return Array(lines(String(decoding: body.bytes, as: UTF8.self)).utf8)
    case .bytes: return redaction(bytes: body.bytes)
    }
  }

  // MARK: Text

  /// Text whose lines may be JSON: events and JSON Lines.
  private mutating func lines(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    for (place, line) in lines.enumerated() {
      let start = line.hasPrefix("data:") ? line.dropFirst(5).drop { $0 == " " } : line[...]
      guard start.first == "{" || start.first == "[", let value = try? JSON.decode(Array(start.utf8)) else {
        continue
      }
      let changed = json(value)
      guard changed != value, let bytes = try? changed.encoded() else { continue }
      lines[place] = line.dropLast(start.count) + String(decoding: bytes, as: UTF8.self)
    }
    return texts.text(lines.joined(separator: "\n"))
  }

  // MARK: JSON

  /// - Parameter isSecretText: whether texts in the value are secrets, but not numbers.
  private mutating func json(_ value: JSON, isSecret: Bool = false, isSecretText: Bool = false) -> JSON {
    switch value {
    case .null, .bool: return value
    case .number(let number):
      if isSecret { texts.learn(number.text) }
      return isSecret || redaction.occurs(in: Array(number.text.utf8)) ? .number(JSONNumber(0)) : value
    case .string(let string):
      guard isSecret || isSecretText, !string.isEmpty else { return .string(self.string(string)) }
      texts.learn(string)
      return .string(Redaction.mark)
    case .array(let elements):
      return .array(elements.map { json($0, isSecret: isSecret, isSecretText: isSecretText) })
    case .object(let members):
      var result = JSONObject()
      // `{"name": "password", "value": "…"}`
      let isNamed = Self.nameKeys.contains { members[$0]?.string.map { names.contains($0) } ?? false }
      for (key, member) in members {
        var name = texts.text(key)
        // Two keys that are secrets mustn't become one.
        while result[name] != nil { name += "'" }
        let isValue = isNamed && ["value", "content"].contains(key.lowercased())
        let isList = member.array != nil && names.containsList(key)
        result[name] = json(
          member, isSecret: isSecret || isValue || names.contains(key), isSecretText: isList)
      }
      return .object(result)
    }
  }

  private static let nameKeys = ["name", "key", "field", "header"]

  /// A string, which may itself be JSON.
  private mutating func string(_ string: String) -> String {
    guard string.first == "{" || string.first == "[", let inner = try? JSON.decode(Array(string.utf8)) else {
      return texts.text(string)
    }
    let changed = json(inner)
    guard changed != inner, let bytes = try? changed.encoded() else { return texts.text(string) }
    return texts.text(String(decoding: bytes, as: UTF8.self))
  }
}
