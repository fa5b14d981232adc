import WGNAPIFormats
import WGNAPIJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The coders of the runtime, with the JSON that they read.

extension JSON: JSONSchemaProviding {
  public static var schema: JSONSchema { .any }
}

extension JSONNull: JSONSchemaProviding {
  public static var schema: JSONSchema { .null }
}

extension Bool: JSONSchemaProviding {
  public static var schema: JSONSchema { .boolean }
}

extension ZeroOne: JSONSchemaProviding {
  public static var schema: JSONSchema { [.enumeration([0, 1, true, false])] }
}

extension String: JSONSchemaProviding {
  public static var schema: JSONSchema { .string }
}

// MARK: Numbers

extension Double: JSONSchemaProviding {
  public static var schema: JSONSchema { .number }
}

extension Float: JSONSchemaProviding {
  public static var schema: JSONSchema { .number }
}

extension Decimal: JSONSchemaProviding {
  public static var schema: JSONSchema { .number }
}

extension JSONNumber: JSONSchemaProviding {
  public static var schema: JSONSchema { .number }
}

extension JSONSchemaProviding where Self: FixedWidthInteger {
  public static var schema: JSONSchema {
    [.type(.integer), .minimum(JSONNumber(Self.min)), .maximum(JSONNumber(Self.max))]
  }
}

extension Int: JSONSchemaProviding {}
extension Int8: JSONSchemaProviding {}
extension Int16: JSONSchemaProviding {}
extension Int32: JSONSchemaProviding {}
extension Int64: JSONSchemaProviding {}
extension UInt: JSONSchemaProviding {}
extension UInt8: JSONSchemaProviding {}
extension UInt16: JSONSchemaProviding {}
extension UInt32: JSONSchemaProviding {}
extension UInt64: JSONSchemaProviding {}

// MARK: Formats

extension UnixTime: JSONSchemaProviding {
  public static var schema: JSONSchema { .integer }
}

extension UnixMilliseconds: JSONSchemaProviding {
  public static var schema: JSONSchema { .integer }
}

extension ISO8601: JSONSchemaProviding {
  public static var schema: JSONSchema { .text(in: .dateTime) }
}

extension CalendarDate: JSONSchemaProviding {
  public static var schema: JSONSchema { .text(in: .date) }
}

extension UUID: JSONSchemaProviding {
  public static var schema: JSONSchema { .text(in: .uuid) }
}

extension Base64: JSONSchemaProviding {
  public static var schema: JSONSchema { .text(in: .byte) }
}

extension Base64URL: JSONSchemaProviding {
  public static var schema: JSONSchema { .string }
}

extension URL: JSONSchemaProviding {
  public static var schema: JSONSchema { [.type(.string), .minLength(1), .format("uri-reference")] }
}

extension JSONSchema {
  fileprivate static func text(in format: StringFormat) -> JSONSchema {
    [.type(.string), .format(format.rawValue, judgedBy: format)]
  }
}

// MARK: Lists and maps

extension ListOf: JSONSchemaProviding {
  public static var schema: JSONSchema { [.type(.array), .items(.value(Element.self))] }
}

extension MapOf: JSONSchemaProviding {
  public static var schema: JSONSchema {
    var keywords: [JSONSchema.Keyword] = [.type(.object), .additionalProperties(.value(Element.self))]
    if let names = JSONSchema.names(as: Key.self) { keywords.append(.propertyNames(names)) }
    let schema = JSONSchema(keywords)
    return Key.self is any SecretNewtype.Type ? schema.hidingKeys : schema
  }
}

extension JSONSchema {
  /// What the type of a dictionary's keys demands of names; nil for nothing.
  fileprivate static func names<Key: JSONKey>(as key: Key.Type) -> JSONSchema? {
    switch key {
    case let integer as any FixedWidthInteger.Type: JSONSchema(integers(integer))
    case let newtype as any IntegerNewtype.Type: integers(ofNewtype: newtype)
    case let enumeration as any ClosedEnumeration.Type: names(ofClosed: enumeration)
    case let enumeration as any OpenEnumeration.Type: names(ofOpen: enumeration)
    case is String.Type: nil
    case let coder as any JSONCoder.Type: .value(coder)
    default: nil
    }
  }

  /// Integers in their shortest form. Negative ones are no values of an unsigned type.
  private static func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> [Keyword] {
    [.type(.string), .pattern(matching: IntegerKeyPattern())]
      + (Value.isSigned ? [] : [.inText([.minimum(0)])])
  }

  private static func integers<Value: IntegerNewtype>(ofNewtype type: Value.Type) -> JSONSchema {
    let limits: [Keyword] = type.constraints.map { [.allOf([[.inText(JSONSchema($0))]])] } ?? []
    return JSONSchema(integers(Value.RawValue.self) + limits)
  }

  private static func names<Value: ClosedEnumeration>(ofClosed type: Value.Type) -> JSONSchema {
    [.enumeration(type.allCases.map { .string($0.jsonKey) })]
  }

  private static func names<Value: OpenEnumeration>(ofOpen type: Value.Type) -> JSONSchema? {
    (Value.RawValue.self as? any FixedWidthInteger.Type).map { JSONSchema(integers($0)) }
  }
}

extension OptionalOf: JSONSchemaProviding {
  public static var schema: JSONSchema { .nullable(.value(Wrapped.self)) }
}

extension Array: JSONSchemaProviding where Element: JSONValue {
  public static var schema: JSONSchema { ListOf<Element>.schema }
}

extension Dictionary: JSONSchemaProviding where Key: JSONKey, Value: JSONValue {
  public static var schema: JSONSchema { MapOf<Key, Value>.schema }
}

extension Optional: JSONSchemaProviding where Wrapped: JSONValue {
  public static var schema: JSONSchema { OptionalOf<Wrapped>.schema }
}

extension BoxOf: JSONSchemaProviding {
  public static var schema: JSONSchema { .value(Element.self) }
}

extension Boxed: JSONSchemaProviding where Wrapped: JSONValue {
  public static var schema: JSONSchema { .value(Wrapped.self) }
}

// MARK: Lenient coders

extension NumberInString: JSONSchemaProviding {
  public static var schema: JSONSchema {
    [.anyOf([.value(Number.self), [.type(.string), .pattern(matching: NumberPattern())]])]
  }
}

extension NumberAsString: JSONSchemaProviding {
  public static var schema: JSONSchema { NumberInString<Number>.schema }
}

extension EmptyListAsMap: JSONSchemaProviding {
  public static var schema: JSONSchema {
    [.anyOf([MapOf<Key, Element>.schema, [.type(.array), .maxItems(0)]])]
  }
}

extension SingleAsList: JSONSchemaProviding {
  public static var schema: JSONSchema { [.anyOf([ListOf<Element>.schema, .value(Element.self)])] }
}

extension EmptyAsNull: JSONSchemaProviding {
  public static var schema: JSONSchema { [.anyOf([[.const("")], .value(Wrapped.self)])] }
}
