import APIModel

/// Two keywords of a schema that no value satisfies together.
public struct Contradiction: Sendable, Equatable {
  /// The keyword to correct: an upper limit, `enum` or `const`.
  public var keyword: String
  /// The keyword that it contradicts.
  public var other: String
  /// A clause without a period: `'maximum' is 4, less than 'minimum', which is 5`.
  public var message: String
}

extension Schema {
  /// The keywords of the schema itself that no value satisfies together: limits, counts, and values that are listed.
  ///
  /// Schemas that it refers to or contains aren't looked at.
  public var contradictions: [Contradiction] {
    let limits = countContradictions + [rangeContradiction].compactMap(\.self)
    return limits.isEmpty ? [valueContradiction].compactMap(\.self) : limits
  }

  // MARK: Counts

  private var countContradictions: [Contradiction] {
    let pairs: [(CountKeyword, CountKeyword)] = [
      (.minLength, .maxLength), (.minItems, .maxItems), (.minContains, .maxContains),
      (.minProperties, .maxProperties),
    ]
    return pairs.compactMap { lower, upper in
      guard let least = counts[lower], let most = counts[upper], most < least else { return nil }
      return .less(upper.rawValue, String(most), lower.rawValue, String(least))
    }
  }

  // MARK: Numbers

  private var rangeContradiction: Contradiction? {
    let lower = strictest([.minimum, .exclusiveMinimum]) { $1.isLess(than: $0) }
    let upper = strictest([.maximum, .exclusiveMaximum]) { $0.isLess(than: $1) }
    guard let lower, let upper else { return nil }
    let (least, most) = (lower.number, upper.number)
    let names = (upper: upper.keyword.rawValue, lower: lower.keyword.rawValue)
    if most.isLess(than: least) { return .less(names.upper, most.text, names.lower, least.text) }
    if !least.isLess(than: most), lower.keyword == .exclusiveMinimum || upper.keyword == .exclusiveMaximum {
      return Contradiction(
        keyword: names.upper, other: names.lower,
        message: "'\(names.upper)' and '\(names.lower)' are both \(most.text), which leaves no number")
    }
    guard types == [.integer],
      let first = firstInteger(from: least, isExcluded: lower.keyword == .exclusiveMinimum),
      let last = firstInteger(from: most, isExcluded: upper.keyword == .exclusiveMaximum, isDownwards: true),
      last < first
    else { return nil }
    return Contradiction(
      keyword: names.upper, other: names.lower,
      message:
        "no integer is between '\(names.lower)', which is \(least.text), and '\(names.upper)', which is \(most.text)"
    )
  }

  /// The limit of several that allows the fewest numbers. The second is exclusive, so it wins if both are equal.
  private func strictest(
    _ keywords: [LimitKeyword], isStricter: (NumberText, NumberText) -> Bool
  ) -> (keyword: LimitKeyword, number: NumberText)? {
    let known = keywords.compactMap { keyword in limits[keyword].map { (keyword: keyword, number: $0) } }
    guard let first = known.first, let last = known.last else { return nil }
    return isStricter(first.number, last.number) ? first : last
  }

  /// The integer nearest to a limit that it allows; nil if numbers are too large to tell.
  private func firstInteger(
    from limit: NumberText, isExcluded: Bool, isDownwards: Bool = false
  ) -> Int? {
    let step = isDownwards ? -1 : 1
    if let whole = Int(limit.text) {
      let (next, isTooLarge) = whole.addingReportingOverflow(isExcluded ? step : 0)
      return isTooLarge ? nil : next
    }
    guard let number = Double(limit.text), abs(number) < 9_007_199_254_740_992 else { return nil }
    let whole = Int(number.rounded(isDownwards ? .down : .up))
    return isExcluded && Double(whole) == number ? whole + step : whole
  }

  // MARK: Values

  private var listedValues: [Literal] { const.map { [$0] } ?? enumeration?.cases.map(\.value) ?? [] }

  /// The values of `enum` or `const` that aren't within the limits beside it: the first limit that each breaks, in words like
  /// `50 must not be greater than 10 [maximum]`.
  public var valuesBeyondLimits: [(keyword: String, message: String)] {
    guard !limits.isEmpty || !counts.isEmpty || pattern != nil else { return [] }
    var bare = Schema(span: span)
    (bare.limits, bare.counts, bare.pattern) = (limits, counts, pattern)
    let checker = ValueChecker(SchemaIndex([]))
    return listedValues.compactMap { value in
      (checker.violations(of: value, by: bare)?.first).map {
        ($0.keyword, "\(value.excerpt) \($0.message) [\($0.keyword)]")
      }
    }
  }

  /// Values of which none is within the limits.
  private var valueContradiction: Contradiction? {
    let (listed, beyond) = (listedValues, valuesBeyondLimits)
    guard let first = beyond.first, beyond.count == listed.count else { return nil }
    let keyword = const == nil ? "enum" : "const"
    let subject = listed.count == 1 ? "the only value of '\(keyword)'" : "none of the values of '\(keyword)'"
    let verb = listed.count == 1 ? "isn't" : "is"
    return Contradiction(
      keyword: keyword, other: first.keyword,
      message:
        "\(subject) \(verb) within the limits beside it: \(first.message)"
    )
  }
}

extension Contradiction {
  fileprivate static func less(_ upper: String, _ most: String, _ lower: String, _ least: String) -> Self {
    Contradiction(
      keyword: upper, other: lower,
      message: "'\(upper)' is \(most), less than '\(lower)', which is \(least)")
  }
}
