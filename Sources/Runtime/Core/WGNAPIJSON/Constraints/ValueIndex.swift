import WGNAPISupport

/// The values of `enum`, which are found by their hashes.
package struct ValueIndex: Sendable {
  /// The values in their order.
  package let all: [JSON]
  private let table: HashTable

  package init(_ values: [JSON]) {
    all = values
    var table = HashTable()
    for value in values { table.insert(Self.hash(value)) }
    self.table = table
  }

  /// Returns whether a value equals one of these. Numbers are compared by value, objects without regard to order.
  package func contains(_ value: JSON) -> Bool { table.first(Self.hash(value)) { all[$0] == value } != nil }

  private static func hash(_ value: JSON) -> UInt64 { UInt64(bitPattern: Int64(value.hashValue)) }
}
