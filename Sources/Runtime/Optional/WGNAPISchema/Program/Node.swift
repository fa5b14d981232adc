import WGNAPIJSON
import WGNAPISupport

/// A schema as it is run: masks, bounds and pointers, owned by the ``SchemaNode`` it was compiled from.
///
/// It consists of plain memory, so that running it needs no reference counting.
struct Node: BitwiseCopyable {
  /// Common forms of schemas that have a faster implementation.
  enum Shape: UInt8 {
    case general
    /// Any value is accepted.
    case any
    /// An object or an array with nothing else to check, optionally nullable.
    case object, array
    /// Another schema, optionally nullable.
    case forward, nullableForward
  }

  /// The checks in addition to that of the type.
  struct Checks: OptionSet {
    let rawValue: UInt16
    static let number = Checks(rawValue: 1)
    static let string = Checks(rawValue: 2)
    static let array = Checks(rawValue: 4)
    static let object = Checks(rawValue: 8)
    static let values = Checks(rawValue: 16)
    static let inPlace = Checks(rawValue: 32)
    static let unevaluatedItems = Checks(rawValue: 64)
    static let unevaluatedProperties = Checks(rawValue: 128)
    static let scope = Checks(rawValue: 256)
    static let location = Checks(rawValue: 512)
    /// Not a check: messages don't quote the value.
    static let secret = Checks(rawValue: 1024)
    /// Not a check: messages don't name undeclared keys.
    static let hiddenKeys = Checks(rawValue: 2048)

    /// The checks that apply to null and booleans.
    static let anyType: Checks = [.values, .inPlace, .scope, .location]
  }

  var source: Unmanaged<SchemaNode>
  var shape = Shape.general
  var types = JSONTypes.all
  var checks: Checks = []
  /// The bounds for lengths in code points.
  var lengths = Bounds<Int>(lower: 0, upper: .max)
  var number: Unmanaged<NumberChecks>?
  var string: Unmanaged<TextChecks>?
  var values: Unmanaged<AllowedValues>?
  var array: UnsafeMutablePointer<ArrayChecks>?
  var object: UnsafeMutablePointer<ObjectChecks>?
  var instructions: UnsafeMutablePointer<Instruction>?
  var instructionCount = 0
  var unevaluatedItems: NodePointer?
  var unevaluatedProperties: NodePointer?
  var anchors: Unmanaged<DynamicAnchorTable>?
  /// Whether the following properties have been set; see ``SchemaFinishing``.
  var isFinished = false
  /// Scalars that are certainly accepted.
  var shortcut = Shortcut()
  /// The final target of a schema that is only a reference, for values other than null.
  var target: NodePointer?

  /// Whether no value is accepted.
  var isNever: Bool { types.isEmpty }
}

typealias NodePointer = UnsafeMutablePointer<Node>

/// A reference in compiled schemas.
struct LinkPointer: BitwiseCopyable {
  let link: Unmanaged<SchemaLink>
  /// The target, once it is known.
  let target: UnsafeMutablePointer<NodePointer?>
}

/// An in-place applicator.
struct Instruction: BitwiseCopyable {
  enum Kind: UInt8 {
    case reference, inline, nullable, nullableReference
    case ref, dynamicRef
    case allOf, anyOf, oneOf, not, condition, alternatives
  }

  let kind: Kind
  /// The schemas; for a condition, the condition itself, `then` and `else`.
  var nodes: UnsafeMutablePointer<NodePointer?>?
  var count = 0
  var link: LinkPointer?
  var alternatives: Unmanaged<Alternatives>?
  /// The number of the dynamic anchor; negative if there is none.
  var anchor = -1
}

/// The checks for arrays.
struct ArrayChecks: BitwiseCopyable {
  var items: NodePointer?
  var prefix: UnsafeMutablePointer<NodePointer>?
  var prefixCount = 0
  var contains: NodePointer?
  var sizes = Bounds<Int>(lower: 0, upper: .max)
  var contained = Bounds<Int>(lower: 1, upper: .max)
  var isUnique = false
}

