import WGNAPISupport

/// A schema: its keywords, and its executable form.
///
/// The compiled form is guarded by `SchemaLinking.lock` while it is created, and immutable afterwards.
final class SchemaNode: @unchecked Sendable {
  let keywords: [Schema.Keyword]
  let location: String?
  let anchors: Schema.DynamicAnchors?

  /// The keywords, including those of merged schemas, for reports.
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
