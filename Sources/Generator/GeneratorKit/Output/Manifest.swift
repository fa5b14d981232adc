import Diagnostics

/// The list of generated files in a folder, stored there as `.wgnapi-gen.json`.
///
/// One path per line, for readable diffs. The result of a merge, including conflict markers, is read as the union of
/// both versions: the list says what *may* be removed, never what must.
struct Manifest: Equatable {
  /// The file's name in the output folder.
  static let name = OutputPath.reservedPrefix + ".json"

  /// The format version that this generator writes and reads.
  static let currentVersion = 1

  /// The maximum size of a manifest.
  static let sizeLimit = 64 << 20

  /// The format version of the file.
  private(set) var version = currentVersion

  /// Paths below the output folder.
  var paths: Set<String>

  init(paths: Set<String>) { self.paths = paths }

  /// Reads a manifest.
  ///
  /// - Returns: nil if it isn't a manifest. Paths that the generator never writes are omitted.
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

  /// The content of the file.
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

  /// A path as a JSON string. It contains neither backslashes nor control characters.
  private static func quoted(_ path: String) -> String {
    "\"" + path.byteParts(separatedBy: "\"").joined(separator: "\\\"") + "\""
  }
}

/// The strings and integers in JSON text, in order, ignoring everything else.
private struct JSONTokens: IteratorProtocol {
  enum Token {
    case key(String)
    /// Nil if the bytes aren't UTF-8, because repairing them would change the path.
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
    // A line break ends a string that a merge has truncated.
    while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\n")
    {
      // Only quotation marks and slashes may be escaped in paths.
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
