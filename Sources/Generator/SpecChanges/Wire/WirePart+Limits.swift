import APIModel
import SchemaValues

/// The largest or smallest number that values can be.
private struct Bound {
  var value: NumberText
  /// Whether the value itself is beyond it.
  var isStrict: Bool
  /// What says so; nil for the type.
  var keyword: LimitKeyword?
}

extension WireValue {
  /// - Parameter isUpper: whether the bound is the largest number.
  fileprivate func bound(isUpper: Bool) -> Bound? {
    let keywords: [LimitKeyword] = isUpper ? [.maximum, .exclusiveMaximum] : [.minimum, .exclusiveMinimum]
    var bounds = keywords.compactMap { keyword in
      schema.limits[keyword].map { Bound(value: $0, isStrict: keyword == keywords[1], keyword: keyword) }
    }
    if let range = integers {
      bounds.append(
        Bound(value: isUpper ? range.upper : range.lower, isStrict: false, keyword: nil))
    }
    return bounds.min { !$1.isWithin($0, isUpper: isUpper, areIntegers: isInteger) }
  }

  /// The integers that the Swift type holds; nil for other types.
  fileprivate var integers: (lower: NumberText, upper: NumberText)? {
    func range<Value: FixedWidthInteger>(_ type: Value.Type) -> (NumberText, NumberText) {
      (NumberText("\(Value.min)"), NumberText("\(Value.max)"))
    }
    guard isInteger else { return nil }
    switch schema.format {
    case .int32: return range(Int32.self)
    case .uint32: return range(UInt32.self)
    case .uint64: return range(UInt64.self)
    case nil, .int64: return range(Int64.self)
    default: return nil
    }
  }
}

extension Bound {
  /// Whether all numbers within this bound are within another one.
  func isWithin(_ other: Bound, isUpper: Bool, areIntegers: Bool) -> Bool {
    let (mine, its) = areIntegers ? (whole(isUpper: isUpper), other.whole(isUpper: isUpper)) : (self, other)
    if mine.value.isEqual(to: its.value) { return mine.isStrict || !its.isStrict }
    return isUpper ? mine.value.isLess(than: its.value) : its.value.isLess(than: mine.value)
  }

  /// The last integer within the bound, or the bound itself if it has very many digits.
  private func whole(isUpper: Bool) -> Bound {
    guard let last = value.integer(isLeast: !isUpper, isExcluded: isStrict) else { return self }
    return Bound(value: last, isStrict: false, keyword: keyword)
  }
}

extension WirePart {
  /// Whether all integers fit the reader's type, as far as limits and formats say.
  var fitsIntegers: Bool {
    guard let range = read.integers, written.isInteger, written.integers != nil, valuesWritten == nil else {
      return true
    }
    return [false, true].allSatisfy { isUpper in
      let limit = Bound(value: isUpper ? range.upper : range.lower, isStrict: false, keyword: nil)
      return written.bound(isUpper: isUpper)?.isWithin(limit, isUpper: isUpper, areIntegers: true) ?? false
    }
  }

  mutating func compareLimits() {
    for isUpper in [false, true] {
      // Types were compared.
      guard let limit = read.bound(isUpper: isUpper), let keyword = limit.keyword else { continue }
      let own = written.bound(isUpper: isUpper)
      if let own, own.isWithin(limit, isUpper: isUpper, areIntegers: written.isInteger) { continue }
      func text(_ value: WireValue, _ keyword: LimitKeyword?) -> String? {
        keyword.flatMap { value.schema.limits[$0]?.text }
      }
      let ownKeyword = own?.keyword ?? keyword
      addViolation(
        .mayBreak,
        limited(ownKeyword.rawValue, text(written, own?.keyword), keyword.rawValue, text(read, keyword)))
    }
    if let limit = read.schema.limits[.multipleOf] {
      let own = written.schema.limits[.multipleOf]
      // All integers are multiples of 1.
      let isMultiple = (own ?? (written.isInteger ? NumberText("1") : nil))?.isMultiple(of: limit) ?? false
      if !isMultiple {
        addViolation(.mayBreak, limited("multipleOf", own?.text, "multipleOf", limit.text))
      }
    }
    // How many elements a tuple has is compared with them.
    let isTuple = !read.schema.array.prefixItems.isEmpty || !written.schema.array.prefixItems.isEmpty
    for keyword in CountKeyword.allCases where !isTuple || ![.minItems, .maxItems].contains(keyword) {
      guard let limit = self.limit(keyword), hasCounts(keyword) else { continue }
      let own = written.count(keyword)
      let isMost = keyword.rawValue.hasPrefix("max")
      if let own, isMost ? own <= limit : own >= limit { continue }
      if !isMost, limit == 0 { continue }
      let said = written.said(keyword)
      addViolation(
        .mayBreak, limited(keyword.rawValue, said.map { "\($0)" }, keyword.rawValue, "\(limit)"))
    }
  }

  /// The number that the reader says. Clients don't check what a document says beside a format.
  private func limit(_ keyword: CountKeyword) -> Int? {
    direction == .request ? read.said(keyword) : read.schema.counts[keyword]
  }

  /// Whether the writer has values that a keyword counts something of.
  private func hasCounts(_ keyword: CountKeyword) -> Bool {
    switch keyword {
    case .minLength, .maxLength: written.types.contains(.string) || medium.isText
    case .minItems, .maxItems: written.types.contains(.array)
    case .minProperties, .maxProperties: written.types.contains(.object)
    // They are compared with `contains`.
    case .minContains, .maxContains: false
    }
  }

  private func limited(_ ownKeyword: String, _ own: String?, _ keyword: String, _ limit: String?) -> String {
    let isRequest = direction == .request
    let (before, after) = isRequest ? (own, limit) : (limit, own)
    let (first, second) = isRequest ? (ownKeyword, keyword) : (keyword, ownKeyword)
    let words = before.map { "was \($0)" } ?? "wasn't limited"
    let other = first == second ? "" : "'\(second)' "
    return "'\(first)' \(words) and \(after.map { "\(other)is \($0)" } ?? "isn't limited any more")"
  }
}

extension WireValue {
  /// The number that the schema says.
  fileprivate func said(_ keyword: CountKeyword) -> Int? {
    schema.counts[keyword] ?? schema.unchecked[keyword.rawValue].flatMap { Int($0) }
  }

  /// The number of characters, elements or keys that values have at least or at most; nil for any.
  fileprivate func count(_ keyword: CountKeyword) -> Int? {
    let said = self.said(keyword)
    switch keyword {
    case .minLength:
      if let length = schema.format?.length { return max(said ?? 0, length) }
      // Without types for text outside of JSON, numbers and booleans have at least one character.
      return types.contains(.string) ? said : max(said ?? 0, 1)
    case .maxLength: return [said, schema.format?.length].compactMap(\.self).min()
    case .minProperties:
      let object = index.flattenedObject(schema)
      return max(said ?? 0, object?.properties.count(where: \.isRequired) ?? 0)
    case .maxProperties:
      guard let object = index.flattenedObject(schema), object.additional?.isNever ?? true,
        object.patterns.isEmpty
      else { return said }
      return min(said ?? .max, object.properties.count)
    case .minItems, .maxItems, .minContains, .maxContains: return said
    }
  }
}

extension Format {
  /// The number of characters of all texts of the format; nil if they differ.
  fileprivate var length: Int? {
    switch self {
    case .uuid: 36
    case .date: 10
    default: nil
    }
  }
}
