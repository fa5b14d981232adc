import WGNAPISupport

/// One schema: its keywords, and the form in which they are run.
///
/// What is compiled is guarded by `SchemaLinking.lock` while it is made and immutable afterwards.
final class SchemaNode: @unchecked Sendable {
  let keywords: [Schema.Keyword]
  let location: String?
  let anchors: Schema.DynamicAnchors?

  /// The keywords with those of merged schemas, for reports.
  private(set) var assertions: [Schema.Keyword] = []
  private var compiled: NodePointer?
  private var memory = ProgramMemory()
  /// Guarded by `readiness`.
  private var isReady = false

  init(_ keywords: [Schema.Keyword], location: String? = nil, anchors: Schema.DynamicAnchors? = nil) {
    self.keywords = keywords
    self.location = location
    self.anchors = anchors
  }

  deinit { memory.release() }

  /// Locks for looking at whether a schema is ready; many, lest threads with different schemas meet.
  private static let readiness = (0..<64).map { _ in Mutex() }

  /// The schema in the form in which it is run, with all references found; made when first asked for.
  var ready: NodePointer {
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    let mutex = Self.readiness[Int(address >> 5 & 63)]
    if let node = mutex.withLock({ isReady ? compiled : nil }) { return node }
    let node = SchemaLinking.link(self)
    mutex.withLock { isReady = true }
    return node
  }

  /// The compiled form, whose references may not be found yet. Called under `SchemaLinking.lock`.
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

/// What a compiled schema owns.
struct ProgramMemory {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var objects: [AnyObject] = []

  /// Puts values that own nothing into memory of their own.
  mutating func store<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let block = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
    block.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(block))
    return block
  }

  /// Keeps an object alive.
  mutating func keep<Object: AnyObject>(_ object: Object) -> Unmanaged<Object> {
    objects.append(object)
    return Unmanaged.passUnretained(object)
  }

  mutating func release() {
    for block in blocks { block.deallocate() }
    blocks = []
    objects = []
  }
}
