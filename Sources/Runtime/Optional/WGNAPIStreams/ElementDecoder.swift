import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// Decodes one element with the response's options, reports its violations, and adds the element's number to errors.
struct ElementDecoder<Value: Sendable>: Sendable {
  private let decode:
    @Sendable ([UInt8], JSONDecoding) throws(JSONError) -> (value: Value, violations: [Violation])

  /// - Parameter constraint: Constraints on elements, besides those of the coder.
  init<Coder: JSONCoder>(
    _ coder: Coder.Type, _ constraint: Constraint?, _ make: @escaping @Sendable (Coder.Decoded) -> Value
  ) {
    decode = { (bytes, options) throws(JSONError) in
      let content = try Coder.decodeReporting(bytes, constraint: constraint, selection: nil, options: options)
      return (make(content.value), content.violations)
    }
  }

  /// An element that isn't JSON.
  init(text make: @escaping @Sendable (String) -> Value) {
    decode = { (bytes, _) throws(JSONError) in (make(String(decoding: bytes, as: UTF8.self)), []) }
  }

  func value(of bytes: [UInt8], in response: StreamingResponse, number: Int) throws -> Value {
    let content: (value: Value, violations: [Violation])
    do throws(JSONError) {
      content = try decode(bytes, response.decoding)
    } catch {
      throw response.error(error.of(element: number), in: bytes)
    }
    try response.report(content.violations, in: bytes)
    return content.value
  }
}

extension JSONError {
  /// Returns the same error about an element of a stream.
  func of(element number: Int) -> JSONError {
    JSONError(kind, "element \(number): \(message)", byteOffset: byteOffset, line: line, path: path)
  }
}
