import WGNAPIJSON

/// A currency, by its code per ISO 4217.
public enum Currency: String, CaseIterable, JSONValue, JSONKey {
  case euro = "EUR"
  case krona = "SEK"
  case valueAddedTax = "VAT"

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Currency {
    _ = reader.peek()
    let start = reader.offset
    guard let currency = Currency(rawValue: try reader.readString()) else {
      throw reader.error(.outOfRange, "expected the code of a currency", at: start)
    }
    return currency
  }

  public static func write(_ value: Currency, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.rawValue)
  }
}

/// A string that names an order.
public struct OrderID: StringNewtype {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The number of an article.
public struct SKU: StringNewtype {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A value that isn't mixed up with those of other tags.
public struct Tagged<Tag: Sendable, RawValue: JSONValue>: Newtype {
  public let rawValue: RawValue
  public init(rawValue: RawValue) { self.rawValue = rawValue }
}

/// An address, with a layout of its own.
public struct PostalAddress: JSONModel {
  public let street: String
  public let city: String
  @BoxedOptional public var next: PostalAddress?

  public init(street: String, city: String, next: PostalAddress? = nil) {
    self.street = street
    self.city = city
    self.next = next
  }

  public static let layout = ModelLayout<Self> {
    $0.required("street", \.street)
    $0.required("city", \.city)
    $0.optional("next", \._next)
  }
}

/// A duration as a whole number of minutes.
public enum Minutes: JSONCoder {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Duration {
    _ = reader.peek()
    let start = reader.offset
    let minutes = try reader.readInt64()
    guard (0...100_000).contains(minutes) else {
      throw reader.error(.outOfRange, "expected 0 to 100000 minutes, found \(minutes)", at: start)
    }
    return .seconds(minutes * 60)
  }

  public static func write(_ value: Duration, to writer: inout JSONWriter) throws(JSONError) {
    let (seconds, attoseconds) = value.components
    guard attoseconds == 0, seconds >= 0, seconds % 60 == 0 else {
      throw JSONError(.notRepresentable, "expected whole minutes", byteOffset: writer.count)
    }
    writer.write(seconds / 60)
  }
}

/// Who carries an order: any JSON.
public struct Carrier: Newtype {
  public let rawValue: JSON
  public init(rawValue: JSON) { self.rawValue = rawValue }
}
