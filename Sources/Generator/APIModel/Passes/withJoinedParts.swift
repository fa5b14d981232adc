extension Schema {
  /// The schema without an `allOf` whose parts describe one number, text or boolean: they become one schema with the limits of
  /// all of them.
  func withJoinedParts() -> Schema {
    guard !allOf.isEmpty else { return self }
    var joined = self
    joined.allOf = []
    let parts = [joined] + allOf
    let typed = parts.filter(\.hasType)
    guard parts.allSatisfy(\.describesScalar), allOf.allSatisfy({ $0.swiftName == nil }), !typed.isEmpty,
      parts.contains(where: \.limitsScalar),
      // A name may stand for an object, unless what is beside it is said of numbers.
      typed.allSatisfy({ $0.reference == nil }) || parts.allSatisfy(\.mayBeNumber)
    else { return self }
    for part in allOf {
      guard joined.join(part) else { return self }
    }
    joined.isNullable = isNullable || !hasType && typed.allSatisfy(\.isNullable)
    return joined
  }

  private var hasType: Bool { !types.isEmpty || reference != nil }

  /// Whether it says nothing but what a number, a text or a boolean may be.
  private var describesScalar: Bool {
    var rest = annotated
    rest.types = types
    rest.reference = reference
    rest.isNullable = isNullable
    rest.format = format
    rest.isFormatChecked = isFormatChecked
    rest.limits = limits
    rest.counts = counts.filter { $0.key == .minLength || $0.key == .maxLength }
    rest.pattern = pattern
    rest.const = const
    rest.enumeration = enumeration
    let scalars: [[JSONType]] = [[], [.integer], [.number], [.string], [.boolean]]
    return rest == self && scalars.contains(types) && ownType == nil && !isNewtype && validator == nil
  }

  /// Whether it says something that only has a meaning for numbers, texts and booleans.
  private var limitsScalar: Bool {
    !types.isEmpty || !limits.isEmpty || !counts.isEmpty || pattern != nil || const != nil
      || enumeration != nil
  }

  private var mayBeNumber: Bool {
    let values = (const.map { [$0] } ?? []) + (enumeration?.cases.map(\.value) ?? [])
    return (types.isEmpty || types == [.integer] || types == [.number]) && counts.isEmpty && pattern == nil
      && values.allSatisfy { $0.type == .integer || $0.type == .number }
  }

  /// Adds what another schema says of the same value; false if one schema can't say both.
  private mutating func join(_ other: Schema) -> Bool {
    guard Self.join(&reference, other.reference), joinTypes(other), joinLimits(other),
      Self.join(&pattern, other.pattern),
      Self.join(&const, other.const), Self.join(&enumeration, other.enumeration)
    else { return false }
    lenience.formUnion(other.lenience)
    guard lenience.count(where: \.isForNumbers) < 2 else { return false }
    for (keyword, count) in other.counts {
      let isLeast = keyword == .minLength
      counts[keyword] = counts[keyword].map { isLeast ? max($0, count) : min($0, count) } ?? count
    }
    if documentation.summary == nil, documentation.details == nil {
      let deprecation = documentation.deprecation ?? other.documentation.deprecation
      documentation = other.documentation
      documentation.deprecation = deprecation
    }
    title = title ?? other.title
    defaultValue = defaultValue ?? other.defaultValue
    if examples.isEmpty { examples = other.examples }
    isReadOnly = isReadOnly || other.isReadOnly
    isWriteOnly = isWriteOnly || other.isWriteOnly
    contentEncoding = contentEncoding ?? other.contentEncoding
    contentMediaType = contentMediaType ?? other.contentMediaType
    isOpen = isOpen ?? other.isOpen
    isSecret = isSecret || other.isSecret
    isAutomatic = isAutomatic || other.isAutomatic
    return true
  }

  private mutating func joinTypes(_ other: Schema) -> Bool {
    let isFormatFree = format == nil && other.format == nil
    if types.isEmpty {
      types = other.types
    } else if !other.types.isEmpty, types != other.types {
      guard isFormatFree, Set(types + other.types) == [.integer, .number] else { return false }
      types = [.integer]
    }
    isFormatChecked = isFormatChecked || other.isFormatChecked
    guard Self.join(&format, other.format) else { return false }
    guard reference != nil, let format else { return true }
    // What the name stands for determines the Swift type.
    switch format {
    case .double, .decimal: self.format = nil
    case .other: break
    default: return false
    }
    return true
  }

  private mutating func joinLimits(_ other: Schema) -> Bool {
    for (keyword, limit) in other.limits {
      guard let own = limits[keyword], own != limit else {
        limits[keyword] = limit
        continue
      }
      guard keyword != .multipleOf, let left = Double(own.text), let right = Double(limit.text), left != right
      else { return false }
      let isLeast = keyword == .minimum || keyword == .exclusiveMinimum
      limits[keyword] = isLeast == (left > right) ? own : limit
    }
    return true
  }

  private static func join<Value: Equatable>(_ own: inout Value?, _ other: Value?) -> Bool {
    own = own ?? other
    return other == nil || own == other
  }
}
