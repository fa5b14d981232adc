/// Objects, compared by identity.
package struct ObjectSet {
  private var objects: Set<ObjectIdentifier> = []

  package init() {}

  /// Inserts an object, which must outlive the set; returns false if it is in the set.
  @inline(never)
  package mutating func insert(_ object: AnyObject) -> Bool {
    objects.insert(ObjectIdentifier(object)).inserted
  }
}
