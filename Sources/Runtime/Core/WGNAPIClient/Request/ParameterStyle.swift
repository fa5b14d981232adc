import WGNAPIJSON
import WGNAPISupport

/// How the value of a parameter is written: the styles of OpenAPI 3.1 (RFC 6570), and JSON.
///
/// The product `WGNAPIForms` has the styles: `style: .matrix(exploded: true)`.
public struct ParameterStyle: Hashable, Sendable {
  package let writer: any ParameterWriter

  package init(_ writer: any ParameterWriter) { self.writer = writer }

  /// A name and a value, before and after percent-encoding. Values in a path or a header field have no name.
  package struct Field {
    package let name: String
    package let value: String
    package let encoded: String

    package init(name: String, value: String, encoded: String) {
      self.name = name
      self.value = value
      self.encoded = encoded
    }
  }

  /// Returns whether both are the same style.
  public static func == (lhs: Self, rhs: Self) -> Bool { AnyHashable(lhs.writer) == AnyHashable(rhs.writer) }

  /// Hashes the style.
  public func hash(into hasher: inout Hasher) { writer.hash(into: &hasher) }
}

/// Writes the value of a parameter in a style.
package protocol ParameterWriter: Hashable, Sendable {
  /// Returns how a JSON value is written; nothing if it is left out.
  ///
  /// - Throws: `JSONError` if the style can't say it.
  func fields(
    of json: [UInt8], named name: String, in location: ParameterLocation
  ) throws(JSONError) -> [ParameterStyle.Field]
}
