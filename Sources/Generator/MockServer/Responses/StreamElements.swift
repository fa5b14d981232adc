import APIModel

/// Splits a stream into its elements while it arrives: events, lines or JSON sequences.
package struct StreamElements {
  /// An element.
  package struct Element: Equatable {
    /// The type of an event; nil for others.
    package var type: String?
    package var text: String
  }

  private enum Separator { case events, lines, sequence }

  private let separator: Separator
  /// The data of the last event.
  private let end: String?
  private var rest: [UInt8] = []
  private var type: String?
  private var data: [String] = []
  package private(set) var hasEnded = false
  /// The longest element, in bytes.
  package static let limit = 16 << 20

  /// Nil if a payload isn't a stream of elements.
  package init?(_ payload: Endpoint.Response.Payload) {
    switch payload {
    case .stream(.events(let until), _): (separator, end) = (.events, until)
    case .stream(.lines, _), .stream(.textLines, _): (separator, end) = (.lines, nil)
    case .stream(.sequence, _): (separator, end) = (.sequence, nil)
    case .events(let types): (separator, end) = (.events, types.end)
    default: return nil
    }
  }

  /// Whether an element is too long to be read.
  package var isTooLong: Bool { rest.count + data.reduce(0) { $0 + $1.utf8.count } > Self.limit }

  /// The elements that more bytes complete.
  package mutating func add(_ bytes: [UInt8]) -> [Element] {
    rest += bytes
    var elements: [Element] = []
    let mark: UInt8 = separator == .sequence ? 0x1E : 0x0A
    var start = 0
    while !hasEnded, let position = rest[start...].firstIndex(of: mark) {
      elements += line(rest[start..<position])
      start = position + 1
    }
    rest.removeFirst(start)
    return elements
  }

  /// The element at the end, which nothing terminates.
  package mutating func finish() -> [Element] {
    guard !hasEnded, separator != .events, !rest.isEmpty else { return [] }
    defer { rest = [] }
    return line(rest[...])
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> [Element] {
    var text = String(decoding: bytes, as: UTF8.self)
    guard separator == .events else {
      let isBlank = text.allSatisfy(\.isWhitespace)
      return isBlank ? [] : [Element(text: text)]
    }
    if text.hasSuffix("\r") { text.removeLast() }
    guard !text.isEmpty else {
      defer { (type, data) = (nil, []) }
      guard !data.isEmpty else { return [] }
      let event = Element(type: type ?? "message", text: data.joined(separator: "\n"))
      if let end, event.text == end {
        hasEnded = true
        return []
      }
      return [event]
    }
    let name = text.prefix { $0 != ":" }
    var value = text.dropFirst(name.count + 1)
    if value.hasPrefix(" ") { value = value.dropFirst() }
    switch name {
    case "event": type = String(value)
    case "data": data.append(String(value))
    default: break
    }
    return []
  }
}
