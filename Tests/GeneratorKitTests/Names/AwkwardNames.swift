import Foundation

/// Names that a spec can use and that Swift, Foundation, the runtime or generated code uses, too.
enum AwkwardNames {
  /// Every name, once, in a fixed order.
  static func all() throws -> [String] {
    var seen: Set<String> = []
    let names =
      keywords + contextualKeywords + swiftTypes + foundationTypes + spellings + (try declaredNames())
    return names.filter { seen.insert($0).inserted }
  }

  static let keywords = words(
    """
    Any Self Type Protocol actor as associatedtype async await borrowing break case catch class consuming continue
    convenience copy default defer deinit didSet discard distributed do dynamic each else enum extension fallthrough
    false fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy left
    let macro mutating nil nonisolated nonmutating open operator optional override package postfix precedence
    precedencegroup prefix private protocol public repeat required rethrows return right self sending set some
    static struct subscript super switch then throw throws true try typealias unowned var weak where while willSet
    yield
    """)

  static let contextualKeywords = words(
    """
    any unsafe using Void module nonsending Module unit assignment associativity higherThan lowerThan none some
    available escaping autoclosure frozen main objc discardableResult propertyWrapper dynamicMemberLookup
    dynamicCallable resultBuilder Sendable unchecked preconcurrency concurrent inlinable usableFromInline
    """)

  static let swiftTypes = words(
    """
    Actor AnyActor AnyClass AnyCollection AnyHashable AnyIterator AnyKeyPath AnyObject AnySequence Array ArraySlice
    AsyncSequence AsyncStream AsyncThrowingStream BinaryInteger BitwiseCopyable Bool CaseIterable Character Clock
    ClosedRange Codable CodingKey CodingKeys CodingKeyRepresentable CodingUserInfoKey Collection CollectionOfOne
    Comparable Continuation ContiguousArray ContinuousClock Copyable CustomDebugStringConvertible
    CustomStringConvertible Decodable Decoder Dictionary DiscardingTaskGroup Double Duration Element Encodable
    Encoder Equatable Error Escapable Executor ExpressibleByStringLiteral Float Float16 Float80 GlobalActor Hashable
    Hasher Identifiable ID InlineArray Int Int128 Int16 Int32 Int64 Int8 Iterator IteratorProtocol KeyPath
    KeyValuePairs Key LazySequence MainActor ManagedBuffer MemoryLayout Mirror MutableSpan Never Numeric
    ObjectIdentifier ObservationRegistrar OpaquePointer Optional OptionSet PartialKeyPath PartialRangeFrom Range
    RandomAccessCollection RawRepresentable RawSpan RawValue ReferenceWritableKeyPath Regex Result Sequence Set
    SetAlgebra SIMD2 Slice Span StaticString Strideable String StringProtocol Subscript Substring Swift
    SystemRandomNumberGenerator Task TaskGroup TaskLocal UInt UInt128 UInt16 UInt32 UInt64 UInt8 Unicode Unmanaged
    UnsafeContinuation UnsafeMutablePointer UnsafePointer UnsafeRawPointer UTF8 Value Values WritableKeyPath Zip2Sequence
    abs assert assertionFailure dump fatalError max min precondition preconditionFailure print readLine sequence
    stride swap type withUnsafePointer zip map filter reduce count first last indices isEmpty keys values hash
    hashValue hasher description debugDescription rawValue allCases encode decode encoder decoder startIndex
    endIndex customMirror playgroundDescription
    """)

  static let foundationTypes = words(
    """
    AttributedString Bundle ByteCountFormatter Calendar CharacterSet Data DataProtocol Date DateComponents
    DateFormatter DateInterval Decimal Dimension DispatchQueue FileHandle FileManager Foundation
    FoundationEssentials FoundationNetworking Formatter HTTPURLResponse Host IndexPath IndexSet InputStream
    JSONDecoder JSONEncoder JSONSerialization Locale Lock Measurement NSArray NSError NSLock NSNumber NSObject
    NSString Notification NotificationCenter NumberFormatter Operation OperationQueue OutputStream Pipe Port
    Predicate Process ProcessInfo Progress PropertyListDecoder RunLoop Scanner Stream Thread TimeInterval TimeZone
    Timer URL URLCache URLComponents URLError URLQueryItem URLRequest URLResponse URLSession UUID Unit
    UnitDuration UserDefaults XMLParser
    """)

  /// Names that are odd in themselves: signs, digits, letters of other scripts, and words that become one in Swift.
  static let spellings = [
    "_", "__", "___", "_1", "1", "1v1", "-", "-1", "--", "$", "$0", "$x", "$ref", "`x`", "a b", "a-b", "a_b",
    "A B",
    "é", "naïve", "日本", "ß", "ǆ", "a.b", ".", "..", "+", "#if", "#file", "@", "@available", "eu-1", "eu_1",
    "EU1", "x",
    "X", "self_", "_self", "Self_", "in_", "Type_", "type_", "value", "Value", "values", "result", "error",
    "Error",
    "name", "id", "ID", "url", "URL", "payload", "token", "unknown", "additionalProperties",
    "additional_properties", "additionalProperty", "element0", "element1", "alternative1", "alternative2",
    "list",
    "string", "integer", "object", "number", "boolean", "null", "Response", "Request", "Payload",
    "PayloadElement",
    "Base", "status2xx", "ok", "all", "any_", "fields",
  ]

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// What the runtime, the templates and the client of World of Tanks declare.
  private static func declaredNames() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var names: Set<String> = []
    let folders = [
      ("Sources/Runtime", true), ("Templates/Swift", false), ("Tests/Golden/Features/Generated", false),
    ]
    for (folder, isPublicOnly) in folders {
      let base = root.appendingPathComponent(folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: base.path)
      where path.hasSuffix(".swift") || path.hasSuffix(".mustache") {
        let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
        for line in text.split(separator: "\n") where !isPublicOnly || isPublic(line) {
          names.formUnion(declared(in: line))
        }
      }
    }
    return names.sorted()
  }

  /// Whether a line may declare something public; what a public protocol demands doesn't say so.
  private static func isPublic(_ line: Substring) -> Bool {
    line.contains("public ") || (line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.contains("private "))
      || line.hasPrefix("  associatedtype ")
  }

  private static func declared(in line: Substring) -> [String] {
    let introducers: Set<Substring> = [
      "actor", "associatedtype", "case", "class", "enum", "func", "let", "protocol", "struct", "typealias",
      "var",
    ]
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    var names: [String] = []
    for (introducer, name) in zip(words, words.dropFirst()) where introducers.contains(introducer) {
      names.append(String(name))
    }
    // The labels of parameters: `init(name: …)`.
    let parts = line.split(separator: ":", omittingEmptySubsequences: false).dropLast()
    if line.contains("init(") || line.contains("func ") {
      names += parts.compactMap {
        $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last.map(String.init)
      }
    }
    return names.filter { $0.first?.isLetter == true && $0.allSatisfy(\.isASCII) }
  }
}
