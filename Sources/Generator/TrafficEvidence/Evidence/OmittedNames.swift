/// Names that there was no room for, as short digests: how many there are is known, but not what they are.
package struct OmittedNames: Equatable, Sendable {
  /// The most that are counted.
  package static let most = 1000

  private(set) var digests: Set<Int> = []

  package var count: Int { digests.count }

  package init() {}

  mutating func add(_ name: String) {
    digests.insert(Collector.digest(of: name))
    forgetSome()
  }

  mutating func merge(_ other: OmittedNames) {
    digests.formUnion(other.digests)
    forgetSome()
  }

  /// Keeps the lowest digests, so that parts add up to the whole.
  private mutating func forgetSome() {
    while digests.count > Self.most, let last = digests.max() { digests.remove(last) }
  }

  /// Sets the digests that were stored.
  mutating func restore(_ digests: Set<Int>) {
    self.digests = digests
    forgetSome()
  }
}
