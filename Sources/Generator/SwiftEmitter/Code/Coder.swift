/// Reads and writes a value, if the Swift type alone doesn't determine how.
indirect enum Coder: Sendable, Hashable {
  /// The type itself.
  case own(SwiftType)
  case standard(Standard)
  /// A user-defined coder.
  case custom(SwiftType.Own)
  case list(Coder)
  case map(key: SwiftType, value: Coder)
  case optional(Coder)
  case box(Coder)
  case numberInString(Coder)
  case numberAsString(Coder)
  case singleAsList(Coder)
  case emptyListAsMap(key: SwiftType, value: Coder)
  case emptyAsNull(Coder)

  /// The runtime's coders for specific forms of values in JSON.
  enum Standard: String, Sendable {
    case base64 = "Base64"
    case base64URL = "Base64URL"
    case iso8601 = "ISO8601"
    case jsonNull = "JSONNull"
    case unixMilliseconds = "UnixMilliseconds"
    case unixTime = "UnixTime"
    case zeroOne = "ZeroOne"
  }
}

extension Coder: CodeConvertible {
  var code: Code {
    switch self {
    case .own(let type): type.code
    case .standard(let coder): Code(coder.rawValue)
    case .custom(let coder): coder.code
    case .list(let element): generic("ListOf", element)
    case .map(let key, let value): generic("MapOf", key, value)
    case .optional(let wrapped): generic("OptionalOf", wrapped)
    case .box(let boxed): generic("BoxOf", boxed)
    case .numberInString(let number): generic("NumberInString", number)
    case .numberAsString(let number): generic("NumberAsString", number)
    case .singleAsList(let element): generic("SingleAsList", element)
    case .emptyListAsMap(let key, let value): generic("EmptyListAsMap", key, value)
    case .emptyAsNull(let wrapped): generic("EmptyAsNull", wrapped)
    }
  }

  /// `as: ListOf<UnixTime>.self`
  var argument: Code { "as: \(metatype)" }

  /// `ListOf<UnixTime>.self`
  var metatype: Code { "\(self).self" }

  private func generic(_ name: String, _ arguments: any CodeConvertible...) -> Code {
    // One piece of text: between angle brackets, no line is broken.
    let codes = arguments.map(\.code)
    return Code("\(name)<\(codes.map(\.text).joined(separator: ", "))>").needing(
      Imports(of: codes.map(\.imports)))
  }
}

extension Coder {
  /// The imports of code that names it.
  var imports: Imports {
    switch self {
    case .own(let type): type.imports.hidden
    case .standard: []
    case .custom(let coder): coder.code.imports
    case .list(let inner), .optional(let inner), .box(let inner), .numberInString(let inner),
      .numberAsString(let inner), .singleAsList(let inner), .emptyAsNull(let inner):
      inner.imports
    case .map(let key, let value), .emptyListAsMap(let key, let value):
      [key.imports.hidden, value.imports]
    }
  }

  /// The coder as written within a type of the module.
  func relative(to place: [String]) -> Coder { changingTypes { $0.relative(to: place) } }

  /// The coder of other types.
  func changingTypes(_ change: (SwiftType) -> SwiftType) -> Coder {
    switch self {
    case .own(let type): .own(change(type))
    case .standard, .custom: self
    case .list(let element): .list(element.changingTypes(change))
    case .map(let key, let value): .map(key: change(key), value: value.changingTypes(change))
    case .optional(let wrapped): .optional(wrapped.changingTypes(change))
    case .box(let boxed): .box(boxed.changingTypes(change))
    case .numberInString(let number): .numberInString(number.changingTypes(change))
    case .numberAsString(let number): .numberAsString(number.changingTypes(change))
    case .singleAsList(let element): .singleAsList(element.changingTypes(change))
    case .emptyListAsMap(let key, let value):
      .emptyListAsMap(key: change(key), value: value.changingTypes(change))
    case .emptyAsNull(let wrapped): .emptyAsNull(wrapped.changingTypes(change))
    }
  }
}
