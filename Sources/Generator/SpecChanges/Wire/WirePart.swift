import APIModel
import Diagnostics
import SchemaValues

/// What two versions say of one value, apart from its parts.
struct WirePart {
  let written: Schema
  let read: Schema
  let writer: SchemaIndex
  let reader: SchemaIndex
  let direction: WireChange.Direction
  var isWrittenNull = false
  var isReadNull = false
  private(set) var findings: [(verdict: WireChange.Verdict, message: String)] = []
  /// Whether no value of the one is one of the other.
  private(set) var isOfOtherType = false

  init(
    written: Schema, read: Schema, writer: SchemaIndex, reader: SchemaIndex, direction: WireChange.Direction
  ) {
    (self.written, self.read) = (written, read)
    (self.writer, self.reader, self.direction) = (writer, reader, direction)
  }

  private mutating func add(_ verdict: WireChange.Verdict, _ message: String) {
    findings.append((verdict, message))
  }

  mutating func compareValues() {
    if read.isNever {
      isOfOtherType = true
      return add(.breaks, "isn't accepted")
    }
    if isWrittenNull, !isReadNull, !read.types.contains(.null), !read.isAnything,
      !read.lenience.contains(.nullAsAbsent)
    {
      add(.mayBreak, "may be null")
    }
    compareTypes()
    guard !isOfOtherType else { return }
    compareFormats()
    compareLists()
    compareLimits()
    compareOthers()
  }

  // MARK: Types

  private mutating func compareTypes() {
    func types(_ schema: Schema, _ index: SchemaIndex) -> Set<JSONType> {
      var types = ValueTypes(of: schema, in: index).types
      types.remove(.null)
      if types.contains(.number) { types.insert(.integer) }
      return types
    }
    let (own, known) = (types(written, writer), types(read, reader))
    if own.isEmpty || own.isSubset(of: known) { return }
    func words(_ types: Set<JSONType>) -> String {
      wordListOfTypes(types.count > 4 ? ["anything"] : types.map(\.rawValue).sorted())
    }
    isOfOtherType = own.isDisjoint(with: known)
    add(
      isOfOtherType ? .breaks : own.count > 4 ? .cantTell : .mayBreak,
      direction == .request
        ? "is sent as \(words(own)), and expected as \(words(known))"
        : "is sent as \(words(own)), and the app reads \(words(known))")
  }

  private func wordListOfTypes(_ words: [String]) -> String { words.joined(separator: " or ") }

  private mutating func compareFormats() {
    let isSameOwn =
      switch (written.ownType, read.ownType) {
      case (nil, nil): true
      case (let own?, let other?): own.isSame(as: other)
      default: false
      }
    if !isSameOwn { add(.cantTell, "has another type of your own") }
    if written.contentEncoding != read.contentEncoding { add(.cantTell, "is encoded otherwise") }
    if written.lenience != read.lenience, !written.lenience.subtracting(read.lenience).isEmpty {
      add(.mayBreak, "is written in more forms")
    }
    guard written.format != read.format, let format = read.format else { return }
    if case .other(let name) = format {
      if read.isFormatChecked { add(.cantTell, "must have the format '\(name)'") }
      return
    }
    let name = format.name
    switch (written.format, format) {
    case (.int32, .int64), (.int32, .double), (.int32, .float), (.uint32, .int64), (.uint32, .uint64),
      (.float, .double), (_, .float), (_, .double), (nil, .int64), (.uint64, .int64), (.int64, .int64):
      // Integers without a format have 64 bits.
      if written.format == .uint64, format == .int64 { add(.mayBreak, "is a number that may be larger") }
    case (.timestamp, .timestampMilliseconds), (.timestampMilliseconds, .timestamp):
      add(.breaks, "is in other units of time: '\(written.format?.name ?? "")' is read as '\(name)'")
    case (.dateTime, .date), (.date, .dateTime), (.bytes, .base64URL), (.base64URL, .bytes):
      add(.breaks, "is written as '\(written.format?.name ?? "")' and read as '\(name)'")
    case (nil, .timestamp), (nil, .timestampMilliseconds):
      add(.cantTell, "is a number that is read as a time ('\(name)')")
    default: add(.mayBreak, "isn't always of the form '\(name)'")
    }
  }

  // MARK: Enumerations

  /// The only values; nil for any. A service accepts what is listed.
  private func values(_ schema: Schema, isReader: Bool) -> [Literal]? {
    if let const = schema.const { return [const] }
    guard let enumeration = schema.enumeration else { return nil }
    let isClosed = !isReader || direction == .request || schema.isOpen == false || enumeration.base == nil
    return isClosed ? enumeration.cases.map(\.value) : nil
  }

