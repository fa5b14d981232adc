import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// Finds the elements of a response while they arrive.
final class Reading<Parser: ElementParser> {
  private let response: StreamingResponse
  private var portions: HTTPResponseBody.AsyncIterator?
  private(set) var parser: Parser
  /// The number of elements so far.
  private(set) var count = 0
  private(set) var hasEnded = false

  init(_ response: StreamingResponse, _ parser: Parser? = nil) {
    self.response = response
    portions = response.body.makeAsyncIterator()
    self.parser = parser ?? Parser(limit: response.elementSizeLimit)
  }

  /// Reads no more.
  func end() {
    hasEnded = true
    portions = nil
    response.body.close()
  }

  /// Returns the next element; nil at the end.
  ///
  /// - Throws: ``APIError``, and `CancellationError`.
  func next() async throws -> Parser.Element? {
    do {
      while true {
        if let element = try hasEnded ? parser.finish() : parser.next() {
          count += 1
          return element
        }
        if hasEnded { return nil }
        // One task at a time reads, as with every iterator.
        nonisolated(unsafe) var iterator = portions
        if let portion = try await iterator?.next() { parser.append(portion) } else { hasEnded = true }
      }
    } catch let problem as StreamProblem {
      end()
      throw response.error(for: problem, element: count + 1)
    } catch {
      end()
      throw response.error(error)
    }
  }
}

extension StreamingResponse {
  fileprivate func error(for problem: StreamProblem, element: Int) -> APIError {
    switch problem {
    case .tooLarge(let limit): error(.responseTooLarge(limit: limit))
    case .malformed(let message): error(.decoding(JSONError(.syntax, "element \(element): \(message)")))
    }
  }

  /// The error for a stream that ends before its last element.
  func breaksOff(before sentinel: String) -> APIError {
    error(.incomplete(JSONError(.syntax, "the stream ended before \"\(sentinel)\"")))
  }
}