/// The dynamic anchors of a schema resource, by number.
final class DynamicAnchorTable {
  /// The sorted numbers.
  private let anchors: [Int64]
  let links: [LinkPointer]

  init(_ entries: [(anchor: Int, link: LinkPointer)]) {
    let sorted = sortedPositions(entries.count) { entries[$0].anchor < entries[$1].anchor }
    anchors = sorted.map { Int64(entries[$0].anchor) }
    links = sorted.map { entries[$0].link }
  }

  /// Returns the link with an anchor; nil if there is none.
  func link(of anchor: Int) -> LinkPointer? {
    anchors.sortedPosition(of: Int64(anchor)).map { links[$0] }
  }
}

/// A schema: its keywords, and its executable form.
///
/// The compiled form is guarded by `SchemaLinking.lock` while it is created, and immutable afterwards.
final class SchemaNode: @unchecked Sendable {
  let keywords: [JSONSchema.Keyword]
  let location: String?
  let anchors: JSONSchema.DynamicAnchors?
  /// Whether messages don't quote the values.
  let isSecret: Bool
  /// Whether messages don't name undeclared keys.
  let hidesKeys: Bool

  /// The keywords, including those of merged schemas, for reports.
  private(set) var assertions: [JSONSchema.Keyword] = []
  private var compiled: NodePointer?
  private var memory = ProgramMemory()
  /// Guarded by `readiness`.
  private var isReady = false

  init(
    _ keywords: [JSONSchema.Keyword], location: String? = nil, anchors: JSONSchema.DynamicAnchors? = nil,
    isSecret: Bool = false, hidesKeys: Bool = false
  ) {
    self.keywords = keywords
    self.isSecret = isSecret
    self.hidesKeys = hidesKeys
    self.location = location
    self.anchors = anchors
  }

  deinit { memory.release() }

  /// The locks for checking whether a schema is ready; many, so that threads with different schemas seldom
  /// share one.
  private static let readiness = (0..<64).map { _ in Mutex() }

  /// The executable form of the schema with all references resolved, created on first access.
  var ready: NodePointer {
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    let mutex = Self.readiness[Int(address >> 5 & 63)]
    if let node = mutex.withLock({ isReady ? compiled : nil }) { return node }
    let node = SchemaLinking.link(self)
    mutex.withLock { isReady = true }
    return node
  }

  /// Returns the compiled form, whose references may not be resolved yet. Call it with `SchemaLinking.lock`
  /// held.
  @inline(never)
  func compile() -> NodePointer {
    if let compiled { return compiled }
    var compiler = SchemaCompiler(self)
    let node = compiler.compile()
    assertions = compiler.assertions
    memory = compiler.memory
    compiled = node
    return node
  }
}

/// The memory owned by a compiled schema.
struct ProgramMemory {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var objects: [AnyObject] = []

  /// Copies plain values to new memory.
  mutating func store<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let stride = MemoryLayout<Value>.stride
    return values.withUnsafeBytes { bytes in
      storeBytes(bytes, alignment: MemoryLayout<Value>.alignment, atLeast: stride)
    }.bindMemory(to: Value.self, capacity: values.count)
  }

  @inline(never)
  private mutating func storeBytes(
    _ bytes: UnsafeRawBufferPointer, alignment: Int, atLeast least: Int
  ) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, least), alignment: alignment)
    if let start = bytes.baseAddress { block.copyMemory(from: start, byteCount: bytes.count) }
    blocks.append(block)
    return block
  }

  /// Retains an object.
  mutating func keep<Object: AnyObject>(_ object: Object) -> Unmanaged<Object> {
    keepObject(object)
    return Unmanaged.passUnretained(object)
  }

  @inline(never)
  private mutating func keepObject(_ object: AnyObject) { objects.append(object) }

  mutating func release() {
    for block in blocks { block.deallocate() }
    blocks = []
    objects = []
  }
}
