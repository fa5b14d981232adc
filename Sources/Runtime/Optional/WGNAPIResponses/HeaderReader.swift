import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport
import WGNAPISupport

/// Decodes header fields of one response.
public struct HeaderReader: Sendable {
  let fields: HTTPFields
  let operation: String
  let status: Int
  let requestID: String

  /// Returns the value of a header field.
  ///
  /// - Parameters:
  ///   - name: The field's name, in any case.
  ///   - coder: Decodes the value from JSON: from a string that contains the field's text, or from the text
  ///     itself, such as that of a number.
  ///   - constraint: What the value must satisfy.
  /// - Throws: `APIError` of kind `decoding` if the field is missing or malformed.
  public func value<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Constraint? = nil
  ) throws(APIError) -> Coder.Decoded {
    guard let value = try optional(name, as: coder, constraint) else { throw missing(name) }
    return value
  }

  /// Returns the value of a header field; nil if it is missing.
  ///
  /// - Throws: `APIError` of kind `decoding` if the field is malformed.
  public func optional<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Constraint? = nil
  ) throws(APIError) -> Coder.Decoded? {
    let texts = texts(name)
    guard !texts.isEmpty else { return nil }
    if let problem = HeaderForms.problem(name, texts) {
      throw error(.invalidValue, "the header field \(name) \(problem)")
    }
    return try decode(HeaderForms.value(texts), name, coder, constraint)
  }

  /// Returns the elements of a header field that is a list with commas (RFC 9110, section 5.6.1).
  ///
  /// - Throws: `APIError` of kind `decoding` if the field is missing or malformed.
  public func list<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Constraint? = nil
  ) throws(APIError) -> Coder.Decoded {
    guard let value = try optionalList(name, as: coder, constraint) else { throw missing(name) }
    return value
  }

  /// Returns the elements of a header field that is a list with commas; nil if it is missing.
  ///
  /// - Throws: `APIError` of kind `decoding` if the field is malformed.
  public func optionalList<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Constraint? = nil
  ) throws(APIError) -> Coder.Decoded? {
    let texts = texts(name)
    guard !texts.isEmpty else { return nil }
    return try decode(HeaderForms.list(name, texts), name, coder, constraint)
  }
}

/// The JSON that header fields can be read as, for clients and for tools: the first form that the type accepts is the value.
package enum HeaderForms {
  /// The fields that a message may have once: joining several would make something else of them.
  private static let single = [
    "age", "content-disposition", "content-length", "content-location", "content-range", "content-type",
    "date", "etag",
    "expires",
    "last-modified", "location", "retry-after",
  ]

  /// Returns what is wrong with the number of fields of a name that is one value; nil if nothing is.
  package static func problem(_ name: String, _ texts: [String]) -> String? {
    texts.count > 1 && single.has(name.lowercased()) ? "was sent \(texts.count) times" : nil
  }

  /// Returns the forms of one value. Dates may be in HTTP's own format. A text with quotes around it is that, and not a string
  /// in JSON.
  ///
  /// - Parameter texts: The text of each field, without surrounding white space.
  package static func value(_ texts: [String]) -> [[UInt8]] {
    // RFC 9110, section 5.2.
    let text = texts.joined(separator: ", ")
    let forms = text.utf8.first == UInt8(ascii: "\"") ? [quoted(text)] : [quoted(text), text.bytes]
    guard let date = HTTPDate.parse(text), let json = try? ISO8601.encode(date) else { return forms }
    return forms + [json]
  }

  /// Returns the forms of a list with commas.
  ///
  /// - Parameter texts: The text of each field, without surrounding white space.
  package static func list(_ name: String, _ texts: [String]) -> [[UInt8]] {
    // Dates in cookies contain commas, so their fields aren't joined (RFC 9110, section 5.3).
    let isCookies = name.lowercased() == "set-cookie"
    let parts = isCookies ? texts : texts.flatMap { QuotedStrings.parts(of: $0, at: UInt8(ascii: ",")) }
    let elements = parts.map { $0.trimmed() }.filter { !$0.isEmpty }
    var strings: [UInt8] = []
    for element in elements { strings += (strings.isEmpty ? "[" : ",").bytes + quoted(element) }
    if strings.isEmpty { strings = "[".bytes }
    let values = "[" + elements.joined(separator: ",") + "]"
    let hasQuotes = elements.contains { $0.utf8.first == UInt8(ascii: "\"") }
    return [strings + "]".bytes] + (hasQuotes ? [] : [values.bytes])
  }

  private static func quoted(_ text: String) -> [UInt8] { (try? text.encoded()) ?? [] }
}

extension HeaderReader {
  /// Returns the text of each field of a name, without surrounding white space.
  private func texts(_ name: String) -> [String] {
    HTTPField.Name(name).map { fields.texts($0).map { $0.trimmed() } } ?? []
  }

  /// Decodes the first of several forms that the coder accepts. What a constraint refuses was read, so its error says most.
  private func decode<Coder: JSONCoder>(
    _ forms: [[UInt8]], _ name: String, _ coder: Coder.Type, _ constraint: Constraint?
  ) throws(APIError) -> Coder.Decoded {
    var problems: [JSONError] = []
    for form in forms {
      do throws(JSONError) {
        return try form.withUnsafeBufferPointer { (bytes) throws(JSONError) in
          var reader = JSONReader(bytes, options: JSONDecoding(validation: .strict))
          return try reader.document { (reader) throws(JSONError) in
            // The value isn't quoted, because it may be a secret.
            try reader.hiding { (reader) throws(JSONError) in try reader.read(coder, satisfying: constraint) }
          }
        }
      } catch {
        problems.append(error)
      }
    }
    let problem =
      problems.first { $0.kind == .validation }
      ?? problems.first { $0.kind != .typeMismatch && $0.kind != .syntax } ?? problems.first
    throw error(.invalidValue, "the header field \(name): \(problem?.message ?? "it can't be read")")
  }

  private func missing(_ name: String) -> APIError {
    error(.missingKey, "the header field \(name) is missing")
  }

  private func error(_ kind: JSONError.Kind, _ message: String) -> APIError {
    APIError(
      .decoding(JSONError(kind, message)), operation: operation, status: status, requestID: requestID)
  }
}
