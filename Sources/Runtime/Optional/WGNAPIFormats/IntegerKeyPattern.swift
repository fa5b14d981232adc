import WGNAPIJSON
import WGNAPISupport

/// The keys of dictionaries with integer keys, in their shortest form.
package struct IntegerKeyPattern: TextPattern {
  package static let expression = "^(0|-?[1-9][0-9]*)$"

  package init() {}

  package var text: String { Self.expression }

  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool? {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: "0") { return bytes.count == 1 }
    let digits = bytes.dropFirst(first == UInt8(ascii: "-") ? 1 : 0)
    guard let leading = digits.first, leading != UInt8(ascii: "0") else { return false }
    return digits.allSatisfy(\.isDigit)
  }
}
