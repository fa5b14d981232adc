import WGNAPIJSON
import WGNAPISupport

extension ServiceFailure {
  /// An error's code: a number such as `407`, or a word such as `card_declined`.
  ///
  /// A number and the text of its digits are the same code, because services write both: `402` equals `"402"`.
  public struct Code: Hashable, Sendable {
    /// The code as text; a number in its decimal digits.
    public let text: String

    /// A code that is a number.
    public init(_ number: some BinaryInteger) { text = String(number) }

    /// A code that is a word.
    public init(_ text: String) { self.text = text }

    /// A code that may be missing.
    public init?<Number: BinaryInteger>(_ number: Number?) {
      guard let number else { return nil }
      self.init(number)
    }

    /// A code that may be missing.
    public init?(_ text: String?) {
      guard let text else { return nil }
      self.init(text)
    }

    /// A code of any JSON type; nil for null and for a missing one. A list or an object is kept as JSON text.
    public init?(_ value: JSON?) {
      switch value {
      case nil, .null?: return nil
      case .string(let text)?: self.init(text)
      case let value?:
        guard let json = try? value.encoded() else { return nil }
        self.init(String(decoding: json, as: UTF8.self))
      }
    }

    /// The code as a number; nil where it is a word, or doesn't fit.
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
