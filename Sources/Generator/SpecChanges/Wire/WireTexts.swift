import APIModel
import CallComposing
import Foundation
import SchemaValues

/// A parameter, or a part of a multipart body, as both versions write it.
struct WireTexts {
  let parameter: Parameter
  let other: Parameter
  let value: WireValue
  let known: WireValue
  /// Whether it is a part of a multipart body.
  var isPart = false

  init(_ parameter: Parameter, _ value: WireValue, _ other: Parameter, _ known: WireValue) {
    (self.parameter, self.value, self.known) = (parameter, value, known)
    var renamed = other
    renamed.name = parameter.name
    renamed.location = parameter.location
    self.other = renamed
  }

  /// Whether a value is written as JSON by one of the versions.
  var isJSON: Bool { parameter.style?.kind == .json || other.style?.kind == .json }

  /// Whether the old version writes one value as the new one writes another.
  func areSame(_ value: Literal, _ otherValue: Literal) -> Bool {
    StyledText(parameter: parameter, value: value, isPart: isPart).bytes
      == StyledText(parameter: other, value: otherValue, isPart: isPart).bytes
  }

  func isSame(_ value: Literal) -> Bool { areSame(value, value) }

  /// Whether a member of an object is repeated for each element, so that one value is a list with one element.
  var repeatsMembers: Bool {
    func object(_ value: Literal) -> Literal { .object([.init(name: "k", value: value)]) }
    let (one, list) = (object(.string("a")), object(.array([.string("a")])))
    return value.types.contains(.object) && areSame(one, list) && areSame(list, one)
  }

  /// Whether a scalar is sent for what the service reads as a list.
  var isScalarForList: Bool {
    !value.types.contains(.array) && !value.types.contains(.object) && known.types.contains(.array)
      && known.types.isDisjoint(with: JSONType.scalars)
  }

  /// Whether a list is sent for what the service reads as a scalar.
  var isListForScalar: Bool {
    value.types == [.array] && !known.types.contains(.array) && !known.types.contains(.object)
  }

  /// What separates the elements of a list in one text, as the service reads it; nil if each is sent for itself.
  var separator: String? {
    guard
      let text = StyledText(
        parameter: other, value: .array([.string("a"), .string("b")]), isPart: isPart
      ).bytes.only
    else { return nil }
    let parts = text.dropLast().split(separator: "a", omittingEmptySubsequences: false)
    return text.hasSuffix("b") ? parts.last.map(String.init) : nil
  }

  /// Whether a text may have the separator in it.
  func mayContain(_ separator: String) -> Bool {
    guard value.types.contains(.string) else { return false }
    if let listed = value.schema.enumeration?.cases.map(\.value) ?? value.schema.const.map({ [$0] }) {
      return listed.contains { $0.text.contains(separator) }
    }
    return switch value.schema.format {
    case .uuid, .date, .bytes, .base64URL: false
    default: true
    }
  }
}

extension JSONType {
  fileprivate static let scalars: Set<JSONType> = [.string, .integer, .number, .boolean]
}

extension WireValue {
  /// Whether every text is accepted.
  var acceptsAnyText: Bool {
    guard types.contains(.string), schema.pattern == nil, schema.const == nil, schema.enumeration == nil,
      schema.counts.isEmpty, !isUnion
    else { return false }
    return switch schema.format {
    case nil: true
    case .other: !schema.isFormatChecked
    default: false
    }
  }
}

extension StyledText {
  /// What is sent, without percent-encoding, which servers remove before they look at values.
  var bytes: [String] {
    switch parameter.location {
    case .query, .form, .cookie: pairs.map { "\($0.name)=\($0.value.removingPercentEncoding ?? $0.value)" }
    case .path, .header, .url: texts.map { $0.removingPercentEncoding ?? $0 }
    }
  }
}

extension Array {
  /// The element, if there is only one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
