import Diagnostics

/// The list of the files that the generator wrote into a folder, kept in it as `.wgnapi-gen.json`.
///
/// A path a line, so that changes read well in a diff. What a merge of two versions makes of it, conflict markers
/// included, is read as the union of both: the list is taken for what *may* be removed, never for what must.
struct Manifest: Equatable {
  /// The file's name in the output folder.
  static let name = OutputPath.reservedPrefix + ".json"

  /// The format that this version writes and reads.
  static let currentVersion = 1

  /// The most that is read of a file with its name.
  static let sizeLimit = 64 << 20

  /// The format that the file has.
  private(set) var version = currentVersion

  /// Paths below the output folder.
  var paths: Set<String>

  init(paths: Set<String>) { self.paths = paths }

  /// Reads a manifest.
  ///
  /// - Returns: nil where the bytes are none. Paths that the generator would never write are left out.
  init?(bytes: [UInt8]) {
    var tokens = JSONTokens(bytes)
    var isOurs = false
    var version: Int?
    var key = ""
    paths = []
    while let token = tokens.next() {
      switch (token, key) {
      case (.key(let name), _): key = name
      case (.string(let text), "generator"): isOurs = text == "wgnapi-gen"
      case (.number(let number), "version"): version = number
      case (.string(let text?), "files"):
        if OutputPath.problem(of: text) == nil { paths.insert(text) }
      default: break
      }
    }
    guard isOurs, let version else { return nil }
    self.version = version
  }

  /// The manifest as it is written.
  var bytes: [UInt8] {
    let list = paths.sorted().map { "\n    " + Self.quoted($0) }.joined(separator: ",")
    let text = """
      {
        "generator": "wgnapi-gen",
        "version": \(version),
        "files": [\(list)\(paths.isEmpty ? "" : "\n  ")]
      }

      """
    return Array(text.utf8)
  }

  /// A path as a JSON string; it has neither backslashes nor control characters in it.
  private static func quoted(_ path: String) -> String {
    "\"" + path.byteParts(separatedBy: "\"").joined(separator: "\\\"") + "\""
  }
}

/// The strings and whole numbers in a JSON text, in order, whatever stands between them.
private struct JSONTokens: IteratorProtocol {
  enum Token {
    case key(String)
    /// Nil where the bytes are no UTF-8: another path would be made of them.
    case string(String?)
    case number(Int)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return string() }
      if isDigit(byte) { return .number(number()) }
      position += 1
    }
    return nil
  }

  private mutating func string() -> Token {
    position += 1
    var text: [UInt8] = []
    // A line break ends a string that a merge has cut off.
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\n")
    {
      // Paths need no other escapes than those of a quotation mark and a slash.
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    position += 1
    let following = bytes.dropFirst(position).first { $0 != UInt8(ascii: " ") }
    let string = validText(text)
    return following == UInt8(ascii: ":") ? .key(string ?? "") : .string(string)
  }

  private mutating func number() -> Int {
    var number = 0
    while position < bytes.count, isDigit(bytes[position]) {
      number = min(number * 10 + Int(bytes[position] - UInt8(ascii: "0")), 1_000_000)
      position += 1
    }
    return number
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
