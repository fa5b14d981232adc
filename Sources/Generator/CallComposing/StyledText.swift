import APIModel
import SchemaValues

/// The value of a parameter, or of a part of a multipart body, as it is sent (OpenAPI 3.1, "Style Values"; RFC 6570).
package struct StyledText {
  package typealias Pair = (name: String, value: String)

  package let parameter: Parameter
  package let value: Literal
  /// Whether it is a part of a multipart body, which is as in a form, without percent-encoding.
  private let isPart: Bool

  package init(parameter: Parameter, value: Literal, isPart: Bool = false) {
    self.parameter = parameter
    self.value = value
    self.isPart = isPart
  }

  private var kind: Parameter.Style.Kind { parameter.style?.kind ?? parameter.location.defaultStyle }
  private var isExploded: Bool { parameter.style?.isExploded ?? false }
  private var isPlain: Bool { parameter.style == nil && !parameter.keepsReserved }

  // MARK: Query, forms and cookies

  /// The pairs of a query, a form or the `Cookie` field, percent-encoded, or the parts of a multipart body.
  package var pairs: [Pair] {
    let name = parameter.name.text
    let pairs: [Pair] =
      if isPlain {
        plainTexts.map { (name, percentEncoded($0)) }
      } else {
        switch (kind, value) {
        case (.json, _): [(name, encoded(value.json))]
        case (.deepObject, _):
          NestedFormText(lists: parameter.style?.lists ?? .brackets, objects: .brackets)
            .fields(of: value, named: name).map { ($0.name, encoded($0.value)) }
        case (_, .object(let members)) where isExploded:
          members.filter { $0.value != .null }.map { ($0.name, encoded($0.value.text)) }
        case (_, .array(let items)) where isExploded:
          items.filter { $0 != .null }.map { (name, encoded($0.text)) }
        default: parts.isEmpty ? [] : [(name, parts.joined(separator: separator))]
        }
      }
    return isPart ? pairs : pairs.map { (percentEncoded($0.name), $0.value) }
  }

  // MARK: Paths and header fields

  /// The values of header fields, or the text in a path, percent-encoded.
  package var texts: [String] {
    if isPlain {
      if parameter.location == .path { return [encoded(plainTexts.joined(separator: ","))] }
      return plainTexts
    }
    if kind == .json {
      let text = parameter.location == .header ? asciiJSON(value.json) : value.json
      return [encoded(text)]
    }
    if parts.isEmpty { return [] }
    let name = percentEncoded(parameter.name.text)
    return switch kind {
    case .label: [".\(parts.joined(separator: separator))"]
    case .matrix where isExploded && isList: [parts.map { ";\(named(name, $0))" }.joined()]
    case .matrix where isExploded && isObject: [parts.map { ";\($0)" }.joined()]
    case .matrix: [";\(named(name, parts.joined(separator: separator)))"]
    default: [parts.joined(separator: separator)]
    }
  }

  /// RFC 6570, section 3.2.7: an empty value has no `=`.
  private func named(_ name: String, _ text: String) -> String { text.isEmpty ? name : "\(name)=\(text)" }

  // MARK: Parts

  /// Whether no part has the separator in it, after which it would be read as two.
  package var isUnambiguous: Bool {
    if isPlain || kind == .json || kind == .deepObject || !(isList || isObject) { return true }
    if isExploded, parameter.location != .path, parameter.location != .header { return true }
    return !parts.contains { $0.contains(separator) }
  }

  private var isList: Bool { if case .array = value { true } else { false } }
  private var isObject: Bool { if case .object = value { true } else { false } }

  /// What is joined: elements, or keys and values.
  private var parts: [String] {
    switch value {
    case .null: []
    case .array(let items): items.filter { $0 != .null }.map { encoded($0.text) }
    case .object(let members):
      members.filter { $0.value != .null }.flatMap { member in
        let (key, text) = (encoded(member.name), encoded(member.value.text))
        if !isExploded { return [key, text] }
        return [kind == .matrix ? named(key, text) : "\(key)=\(text)"]
      }
    default: [encoded(value.text)]
    }
  }

  private var separator: String {
    switch kind {
    case .spaceDelimited: encoded(" ")
    case .pipeDelimited: encoded("|")
    case .label where isExploded: "."
    case .matrix where isExploded: ";"
    default: ","
    }
  }

  private var plainTexts: [String] {
    guard case .array = value, case .separated(let separator) = parameter.listStyle else {
      return value.texts
    }
    return [value.texts.joined(separator: separator)]
  }

  private func encoded(_ text: String) -> String {
    switch parameter.location {
    case _ where isPart: text
    case .header, .url: text
    case .path where parameter.keepsReserved: percentEncoded(text, keeping: "/:@!$&'()*+,;=")
    case .query where parameter.keepsReserved, .form where parameter.keepsReserved:
      percentEncoded(text, keeping: ":/?@!$'()*,;=")
    case .path, .query, .form, .cookie: percentEncoded(text)
    }
  }
}
