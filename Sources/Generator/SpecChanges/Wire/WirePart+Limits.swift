import APIModel

/// The largest or smallest number that values can be.
private struct Bound {
  var value: Double
  /// Whether the value itself is beyond it.
  var isStrict: Bool
  /// What says so; nil for the type.
  var keyword: LimitKeyword?
}

extension WireValue {
  /// - Parameter isUpper: whether the bound is the largest number.
  fileprivate func bound(isUpper: Bool) -> Bound? {
    let keywords: [LimitKeyword] = isUpper ? [.maximum, .exclusiveMaximum] : [.minimum, .exclusiveMinimum]
    var bounds = keywords.compactMap { keyword -> Bound? in
      guard let value = schema.limits[keyword].flatMap({ Double($0.text) }) else { return nil }
      let isStrict = keyword == keywords[1]
      guard isInteger else { return Bound(value: value, isStrict: isStrict, keyword: keyword) }
      // Of integers, the last one within counts.
      let last = isUpper ? value.rounded(.down) : value.rounded(.up)
      let isBeyond = isStrict && last == value
      return Bound(value: isBeyond ? last + (isUpper ? -1 : 1) : last, isStrict: false, keyword: keyword)
    }
    if let range = integers {
      bounds.append(
        Bound(value: isUpper ? range.upperBound : range.lowerBound, isStrict: false, keyword: nil))
    }
    return bounds.min { !$1.isWithin($0, isUpper: isUpper) }
  }

  /// The integers that the Swift type holds; nil for other types.
  fileprivate var integers: ClosedRange<Double>? {
    guard isInteger else { return nil }
    switch schema.format {
    case .int32: return Double(Int32.min)...Double(Int32.max)
    case .uint32: return 0...Double(UInt32.max)
    case .uint64: return 0...Double(UInt64.max)
    case nil, .int64: return Double(Int64.min)...Double(Int64.max)
    default: return nil
    }
  }
}

extension Bound {
  /// Whether all numbers within this bound are within another one.
  func isWithin(_ other: Bound, isUpper: Bool) -> Bool {
    if value == other.value { return isStrict || !other.isStrict }
    return isUpper ? value < other.value : value > other.value
  }
}

extension WirePart {
  /// Whether all integers fit the reader's type, as far as limits and formats say.
  var fitsIntegers: Bool {
    guard let range = read.integers, written.isInteger, written.integers != nil, !areListed else {
      return true
    }
    let least = written.bound(isUpper: false)?.value ?? -.infinity
    let most = written.bound(isUpper: true)?.value ?? .infinity
    return least >= range.lowerBound && most <= range.upperBound
  }

  mutating func compareLimits() {
    guard !areListed else { return }
    for isUpper in [false, true] {
      // Types were compared.
      guard let limit = read.bound(isUpper: isUpper), let keyword = limit.keyword else { continue }
      let own = written.bound(isUpper: isUpper)
      if let own, own.isWithin(limit, isUpper: isUpper) { continue }
      func text(_ value: WireValue, _ keyword: LimitKeyword?) -> String? {
        keyword.flatMap { value.schema.limits[$0]?.text }
      }
      let ownKeyword = own?.keyword ?? keyword
      addViolation(
        .mayBreak,
        limited(ownKeyword.rawValue, text(written, own?.keyword), keyword.rawValue, text(read, keyword)))
    }
    if let limit = read.schema.limits[.multipleOf], let number = Double(limit.text), number != 0 {
      let own = written.schema.limits[.multipleOf]
      let isMultiple = own.flatMap { Double($0.text) }.map { ($0 / number).remainder(dividingBy: 1) == 0 }
      // All integers are multiples of 1.
      if isMultiple != true, !(number == 1 && written.isInteger) {
        addViolation(.mayBreak, limited("multipleOf", own?.text, "multipleOf", limit.text))
      }
    }
    // How many elements a tuple has is compared with them.
    let isTuple = !read.schema.array.prefixItems.isEmpty
    for keyword in CountKeyword.allCases where !isTuple || ![.minItems, .maxItems].contains(keyword) {
      guard let limit = read.schema.counts[keyword] else { continue }
      let own = written.schema.counts[keyword]
      let isMost = keyword.rawValue.hasPrefix("max")
      if let own, isMost ? own <= limit : own >= limit { continue }
      if !isMost, limit == 0 { continue }
      addViolation(
        .mayBreak, limited(keyword.rawValue, own.map { "\($0)" }, keyword.rawValue, "\(limit)"))
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
