@testable import WGNAPIJSON

// What samples need to know of the runtime's coders that have others in them.

protocol ListCoder: JSONCoder {
  static var element: any JSONCoder.Type { get }
}

protocol MapCoder: JSONCoder {
  static var keys: [String] { get }
  static var element: any JSONCoder.Type { get }
}

protocol WrappingCoder: JSONCoder {
  static var wrapped: any JSONCoder.Type { get }
}

extension Array: ListCoder where Element: JSONValue {
  static var element: any JSONCoder.Type { Element.self }
}
extension ListOf: ListCoder {
  static var element: any JSONCoder.Type { Element.self }
}
extension SingleAsList: ListCoder {
  static var element: any JSONCoder.Type { Element.self }
}

extension Dictionary: MapCoder where Key: JSONKey, Value: JSONValue {
  static var keys: [String] { mapKeys.filter { Key(jsonKey: $0) != nil } }
  static var element: any JSONCoder.Type { Value.self }
}
extension MapOf: MapCoder {
  static var keys: [String] { mapKeys.filter { Key(jsonKey: $0) != nil } }
  static var element: any JSONCoder.Type { Element.self }
}
extension EmptyListAsMap: MapCoder {
  static var keys: [String] { mapKeys.filter { Key(jsonKey: $0) != nil } }
  static var element: any JSONCoder.Type { Element.self }
}

extension Optional: WrappingCoder where Wrapped: JSONValue {
  static var wrapped: any JSONCoder.Type { Wrapped.self }
}
extension OptionalOf: WrappingCoder {
  static var wrapped: any JSONCoder.Type { Wrapped.self }
}
extension Boxed: WrappingCoder where Wrapped: JSONValue {
  static var wrapped: any JSONCoder.Type { Wrapped.self }
}
extension BoxOf: WrappingCoder {
  static var wrapped: any JSONCoder.Type { Element.self }
}

/// Keys for dictionaries: for text, integers, dates and the enumerations of the modules.
let mapKeys = [
  "a key that is long enough for the heap", "7", "2021-03-04", "red", "AB", "ab", "in", "true",
]

extension Samples {
  /// Texts for scalars, different for each number, the most telling first.
  static func scalars(_ number: Int) -> [String] {
    let digit = 1 + number % 9
    let words = [
      "Text \(number) that is long enough for the heap", "s\(digit)", "x", "ab", "abc", "AB", "ABCDE", "12",
      "\(digit)",
      "2021-03-0\(digit)T04:05:06Z", "2021-03-0\(digit)", "04:05:0\(digit)Z", "P\(digit)D",
      "a\(digit)@example.com",
      "h\(digit).example.com", "10.0.0.\(digit)", "fe80::\(digit)", "https://example.com/\(number)",
      "/a/\(digit)", "\(digit)/a",
      "0f0e0d0c-0b0a-4908-8706-05040302010\(digit)", "0F0E0D0C-0B0A-4908-8706-05040302010\(digit)",
      "AAE\(digit)", "cus_\(digit)", "@a\(digit)", "0f0e0\(digit)", "",
    ]
    let numbers = [
      // The low halves are equal, so that a comparison of these alone is a mistake that shows.
      "\(4_611_686_018_427_387_000 - (number << 33))", "\(1_000_000 + number)", "\(10 + number % 90)",
      "\(digit)", "0", "\(-number)", "\(number).5", "0.\(digit)", "-0.5",
    ]
    return numbers + words.map { "\"\($0)\"" } + [number % 2 == 0 ? "true" : "false", "true", "false"]
      + ["null", "[]", "{}", "{\"unknown\":\(number)}", "[\(digit),1\(digit)]", "[\"a\",\"b\"]"]
  }
}
