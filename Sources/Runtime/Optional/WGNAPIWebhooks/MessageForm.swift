import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// The fields of a message that is a form (`application/x-www-form-urlencoded`).
struct MessageForm {
  /// The names in their order, each once, with their values.
  private var names: [String] = []
  private var values: [ExactName: [String]] = [:]

  /// A name compared byte by byte.
  private struct ExactName: Hashable {
    let bytes: [UInt8]

    init(_ name: String) { bytes = name.bytes }
  }

  /// Nil if the body isn't UTF-8, or if a `%` isn't followed by two hexadecimal digits.
  init?(_ body: [UInt8]) {
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = Self.decode(pair[..<end]), let value = Self.decode(pair[end...].dropFirst()) else {
        return nil
      }
      let key = ExactName(name)
      if values[key] == nil { names.append(name) }
      values[key, default: []].append(value)
    }
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(valid: spaced).flatMap { PercentEncoding.decode($0) }
  }

  /// Whether the header fields say that the body is a form.
  static func isForm(_ fields: HTTPFields) -> Bool {
    let type = fields[.contentType]?.utf8.prefix { $0 != UInt8(ascii: ";") } ?? "".utf8[...]
    return String(Substring(type)).trimmed().lowercased() == mediaType
  }

  static let mediaType = "application/x-www-form-urlencoded"

  /// All names, each before its values and without anything in between, in the order of their bytes. Equal values count once.
  var signedText: String {
    func sorted(_ texts: [String]) -> [String] {
      texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    var text = ""
    for name in sorted(names) {
      var last: String?
      for value in sorted(values[ExactName(name)] ?? []) {
        if let last, last.utf8.elementsEqual(value.utf8) { continue }
        text += name + value
        last = value
      }
    }
    return text
  }

  /// The form as a JSON object.
  ///
  /// - Parameters:
  ///   - kinds: What the fields are. `a[]` is called `a`, unless it is one of those with a name, and a list, unless `a` is.
  ///   - options: The limits for JSON in fields.
  func json(_ kinds: FieldKinds, _ options: JSONDecoding) -> JSON {
    var fields: [(name: String, texts: [String], isMarked: Bool)] = []
    var positions: [ExactName: Int] = [:]
    for name in names {
      let texts = values[ExactName(name)] ?? []
      let isMarked = name.hasSuffix("[]") && kinds.named[name] == nil
      let name = isMarked ? String(name.dropLast(2)) : name
      if let position = positions[ExactName(name)] {
        fields[position].texts += texts
        fields[position].isMarked = true
      } else {
        positions[ExactName(name)] = fields.count
        fields.append((name, texts, isMarked))
      }
    }
    var object = JSONObject()
    for (name, texts, isMarked) in fields {
      let kind = kinds.kind(of: name)
      let isEmpty = texts == [""] && (kind == .listOrEmpty || kind == .jsonList)
      let isList =
        !isEmpty
        && (texts.count > 1 || kind == .list || kind == .listOrEmpty || kind == .jsonList
          || kind == nil && isMarked)
      let hasJSON = kind == .json || kind == .jsonList
      let list = texts.map { hasJSON ? Self.value($0, options) : .string($0) }
      object[name] = isList ? .array(list) : list.first
    }
    return .object(object)
  }

  /// The JSON in a text; the text itself if it isn't any, so that the mistake is found where its type is known.
  static func value(_ text: String, _ options: JSONDecoding) -> JSON {
    (try? JSON.decode(text.bytes, options: options)) ?? .string(text)
  }
}
