/// What a file may cost to read. Each limit ends reading with an error that names it.
public struct YAMLLimits: Sendable, Hashable {
  /// Bytes of the file.
  public var fileSize: Int

  /// Mappings and sequences within each other, counting those that aliases bring. At most 1,000 is honoured,
  /// so that code which follows the tree recursively has the stack for it.
  public var depth: Int {
    didSet { depth = Self.boundedDepth(depth) }
  }

  /// Nodes in all documents of the file together, where an alias counts as many as the node that it names.
  public var nodeCount: Int

  /// Bytes of one scalar in UTF-8, after escapes are resolved.
  public var scalarLength: Int

  /// Errors in one file, after which reading it is given up.
  public var errorCount: Int

  /// Makes limits; what isn't given is as in `default`.
  public init(
    fileSize: Int = 16 << 20, depth: Int = 100, nodeCount: Int = 1_000_000, scalarLength: Int = 1 << 20,
    errorCount: Int = 100
  ) {
    self.fileSize = fileSize
    self.depth = Self.boundedDepth(depth)
    self.nodeCount = nodeCount
    self.scalarLength = scalarLength
    self.errorCount = errorCount
  }

  /// 16 MiB of file, 100 levels, a million nodes, scalars of 1 MiB, 100 errors.
  public static let `default` = YAMLLimits()

  private static func boundedDepth(_ depth: Int) -> Int { min(depth, 1000) }
}
