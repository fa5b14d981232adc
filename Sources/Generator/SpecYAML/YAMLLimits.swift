import Diagnostics

/// The limits for reading a file. Exceeding one ends reading, with an error that names it.
public struct YAMLLimits: Sendable, Hashable {
  /// The size of the file in bytes.
  public var fileSize: Int

  /// The nesting of mappings and sequences, including those from aliases. At most 1,000, so that code which recurses
  /// through the tree has enough stack.
  public var depth: Int {
    didSet { depth = Self.boundedDepth(depth) }
  }

  /// The number of nodes in all documents of the file. An alias counts as many as its node.
  public var nodeCount: Int

  /// The size of a scalar in UTF-8, after resolving escapes.
  public var scalarLength: Int

  /// The number of errors in a file after which reading stops.
  public var errorCount: Int

  /// Whether a key that equals an earlier one only by canonical equivalence (`é` in one scalar and in two) is left out
  /// with a warning. Otherwise it is an error, as the same key is.
  public var leavesOutEquivalentKeys: Bool

  /// Whether a closing bracket may be right below the key whose value it ends. YAML asks for more indentation, but most
  /// parsers don't, and no other meaning is possible, so this is a warning. Otherwise it is an error.
  public var allowsOutdentedBrackets: Bool

  /// Creates limits, with those of `default` for omitted arguments.
  public init(
    fileSize: Int = 16 << 20, depth: Int = 100, nodeCount: Int = 1_000_000, scalarLength: Int = 1 << 20,
    errorCount: Int = 100, leavesOutEquivalentKeys: Bool = false, allowsOutdentedBrackets: Bool = false
  ) {
    self.fileSize = fileSize
    self.depth = Self.boundedDepth(depth)
    self.nodeCount = nodeCount
    self.scalarLength = scalarLength
    self.errorCount = errorCount
    self.leavesOutEquivalentKeys = leavesOutEquivalentKeys
    self.allowsOutdentedBrackets = allowsOutdentedBrackets
  }

  /// 16 MiB of file, 100 levels, a million nodes, scalars of 1 MiB, 100 errors.
  public static let `default` = YAMLLimits()

  private static func boundedDepth(_ depth: Int) -> Int { min(depth, 1000) }
}

extension YAMLLimits {
  /// Whether a file isn't too large; reported if it is.
  func allow(_ bytes: [UInt8], file: String, into sink: inout DiagnosticSink) -> Bool {
    if bytes.count <= fileSize { return true }
    sink.error(
      .fileTooLarge, "the file has \(bytes.count) bytes, more than the limit of \(fileSize)",
      at: .unknown(file: file))
    return false
  }
}
