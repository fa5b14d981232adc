/// Objects, compared by identity.
struct ObjectSet {
  private var objects: Set<ObjectIdentifier> = []

  /// Inserts an object, which must outlive the set; returns false if it is in the set.
  @inline(never)
  mutating func insert(_ object: AnyObject) -> Bool {
    objects.insert(ObjectIdentifier(object)).inserted
  }
}
