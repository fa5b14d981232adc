/// A type as generated code uses it.
package indirect enum SwiftType: Sendable, Hashable {
  case standard(Standard)
  /// A type of the module, as the names of its enclosing types and its own.
  case named([String])
  /// A user-defined type.
  case own(Own)
  /// A `typealias` of the module, and its underlying type.
  case alias(String, SwiftType)
  case array(SwiftType)
  case dictionary(key: SwiftType, value: SwiftType)
  case optional(SwiftType)
  /// A response that is read as it arrives, with its element type; nil for bytes.
  case stream(Stream, of: SwiftType?)

  /// The name of a user-defined type, as generated code spells it, and the module to import for it.
  package struct Own: Sendable, Hashable {
    package var name: String
    package var module: String?
  }

  /// The types of `WGNAPIStreams`.
  package enum Stream: String, Sendable {
    case bytes = "ByteStream"
    case elements = "ElementStream"
    case events = "EventStream"
    /// One event.
    case event = "ServerSentEvent"
  }

  /// Types of Swift, Foundation and the runtime.
  package enum Standard: String, Sendable {
    case bool = "Bool"
    case calendarDate = "CalendarDate"
    case data = "Data"
    case date = "Date"
    case decimal = "Decimal"
    case double = "Double"
    case filePart = "FilePart"
    case float = "Float"
    case int = "Int"
    case int32 = "Int32"
    case int64 = "Int64"
    case json = "JSON"
    case requestBody = "HTTPRequestBody"
    case string = "String"
    case uint8 = "UInt8"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case url = "URL"
    case uuid = "UUID"
    case void = "Void"

    var isFoundation: Bool {
      switch self {
      case .data, .date, .decimal, .url, .uuid: true
      default: false
      }
    }

    var isInteger: Bool {
      switch self {
      case .int, .int32, .int64, .uint32, .uint64: true
      default: false
      }
    }
  }

  static let bool = standard(.bool)
  static let double = standard(.double)
  static let int = standard(.int)
  static let json = standard(.json)
  static let string = standard(.string)
  static let void = standard(.void)
  /// The bytes of a body.
  static let bytes = array(.standard(.uint8))
  /// A top-level type of the module.
  static func named(_ name: String) -> SwiftType { .named([name]) }
}

extension SwiftType.Own: CodeConvertible {
  var code: Code {
    let code = Code(name)
    return module.map { code.needing(Imports(own: $0, isExposed: false)) } ?? code
  }
}

extension SwiftType: CodeConvertible {
  var code: Code {
    switch self {
    case .standard(let type): Code(type.rawValue)
    case .named(let path): Code(path.joined(separator: "."))
    case .own(let own): own.code
    case .alias(let name, _): Code(name)
    case .array(let element): .array([element.code])
    case .dictionary(let key, let value): .array(["\(key): \(value)"])
    case .optional(.own(let own)) where own.name.hasPrefix("any "): "(\(own))?"
    case .optional(let wrapped): "\(wrapped)?"
    case .stream(let stream, nil): Code(stream.rawValue)
    case .stream(let stream, let element?): "\(stream.rawValue)<\(element)>"
    }
  }

  /// The type on one line.
  package var text: String { code.text }
}

extension SwiftType {
  /// The type as written within another type of the module: `Status` for `Envelope.Status`.
  func relative(to place: [String]) -> SwiftType {
    changingLeaves { type in
      guard case .named(let path) = type, path.count > place.count, path.starts(with: place) else {
        return type
      }
      return .named(Array(path.dropFirst(place.count)))
    }
  }

  /// The type with others in place of those that contain no type.
  func changingLeaves(_ change: (SwiftType) -> SwiftType) -> SwiftType {
    switch self {
    case .standard, .named, .own, .alias: change(self)
    case .array(let element): .array(element.changingLeaves(change))
    case .dictionary(let key, let value):
      .dictionary(key: key.changingLeaves(change), value: value.changingLeaves(change))
    case .optional(let wrapped): .optional(wrapped.changingLeaves(change))
    case .stream(let stream, let element): .stream(stream, of: element?.changingLeaves(change))
    }
  }

  /// Whether the type, or one of its arguments, is looked up by this name.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .standard: false
    // Names of the user's types are kept apart from all others.
    case .own: false
    case .named(let path): path.first == name
    case .alias(let alias, _): alias == name
    case .array(let element): element.mentions(name)
    case .dictionary(let key, let value): key.mentions(name) || value.mentions(name)
    case .optional(let wrapped): wrapped.mentions(name)
    case .stream(_, let element): element?.mentions(name) ?? false
    }
  }

  /// The type without type aliases.
  var meaning: SwiftType {
    if case .alias(_, let type) = self { type } else { self }
  }
}
