/// A reference to a schema that is resolved on first use, by a closure that is called without holding any
/// lock.
///
/// Its state is guarded by `SchemaLinking.lock`. A settled link never changes, and threads that run a schema
/// with this link can read its target without the lock.
final class SchemaLink: @unchecked Sendable {
  enum State {
    /// The link hasn't been resolved.
    case open
    /// The target is known.
    case settled(SchemaNode)
    /// The target is resolved during evaluation, with the lock held, because the schemas endlessly create new
    /// ones.
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
