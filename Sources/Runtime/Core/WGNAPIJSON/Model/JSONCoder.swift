import WGNAPISupport

/// A type that converts between a Swift type and JSON.
///
/// Types with a single natural form in JSON are their own coders (``JSONValue``). Types with several forms,
/// such as `Date`, have separate coders (``UnixTime``, ``ISO8601``).
public protocol JSONCoder<Decoded>: Sendable {
  /// The Swift type.
  associatedtype Decoded: Hashable & Sendable

  /// Reads one JSON value.
  ///
  /// - Throws: ``JSONError`` for malformed JSON, an unexpected type, or a value out of range.
  static func read(from reader: inout JSONReader) throws(JSONError) -> Decoded

  /// Reads one JSON value into uninitialized memory, which stays uninitialized if an error is thrown.
  ///
  /// It has a default implementation; models read their fields in place.
  static func read(into slot: UnsafeMutablePointer<Decoded>, from reader: inout JSONReader) throws(JSONError)

  /// Writes one JSON value.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable` for values that JSON can't represent, such as
  ///   infinity.
  static func write(_ value: Decoded, to writer: inout JSONWriter) throws(JSONError)

  /// Whether a property that may be nil is nil for an empty text, as with ``EmptyAsNull``. The default is false.
  static var readsEmptyAsNull: Bool { get }
}

/// A type that is its own coder, because it has a single natural form in JSON.
public protocol JSONValue: JSONCoder, Hashable where Decoded == Self {}

extension JSONCoder {
  /// A shorter name for the Swift type. (The requirement has another one because `Dictionary.Value` exists.)
  public typealias Value = Decoded

  /// False.
  public static var readsEmptyAsNull: Bool { false }

  public static func read(
    into slot: UnsafeMutablePointer<Value>, from reader: inout JSONReader
  ) throws(JSONError) {
    slot.initialize(to: try read(from: &reader))
  }
}