  private mutating func compareLists() {
    guard let known = values(read, isReader: true) else { return }
    guard let own = values(written, isReader: false) else {
      return add(.mayBreak, "may have values other than those listed")
    }
    let others = own.filter { value in !known.contains { $0.isEqual(to: value) } }
    guard !others.isEmpty else { return }
    let shown = others.prefix(3).map { "'\(abbreviate($0.json))'" }.joined(separator: ", ")
    add(
      others.count == own.count ? .breaks : .mayBreak,
      "may be \(shown)\(others.count > 3 ? " and others" : ""), which \(direction == .request ? "the service" : "the app") doesn't accept"
    )
  }

  // MARK: Limits

  private mutating func compareLimits() {
    func number(_ schema: Schema, _ keyword: LimitKeyword) -> Double? {
      schema.limits[keyword].flatMap { Double($0.text) }
    }
    /// Whether a value is always within a limit.
    func isWithin(_ keyword: LimitKeyword, _ limit: Double) -> Bool {
      switch keyword {
      case .minimum, .exclusiveMinimum:
        let isStrict = keyword == .exclusiveMinimum
        if let own = number(written, .exclusiveMinimum), own >= limit { return true }
        return number(written, .minimum).map { isStrict ? $0 > limit : $0 >= limit } ?? false
      case .maximum, .exclusiveMaximum:
        let isStrict = keyword == .exclusiveMaximum
        if let own = number(written, .exclusiveMaximum), own <= limit { return true }
        return number(written, .maximum).map { isStrict ? $0 < limit : $0 <= limit } ?? false
      case .multipleOf:
        return number(written, .multipleOf).map {
          limit != 0 && ($0 / limit).truncatingRemainder(dividingBy: 1) == 0
        }
          ?? false
      }
    }
    /// The values are those of an enumeration, which were compared.
    let isListed = values(written, isReader: false) != nil && values(read, isReader: true) != nil
    for keyword in LimitKeyword.allCases where !isListed {
      guard let limit = number(read, keyword), !isWithin(keyword, limit) else { continue }
      add(
        .mayBreak, limited(keyword.rawValue, read.limits[keyword]?.text ?? "", written.limits[keyword]?.text))
    }
    for keyword in CountKeyword.allCases where !isListed {
      guard let limit = read.counts[keyword] else { continue }
      let own = written.counts[keyword]
      let isMost = keyword.rawValue.hasPrefix("max")
      if let own, isMost ? own <= limit : own >= limit { continue }
      if !isMost, limit == 0 { continue }
      add(.mayBreak, limited(keyword.rawValue, "\(limit)", own.map { "\($0)" }))
    }
  }

  private func limited(_ keyword: String, _ limit: String, _ own: String?) -> String {
    let (before, after) = direction == .request ? (own, Optional(limit)) : (Optional(limit), own)
    let words = before.map { "was \($0)" } ?? "wasn't limited"
    return "'\(keyword)' \(words) and \(after.map { "is \($0)" } ?? "isn't limited any more")"
  }

  // MARK: Other keywords

  private mutating func compareOthers() {
    if let pattern = read.pattern, pattern != written.pattern {
      add(.cantTell, "must match another pattern")
    }
    if read.array.uniqueItems, !written.array.uniqueItems { add(.mayBreak, "may have equal elements") }
    func rest(_ schema: Schema) -> Schema {
      var rest = Schema(span: schema.span)
      for applicator in Applicator.allCases where ![.items, .additionalProperties].contains(applicator) {
        rest[applicator] = schema[applicator]
      }
      rest.object.patternProperties = schema.object.patternProperties
      rest.object.dependentRequired = schema.object.dependentRequired
      rest.object.dependentSchemas = schema.object.dependentSchemas
      rest.object.keys = schema.object.keys
      rest.validator = nil
      return rest
    }
    let (own, other) = (rest(written), rest(read))
    if !other.meansTheSame(as: Schema(span: read.span)), !other.meansTheSame(as: own) {
      add(.cantTell, "has other conditions")
    }
    if read.validator != nil { add(.cantTell, "is validated by a document") }
  }
}

extension Schema {
  /// Whether it accepts every value.
  fileprivate var isAnything: Bool {
    keywords.isEmpty && reference == nil && !isNever && format == nil && ownType == nil
  }
}
