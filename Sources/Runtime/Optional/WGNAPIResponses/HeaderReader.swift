import HTTPTypes
import WGNAPIClient
import WGNAPIHeaderValues
import WGNAPIJSON
import WGNAPISupport

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
  /// - Throws: `APIError` of kind `decoding` if the field is missing or malformed.
  public func value<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded {
    guard let value = try optional(name, as: coder, constraint) else { throw missing(name) }
    return value
  }

  /// Returns the value of a header field; nil if it is missing.
  ///
  /// - Throws: `APIError` of kind `decoding` if the field is malformed.
  public func optional<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded? {
    guard let text = text(name) else { return nil }
    return try decode(forms(text), name, coder, constraint)
  }

  /// Returns the elements of a header field that is a list with commas (RFC 9110, section 5.6.1).
  ///
  /// - Throws: `APIError` of kind `decoding` if the field is missing or malformed.
  public func list<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded {
    guard let value = try optionalList(name, as: coder, constraint) else { throw missing(name) }
    return value
  }

  /// Returns the elements of a header field that is a list with commas; nil if it is missing.
  ///
  /// - Throws: `APIError` of kind `decoding` if the field is malformed.
  public func optionalList<Coder: JSONCoder>(
    _ name: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) throws(APIError) -> Coder.Decoded? {
    guard let text = text(name) else { return nil }
    return try decode(listForms(text), name, coder, constraint)
  }
}

extension HeaderReader {
  /// Returns the text of all fields of a name, without surrounding white space.
  private func text(_ name: String) -> String? {
    guard let name = HTTPField.Name(name), fields.contains(name) else { return nil }
    return fields[values: name].joined(separator: ", ").trimmed()
  }

  private func quoted(_ text: String) -> [UInt8] { (try? text.encoded()) ?? [] }

  /// The JSON that a field's text can be read as. Dates may be in HTTP's own format.
  private func forms(_ text: String) -> [[UInt8]] {
    let forms = [quoted(text), text.bytes]
    guard let date = HTTPDate.parse(text), let json = try? ISO8601.encode(date) else { return forms }
    return forms + [json]
  }

  private func listForms(_ text: String) -> [[UInt8]] {
    var (texts, values) = ("[".bytes, "[".bytes)
    var separator = ""
    for element in text.parts(at: UInt8(ascii: ",")) {
      let element = element.trimmed()
      guard !element.isEmpty else { continue }
      texts.add(separator)
      texts += quoted(element)
      values.add(separator + element)
      separator = ","
    }
    texts.add("]")
    values.add("]")
    return [texts, values]
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
