import APIModel
import WGNAPIStreams

/// Finds the elements of a stream while it arrives, as clients do: events, lines or JSON sequences.
package struct StreamElements {
  /// An element.
  package struct Element: Equatable {
    /// The type of an event; nil for others.
    package var type: String?
    package var text: String
  }

  private var parser: any ElementParser
  /// The data of the last event.
  private let end: String?
  package private(set) var hasEnded = false
  /// Why the stream isn't read any further.
  package private(set) var problem: StreamProblem?
  /// The longest element, in bytes.
  package static let limit = 16 << 20

  /// Nil if a payload isn't a stream of elements.
  package init?(_ payload: Endpoint.Response.Payload) {
    switch payload {
    case .stream(.events(let until), _): (parser, end) = (EventParser(limit: Self.limit), until)
    case .stream(.lines, _), .stream(.textLines, _): (parser, end) = (LineParser(limit: Self.limit), nil)
    case .stream(.sequence, _): (parser, end) = (SequenceParser(limit: Self.limit), nil)
    case .events(let types): (parser, end) = (EventParser(limit: Self.limit), types.end)
    default: return nil
    }
  }

  /// The data of the last event, if it hasn't come.
  package var missingEnd: String? { hasEnded ? nil : end }

  /// The elements that more bytes complete.
  package mutating func add(_ bytes: [UInt8]) -> [Element] {
    parser.append(bytes)
    return elements { (parser) throws(StreamProblem) in try parser.nextElement() }
  }

  /// The element at the end, which nothing terminates.
  package mutating func finish() -> [Element] {
    elements { (parser) throws(StreamProblem) in try parser.lastElement() }
  }

  private mutating func elements(
    _ next: (inout any ElementParser) throws(StreamProblem) -> Element?
  ) -> [Element] {
    var elements: [Element] = []
    do throws(StreamProblem) {
      while !hasEnded, problem == nil, let element = try next(&parser) {
        hasEnded = element.text == end
        if !hasEnded { elements.append(element) }
      }
    } catch {
      problem = error
    }
    return elements
  }
}

extension StreamProblem {
  /// The problem in one sentence.
  package var sentence: String {
    switch self {
    case .tooLarge(let limit): "an element is longer than \(limit) bytes"
    case .malformed(let message): message
    }
  }
}

extension ElementParser {
  fileprivate mutating func nextElement() throws(StreamProblem) -> StreamElements.Element? {
    try next().map(Self.element)
  }

  fileprivate mutating func lastElement() throws(StreamProblem) -> StreamElements.Element? {
    try finish().map(Self.element)
  }

  private static func element(_ element: Element) -> StreamElements.Element {
    if let event = element as? RawEvent {
      return .init(type: event.type, text: String(decoding: event.data, as: UTF8.self))
    }
    return .init(text: String(decoding: element as? [UInt8] ?? [], as: UTF8.self))
  }
}
