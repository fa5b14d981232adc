import APIModel
import SchemaValues

/// Reads the value of a parameter, in the style in which it is written (OpenAPI 3.1, "Style Values"; RFC 6570).
struct ParameterReader {
  enum Reading {
    case absent
    case value(Literal)
    case problem(keyword: String, message: String)
  }

  let parameter: Parameter
  let values: TextValue
  private let types: Set<JSONType>

  init(parameter: Parameter, values: TextValue) {
    self.parameter = parameter
    self.values = values
    types = ValueTypes(of: parameter.schema, in: values.checker.index).types
  }

  private var schema: Schema { parameter.schema }
  private var kind: Parameter.Style.Kind { parameter.style?.kind ?? parameter.location.defaultStyle }
  private var isExploded: Bool { parameter.style?.isExploded ?? false }
  private var mayBeList: Bool { types.contains(.array) }
  private var mayBeObject: Bool { types.contains(.object) }
  private var mayBeScalar: Bool { !types.isSubset(of: [.array, .object, .null]) }

  private func best(_ readings: [Literal]) -> Reading {
    values.best(readings, schema).map { .value($0) } ?? .absent
  }

  // MARK: Queries, forms and cookies

  /// - Parameter pairs: everything in the same place.
  func read(_ pairs: TextPairs) -> Reading {
    let name = parameter.name.text
    let own = pairs.texts(name)
    if let style = parameter.style {
      switch style.kind {
      case .deepObject:
        let nested = pairs.nested(name)
        guard !nested.isEmpty else { return .absent }
        let form = NestedForm(nested, lists: style.lists, objects: .brackets)
        guard let own = form[name] else { return .absent }
        let reading = own.reading(as: schema, values)
        if reading.isTooLong { return Self.tooLong }
        return reading.repeated.first.map { Self.repeated($0.name, $0.count) } ?? .value(reading.value)
      case .json:
        return own.isEmpty ? .absent : own.count > 1 ? Self.repeated(nil, own.count) : json(own)
      default:
        if isExploded, mayBeObject { return explodedObject(pairs, own) }
      }
    }
    guard let first = own.first else { return .absent }
    let isTooLong = isTooLong(own)
    if isTooLong, !mayBeScalar { return Self.tooLong }
    var readings: [Literal] = []
    if isTooLong {
      // A scalar that looks like a list.
    } else if mayBeList, parameter.style == nil, !parameter.keepsReserved {
      switch parameter.listStyle {
      case .repeated: readings.append(values.list(own.map(\.decoded), schema))
      case .separated(let separator):
        readings += splits(own, raw: [separator], decoded: separator).map { values.list($0, schema) }
      }
    } else if mayBeList, isExploded {
      readings.append(values.list(own.map(\.decoded), schema))
    } else if mayBeList || mayBeObject {
      readings += joined(own)
    }
    if mayBeScalar {
      if own.count > 1, !mayBeList { return Self.repeated(nil, own.count) }
      readings += values.readings(of: first.decoded, schema)
    } else if readings.isEmpty {
      readings.append(.string(first.decoded))
    }
    return best(readings)
  }

  /// The members of an exploded object are pairs of their own.
  private func explodedObject(_ pairs: TextPairs, _ own: [SentText]) -> Reading {
    let names = Set(values.members(of: schema).names)
    let isMap = values.isMap(schema)
    let members = pairs.all.filter { isMap || names.contains($0.name) }.map { ($0.name, $0.text.decoded) }
    if members.isEmpty {
      return own.isEmpty || !mayBeScalar ? .absent : best(own.map { .string($0.decoded) })
    }
    var counts: [String: Int] = [:]
    // The members of a map may be other parameters.
    for member in members where names.contains(member.0) { counts[member.0, default: 0] += 1 }
    if let name = members.lazy.map(\.0).first(where: { counts[$0] ?? 0 > 1 }) {
      return Self.repeated(name, counts[name] ?? 0)
    }
    return best([values.object(members, schema)])
  }

  /// - Parameter name: the part of the parameter that is sent more than once; nil for itself.
  private static func repeated(_ name: String?, _ count: Int) -> Reading {
    .problem(keyword: "repeated", message: "\(name.map { "'\($0)' " } ?? "")is sent \(count) times")
  }

  private func json(_ texts: [SentText]) -> Reading {
    do throws(JSONTextError) {
      guard let text = texts.first else { return .absent }
      return .value(try JSONText.value(of: text.decoded))
    } catch {
      return .problem(keyword: error.isLimit ? "size" : "syntax", message: error.description)
    }
  }

  // MARK: Paths and header fields

