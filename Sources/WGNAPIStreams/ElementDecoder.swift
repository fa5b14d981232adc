import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// Decodes one element with the answer's options, reports its violations, and adds the element's number to errors.
struct ElementDecoder<Value: Sendable>: Sendable {
  private let decode:
    @Sendable ([UInt8], JSONDecoding) throws(JSONError) -> (value: Value, violations: [Violation])

  /// - Parameter constraint: Constraints on elements, besides the coder's schema.
  init<Coder: JSONCoder>(
    _ coder: Coder.Type, _ constraint: Schema?, _ make: @escaping @Sendable (Coder.Decoded) -> Value
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

  func value(of bytes: [UInt8], in answer: StreamedAnswer, number: Int) throws -> Value {
    let content: (value: Value, violations: [Violation])
    do throws(JSONError) {
      content = try decode(bytes, answer.decoding)
    } catch {
      throw answer.error(error.of(element: number), in: bytes)
    }
    try answer.report(content.violations, in: bytes)
    return content.value
  }
}

extension JSONError {
  /// Returns the same error about an element of a stream.
  func of(element number: Int) -> JSONError {
    JSONError(kind, "element \(number): \(message)", byteOffset: byteOffset, line: line, path: path)
  }
}

/// What a stream does about an element that can't be read: one that isn't what the API description says.
public enum UnreadableElements: Hashable, Sendable {
  /// It throws an error, and ends.
  case end
  /// It leaves the element out and goes on. The client's observers are told (`ClientObserver.onViolation`).
  case skip
}

/// What to do about elements that can't be read, and whom to tell.
struct ElementHandling: Sendable {
  var choice: UnreadableElements
  var report: (@Sendable (APIError) -> Void)?

  /// Skips an element, or throws the reason why it can't be read.
  func skip(_ error: any Error, in answer: StreamedAnswer) throws {
    guard choice == .skip, let error = error as? APIError else { throw error }
    answer.reportSkipped(error)
    report?(error)
  }
}
