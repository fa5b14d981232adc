import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// The response of an endpoint that sends a stream of JSON values: an asynchronous sequence of them.
///
/// Elements are decoded and validated when they arrive. The server is slowed down to the speed of the loop, and ending
/// the loop ends the request. It can be read once, by one task. An element that can't be read ends the stream with an
/// error, or is left out, as the API description says; to choose for a call, see ``UnreadableHandling``.
public struct ElementStream<Element: Sendable>: UnreadableHandling {
  /// How elements are told apart.
  enum Framing: Sendable {
    /// [JSON Lines](https://jsonlines.org).
    case lines
    /// JSON text sequences (RFC 7464).
    case sequence
  }

  let response: StreamingResponse
  let decoder: ElementDecoder<Element>
  let framing: Framing
  var handling: ElementHandling

  public func onUnreadable(
    _ choice: UnreadableElements, report: (@Sendable (APIError) -> Void)? = nil
  ) -> Self {
    var stream = self
    stream.handling = ElementHandling(choice: choice, report: report)
    return stream
  }

  /// Returns the iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads elements.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Source {
      case lines(Reading<LineParser>)
      case sequence(Reading<SequenceParser>)
    }

    private let stream: ElementStream
    private let source: Source

    init(_ stream: ElementStream) {
      self.stream = stream
      source =
        switch stream.framing {
        case .lines: .lines(Reading(stream.response))
        case .sequence: .sequence(Reading(stream.response))
        }
    }

    /// Returns the next element; nil at the end.
    ///
    /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Element? {
      switch source {
      case .lines(let reading): try await value(of: reading)
      case .sequence(let reading): try await value(of: reading)
      }
    }

    private func value<Parser: ElementParser>(of reading: Reading<Parser>) async throws -> Element?
    where Parser.Element == [UInt8] {
      while !reading.hasEnded {
        guard let element = try await reading.next() else { return nil }
        do {
          if stream.framing == .sequence, element.isCutOff { throw cutOff(reading.count, element) }
          return try stream.decoder.value(of: element, in: stream.response, number: reading.count)
        } catch {
          do {
            try stream.handling.skip(error, in: stream.response)
          } catch {
            reading.end()
            throw error
          }
        }
      }
      return nil
    }

    private func cutOff(_ number: Int, _ element: [UInt8]) -> APIError {
      let message = "nothing follows the number or word, which may be cut off (RFC 7464, section 2.4)"
      return stream.response.error(JSONError(.syntax, message).of(element: number), in: element)
    }
  }
}

extension [UInt8] {
  /// Whether it is a number, `true`, `false` or `null` without white space after it: unlike other values of JSON, they
  /// don't show where they end.
  fileprivate var isCutOff: Bool {
    guard let last, !isBlank([last]), let first = first(where: { !isBlank([$0]) }) else { return false }
    return !"\"{[".utf8.contains(first)
  }
}
