/// An object that an ``ObjectTable`` finds by its key.
@usableFromInline package protocol Keyed: AnyObject {
  associatedtype Key: Hashable
  var key: Key { get }
}

/// Objects by their keys.
///
/// The standard library's dictionary is specialized for each pair of a key and a value, which is 1,500 lines of
/// SIL for users to compile. Here, only a shell is.
@usableFromInline package struct ObjectTable<Object: Keyed> {
  @usableFromInline var objects = HashedObjects()

  @inlinable package init() {}

  @inlinable package var count: Int { objects.count }

  @inlinable package subscript(key: Object.Key) -> Object? {
    let object = objects.first(hash: key.hashValue) { unsafeDowncast($0, to: Object.self).key == key }
    return object.map { unsafeDowncast($0, to: Object.self) }
  }

  /// Inserts an object whose key isn't in the table.
  @inlinable package mutating func insert(_ object: Object) {
    objects.insert(object, hash: object.key.hashValue)
  }

  @inlinable package mutating func remove(_ object: Object) {
    objects.remove(object, hash: object.key.hashValue)
  }

  /// Calls `body` with each object that is in the table at the time of the call, in no particular order.
  @inlinable package func visit(_ body: (Object) -> Void) {
    objects.visit { body(unsafeDowncast($0, to: Object.self)) }
  }
}

/// Objects by the hash values of their keys.
@usableFromInline struct HashedObjects {
  @usableFromInline private(set) var count = 0
  private var rows: [Int: [AnyObject]] = [:]

  @usableFromInline init() {}

  @inline(never)
  @usableFromInline func first(hash: Int, where matches: (AnyObject) -> Bool) -> AnyObject? {
    guard let row = rows[hash] else { return nil }
    for object in row where matches(object) { return object }
    return nil
  }

  @inline(never)
  @usableFromInline mutating func insert(_ object: AnyObject, hash: Int) {
    rows[hash, default: []].append(object)
    count += 1
  }

  @inline(never)
  @usableFromInline mutating func remove(_ object: AnyObject, hash: Int) {
    guard var row = rows[hash], let index = row.firstIndex(where: { $0 === object }) else { return }
    row.remove(at: index)
    rows[hash] = row.isEmpty ? nil : row
    count -= 1
  }

  @inline(never)
  @usableFromInline func visit(_ body: (AnyObject) -> Void) {
    for row in rows.values { for object in row { body(object) } }
  }
}