  /// - Parameter text: the part of a path, or the value of a header field.
  func read(_ text: SentText) -> Reading {
    switch kind {
    case .json: return json([text])
    case .label where parameter.style != nil:
      guard text.raw.hasPrefix(".") else {
        return .problem(keyword: "syntax", message: "must begin with '.'")
      }
      return read(joined: dropped(text, 1))
    case .matrix where parameter.style != nil:
      guard text.raw.hasPrefix(";") else {
        return .problem(keyword: "syntax", message: "must begin with ';'")
      }
      return matrix(text)
    default: return read(joined: text)
    }
  }

  private func read(joined text: SentText) -> Reading {
    if isTooLong([text]), !mayBeScalar { return Self.tooLong }
    var readings: [Literal] = []
    if mayBeList || mayBeObject, !isTooLong([text]) { readings += joined([text]) }
    if mayBeScalar { readings += values.readings(of: text.decoded, schema) }
    if readings.isEmpty { readings.append(.string(text.decoded)) }
    return best(readings)
  }

  /// `;color=R;color=G` or `;R=100;G=200` if exploded, otherwise `;color=R,G`.
  private func matrix(_ text: SentText) -> Reading {
    let name = parameter.name.text
    let parts = text.raw.dropFirst().split(separator: ";", omittingEmptySubsequences: false).map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: percentDecoded(pair[0], plusIsSpace: false),
        text: SentText(percentEncoded: pair.count > 1 ? String(pair[1]) : "", plusIsSpace: false)
      )
    }
    if isExploded, mayBeObject {
      return best([values.object(parts.map { ($0.name, $0.text.decoded) }, schema)])
    }
    guard parts.allSatisfy({ $0.name == name }), let first = parts.first else {
      return .problem(keyword: "syntax", message: "must be ';\(name)=' and a value")
    }
    if isExploded, mayBeList { return best([values.list(parts.map(\.text.decoded), schema)]) }
    return read(joined: first.text)
  }

  // MARK: Parts

  private static let tooLong = Reading.problem(
    keyword: "size", message: "has more than \(TextPair.most) values, which is more than this server reads")

  /// Whether the texts have more values than the server reads.
  private func isTooLong(_ texts: [SentText]) -> Bool {
    guard mayBeList || mayBeObject else { return false }
    return texts.count > TextPair.most
      || texts.contains {
        TextPair.has(separator, moreThan: TextPair.most - texts.count, in: $0.decoded.utf8)
      }
  }

  /// The byte between the values of joined texts.
  private var separator: UInt8 {
    switch kind {
    case .spaceDelimited: UInt8(ascii: " ")
    case .pipeDelimited: UInt8(ascii: "|")
    case .label where isExploded: UInt8(ascii: ".")
    default:
      if parameter.style == nil, case .separated(let separator) = parameter.listStyle {
        separator.utf8.first ?? UInt8(ascii: ",")
      } else {
        UInt8(ascii: ",")
      }
    }
  }

  private func dropped(_ text: SentText, _ count: Int) -> SentText {
    SentText(percentEncoded: String(text.raw.dropFirst(count)), plusIsSpace: false)
  }

  /// The lists and objects that joined texts may mean.
  private func joined(_ texts: [SentText]) -> [Literal] {
    let splits =
      switch kind {
      case .spaceDelimited: splits(texts, raw: ["%20", "+"], decoded: " ")
      case .pipeDelimited: splits(texts, raw: ["%7C", "%7c", "|"], decoded: "|")
      case .label where isExploded: splits(texts, raw: ["."], decoded: ".")
      default: splits(texts, raw: [","], decoded: ",")
      }
    var readings: [Literal] = []
    if mayBeObject {
      for parts in splits {
        if isExploded {
          let pairs = parts.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
          guard pairs.allSatisfy({ $0.count == 2 }) else { continue }
          readings.append(values.object(pairs.map { (String($0[0]), String($0[1])) }, schema))
        } else if parts.count.isMultiple(of: 2) {
          let members = stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
          readings.append(values.object(members, schema))
        }
      }
    }
    return readings + (mayBeList ? splits.map { values.list($0, schema) } : [])
  }

  /// The parts of texts, split before and after percent-decoding: clients encode separators, or don't.
  private func splits(_ texts: [SentText], raw separators: [String], decoded separator: String) -> [[String]]
  {
    let isHeader = parameter.location == .header
    if texts.allSatisfy({ $0.raw.isEmpty }) { return [[], [""]] }
    func parts(_ text: String, _ separator: String) -> [String] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
      return isHeader ? parts.map { withoutOuterSpaces($0) } : parts
    }
    let after = texts.flatMap { parts($0.decoded, separator) }
    guard !isHeader, let used = separators.first(where: { one in texts.contains { $0.raw.contains(one) } })
    else { return [after] }
    let isPath = parameter.location == .path
    let before = texts.flatMap { parts($0.raw, used) }.map { percentDecoded($0, plusIsSpace: !isPath) }
    return before == after ? [after] : [before, after]
  }
}
