import APIModel

/// The parts of a multipart body (RFC 7578).
struct MultipartBody {
  struct Part {
    var name: String
    var filename: String?
    var mediaType: String?
    var content: ArraySlice<UInt8>
  }

  /// Why a body has no parts.
  enum Problem: Error {
    /// It isn't divided by the boundary, or doesn't end with it.
    case undivided
    case tooManyParts(most: Int)
    case longHead(most: Int)
  }

  private static let mostParts = 1000
  /// The most bytes of a part's header fields.
  private static let longestHead = 16 << 10

  private(set) var parts: [Part] = []
  /// Whether some parts have no name. No part of a spec is like that.
  private(set) var hasUnnamedParts = false

  init(_ body: [UInt8], boundary: String) throws(Problem) {
    try self.init(body, boundary: boundary, named: nil)
  }

  /// The parts with a name.
  func parts(named name: String) -> [Part] { parts.filter { $0.name == name } }

  /// - Parameter outer: the name of the part that contains the body: files with one name were once sent as a body of their
  ///   own (RFC 7578, section 4.3).
  private init(_ body: [UInt8], boundary: String, named outer: String?) throws(Problem) {
    guard !boundary.isEmpty, boundary.utf8.count <= 70 else { throw .undivided }
    let delimiter = Array("--\(boundary)".utf8)
    var position = 0
    // Text before the first boundary is ignored.
    while !Self.isLine(at: position, delimiter, in: body) {
      guard let next = Self.nextLine(after: position, in: body) else { throw .undivided }
      position = next
    }
    position += delimiter.count
    var count = 0
    while !body[position...].starts(with: "--".utf8) {
      count += 1
      guard count <= Self.mostParts else { throw .tooManyParts(most: Self.mostParts) }
      guard let start = Self.nextLine(after: position, in: body),
        let end = Self.delimiter([0x0D, 0x0A] + delimiter, in: body, from: max(start - 2, 0))
      else { throw .undivided }
      if let part = try Self.part(body[min(start, end)..<end], named: outer) {
        let type = MediaType(part.mediaType ?? "")
        if outer == nil, type.essence == "multipart/mixed", let inner = type.parameters["boundary"] {
          parts += try MultipartBody(Array(part.content), boundary: inner, named: part.name).parts
          guard parts.count <= Self.mostParts else { throw .tooManyParts(most: Self.mostParts) }
        } else {
          parts.append(part)
        }
      } else {
        hasUnnamedParts = true
      }
      position = end + 2 + delimiter.count
    }
  }

  private static func isLine(at position: Int, _ delimiter: [UInt8], in body: [UInt8]) -> Bool {
    position < body.count && body[position] == delimiter.first && body[position...].starts(with: delimiter)
      && endsLine(at: position + delimiter.count, in: body)
  }

  private static func nextLine(after position: Int, in body: [UInt8]) -> Int? {
    body[position...].firstIndex(of: 0x0A).map { $0 + 1 }
  }

  /// Finds a delimiter that is a line of its own: `--Bx` in a file doesn't match `--B` (RFC 2046, section 5.1.1).
  private static func delimiter(_ pattern: [UInt8], in body: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first else { return nil }
    let second = pattern.dropFirst().first
    var position = start
    while let found = body[position...].firstIndex(of: first) {
      // Most line ends are no delimiters.
      if found + 1 < body.count, body[found + 1] == second, body[found...].starts(with: pattern),
        endsLine(at: found + pattern.count, in: body)
      {
        return found
      }
      position = found + 1
    }
    return nil
  }

  private static func endsLine(at position: Int, in body: [UInt8]) -> Bool {
    let rest = body[position...]
    return rest.starts(with: "--".utf8)
      || rest.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: [0x0D, 0x0A])
  }

  private static func part(
    _ bytes: ArraySlice<UInt8>, named outer: String?
  ) throws(Problem) -> Part? {
    var fields: [String: String] = [:]
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.endIndex
      guard end - bytes.startIndex <= Self.longestHead else { throw .longHead(most: Self.longestHead) }
      let line = String(decoding: bytes[position..<end], as: UTF8.self)
      position = min(end + 1, bytes.endIndex)
      let text = withoutOuterSpaces(line.filter { $0 != "\r" && $0 != "\r\n" })
      if text.isEmpty { break }
      let pair = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { fields[pair[0].lowercased()] = withoutOuterSpaces(pair[1]) }
    }
    let disposition = MediaType(fields["content-disposition"] ?? "")
    guard let name = outer ?? disposition.parameters["name"] else { return nil }
    // Only these characters of names are escaped (HTML Standard, "multipart/form-data encoding algorithm").
    let escapes = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
    return Part(
      name: escapes.reduce(name) { $0.replacing($1.0, with: $1.1) },
      filename: disposition.parameters["filename"],
      mediaType: fields["content-type"],
      content: bytes[position...])
  }
}
