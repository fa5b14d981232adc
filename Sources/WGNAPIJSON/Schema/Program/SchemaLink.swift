/// A schema that is found when first needed, by a closure that is called without any lock held.
///
/// Its state is guarded by `SchemaLinking.lock`. Once settled it stays as it is, and whoever runs a schema that
/// reaches it may look at the target without the lock.
final class SchemaLink: @unchecked Sendable {
  enum State {
    /// Nobody asked yet.
    case open
    /// The target is known.
    case settled(SchemaNode)
    /// The target is found while running, under the lock: the schemas make ever new ones.
    case late(SchemaNode?)
  }

  let find: @Sendable () -> Schema
  var state: State = .open
  private let target = UnsafeMutablePointer<NodePointer?>.allocate(capacity: 1)

  init(_ find: @escaping @Sendable () -> Schema) {
    self.find = find
    target.initialize(to: nil)
  }

  deinit { target.deallocate() }

  var pointer: LinkPointer { LinkPointer(link: .passUnretained(self), target: target) }

  func settle(_ node: SchemaNode) {
    state = .settled(node)
    target.pointee = node.compile()
  }

  var isOpen: Bool { if case .open = state { true } else { false } }
}
