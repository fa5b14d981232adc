import WGNAPIJSON
import WGNAPISupport

extension ServiceFailure {
  /// An error code: a number such as `407`, or a word such as `card_declined`.
  ///
  /// A number and the text of its digits are the same code, because services use both: `402` equals `"402"`.
  public struct Code: Hashable, Sendable {
    /// The code as text; decimal digits for a number.
    public let text: String

    /// Creates a code from a number.
    public init(_ number: some BinaryInteger) { text = String(number) }

    /// Creates a code from a word.
    public init(_ text: String) { self.text = text }

    /// Creates a code from an optional number; nil if the number is nil.
    public init?<Number: BinaryInteger>(_ number: Number?) {
      guard let number else { return nil }
      self.init(number)
    }

    /// Creates a code from an optional word; nil if the word is nil.
    public init?(_ text: String?) {
      guard let text else { return nil }
      self.init(text)
    }

    /// Creates a code from a JSON value of any type; nil if it is null or missing. An array or an object
    /// becomes its JSON text.
    public init?(_ value: JSON?) {
      switch value {
      case nil, .null?: return nil
      case .string(let text)?: self.init(text)
      case let value?:
        guard let json = try? value.encoded() else { return nil }
        self.init(String(decoding: json, as: UTF8.self))
      }
    }

    /// The code as a number; nil if it is a word, or doesn't fit an `Int`.
    public var number: Int? {
      // `+7` and `007` aren't the number 7, but words made of digits.
      IntegerText.int(text).flatMap { String($0) == text ? $0 : nil }
    }
  }
}

extension ServiceFailure.Code: CustomStringConvertible {
  /// The code, with control characters escaped.
  public var description: String { text.printable }
}

extension ServiceFailure.Code: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
  public init(stringLiteral text: String) { self.init(text) }
}
