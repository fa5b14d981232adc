import HTTPTypes
import WGNAPIJSON

/// A request to an endpoint that describes header fields of its answers.
public protocol HeadedRequest: APIRequest {
  /// The header fields that the endpoint describes.
  associatedtype AnswerHeaders: DescribedHeaders
}

/// The header fields that an endpoint describes, as properties that decode them when they are accessed.
public protocol DescribedHeaders: Sendable {
  /// The header fields as the server sent them.
  var reader: HeaderReader { get }
  /// Creates the properties of an answer.
  init(_ reader: HeaderReader)
}

extension Answer where Request: HeadedRequest {
  /// The header fields that the endpoint describes: `try answer.typedHeaders.xTotalCount`.
  ///
  /// Each is decoded when it is accessed. Only that throws an error if the field is missing or malformed.
  public var typedHeaders: Request.AnswerHeaders {
    Request.AnswerHeaders(
      HeaderReader(
        fields: headers, operation: Request.endpoint.name, status: status.code, requestID: requestID))
  }
}

/// Decodes header fields of one answer.
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
  /// - Throws: ``APIError`` of kind `decoding` if the field is missing or malformed.
  public func value<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded {
    guard let value = try optional(name, as: coder, constraint) else { throw missing(name) }
    return value
  }

  /// Returns the value of a header field; nil if it is missing.
  ///
  /// - Throws: ``APIError`` of kind `decoding` if the field is malformed.
  public func optional<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded? {
    guard let text = text(name) else { return nil }
    return try decode([quoted(text), Array(text.utf8)] + dates(text), name, coder, constraint)
  }

  /// Returns the elements of a header field that is a list with commas (RFC 9110, section 5.6.1).
  ///
  /// - Throws: ``APIError`` of kind `decoding` if the field is missing or malformed.
  public func list<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded {
    guard let value = try optionalList(name, as: coder, constraint) else { throw missing(name) }
    return value
  }

  /// Returns the elements of a header field that is a list with commas; nil if it is missing.
  ///
  /// - Throws: ``APIError`` of kind `decoding` if the field is malformed.
  public func optionalList<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded? {
    guard let text = text(name) else { return nil }
    let elements = text.split(separator: ",").map(Self.trimmed).filter { !$0.isEmpty }
    return try decode(
      [Self.array(elements.map(quoted)), Self.array(elements.map { Array($0.utf8) })], name, coder, constraint
    )
  }
}

extension HeaderReader {
  /// Returns the text of all fields of a name, without surrounding white space.
  private func text(_ name: String) -> String? {
    guard let name = HTTPField.Name(name), fields.contains(name) else { return nil }
    return Self.trimmed(fields[values: name].joined(separator: ", ")[...])
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  private func quoted(_ text: String) -> [UInt8] { (try? text.encoded()) ?? [] }

  /// HTTP's own form of dates, in that of JSON.
  private func dates(_ text: String) -> [[UInt8]] {
    guard let date = HTTPDate.parse(text), let json = try? ISO8601.encode(date) else { return [] }
    return [json]
  }

  private static func array(_ elements: [[UInt8]]) -> [UInt8] {
    Array("[".utf8) + elements.joined(separator: [UInt8(ascii: ",")]) + Array("]".utf8)
  }

  /// Decodes the first of several forms that the coder accepts.
  private func decode<Coder: JSONCoder>(
    _ forms: [[UInt8]], _ name: String, _ coder: Coder.Type, _ constraint: Schema?
  ) throws(APIError) -> Coder.Decoded {
    for form in forms {
      do throws(JSONError) {
        return try Coder.decodeReporting(
          form, constraint: constraint, selection: nil, options: JSONDecoding(validation: .strict)
        ).value
      } catch {
        continue
      }
    }
    // The value isn't quoted, because it may be a secret.
    throw error(.invalidValue, "the header field \(name) isn't what the endpoint describes")
  }

  private func missing(_ name: String) -> APIError {
    error(.missingKey, "the header field \(name) is missing")
  }

  private func error(_ kind: JSONError.Kind, _ message: String) -> APIError {
    APIError(
      .decoding(JSONError(kind, message)), operation: operation, status: status, requestID: requestID)
  }
}
