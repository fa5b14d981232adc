/// The members of a JSON object, in order. Comparisons ignore the order.
public struct JSONObject: Hashable, Sendable, RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: String, value: JSON)

  private var members: [Member] = []
  /// The positions of keys, used when there are too many keys for a linear search.
  private var places: [ExactString: Int] = [:]

  private struct Member: Sendable {
    let key: ExactString
    var value: JSON
  }

  // Most keys differ in length from the one that is looked for, so a search costs less than hashing.
  private static let searchLimit = 32

  /// The size of a member, including its position.
  static var memberSize: Int { 2 * MemoryLayout<Member>.stride }

  /// Creates an empty object.
  public init() {}

  /// Creates an object with members. If a key occurs several times, its last value is used.
  public init(_ members: some Sequence<(String, JSON)>) {
    for (key, value) in members { self[key] = value }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }

  public subscript(position: Int) -> Element { (members[position].key.text, members[position].value) }

  /// The keys in order.
  public var keys: [String] { members.map(\.key.text) }

  /// The value of a key; nil if there is none. Assigning nil removes the member.
  public subscript(key: String) -> JSON? {
    get { place(of: ExactString(key)).map { members[$0].value } }
    set {
      let key = ExactString(key)
      guard let newValue else { return remove(key) }
      if let place = place(of: key) { members[place].value = newValue } else { append(key, newValue) }
    }
  }

  /// Appends a member; returns false if there is one with the same key.
  mutating func insert(_ value: JSON, for key: String) -> Bool {
    let key = ExactString(key)
    guard place(of: key) == nil else { return false }
    append(key, value)
    return true
  }

  private mutating func append(_ key: ExactString, _ value: JSON) {
    members.append(Member(key: key, value: value))
    if members.count == Self.searchLimit + 1 {
      for (place, member) in members.enumerated() { places[member.key] = place }
    } else if members.count > Self.searchLimit {
      places[key] = members.count - 1
    }
  }

  private mutating func remove(_ key: ExactString) {
    guard let place = place(of: key) else { return }
    members.remove(at: place)
    places = [:]
    guard members.count > Self.searchLimit else { return }
    for (place, member) in members.enumerated() { places[member.key] = place }
  }

  private func place(of key: ExactString) -> Int? {
    members.count > Self.searchLimit ? places[key] : members.firstIndex { $0.key == key }
  }

  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key.text] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    // A sum doesn't depend on the order.
    var sum = 0
    for member in members {
      var own = Hasher()
      own.combine(member.key)
      own.combine(member.value)
      sum &+= own.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}

/// The order of keys in a document's objects: the key that followed another one in the last similar object is expected
/// after it in the next one.
///
/// It is created only if the keys of a document aren't in the order of the models or schemas.
@usableFromInline package struct KeyOrder: ~Copyable {
  /// For each model or schema, by its number: the index of the first expected key, and then the successor of each
  /// index.
  @usableFromInline var orders: UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?> = .init(
    start: nil, count: 0)

  /// The keys of models and schemas with higher numbers are looked up.
  private static var limit: Int { 1 << 16 }

  package init() {}

  deinit {
    for order in orders { order?.deallocate() }
    orders.deallocate()
  }

  /// Returns the order recorded for a model or schema; nil if it is its own.
  @inlinable @inline(__always)
  package borrowing func successors(_ number: Int) -> UnsafeMutablePointer<UInt32>? {
    number < orders.count ? orders[number] : nil
  }

  /// Records that the key `index` followed the key before `position`, or came first if `position` is 0.
  ///
  /// - Parameter count: The number of keys of the model or schema.
  /// - Returns: The order of its keys; nil if there is no room.
  @inline(never)
  package mutating func learn(
    _ index: Int, at position: Int, number: Int, count: Int
  ) -> UnsafeMutablePointer<UInt32>? {
    guard number < Self.limit, count < Int(UInt32.max) else { return nil }
    if number >= orders.count { grow(to: number + 8) }
    let order = orders[number] ?? make(count: count)
    orders[number] = order
    order[position] = UInt32(truncatingIfNeeded: index)
    return order
  }

  private func make(count: Int) -> UnsafeMutablePointer<UInt32> {
    let order = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
    for index in 0...count { (order + index).initialize(to: UInt32(truncatingIfNeeded: index)) }
    return order
  }

  private mutating func grow(to needed: Int) {
    let larger = UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt32>?>.allocate(capacity: needed)
    larger.initialize(repeating: nil)
    for index in orders.indices { larger[index] = orders[index] }
    orders.deallocate()
    orders = larger
  }
}

/// A string that is compared code point by code point.
///
/// In Swift, canonically equivalent strings are equal, such as `é` as one or two code points; in JSON, they
/// aren't.
struct ExactString: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.utf8.count == right.text.utf8.count && hasSameBytes(left, right)
  }

  @inline(never)
  private static func hasSameBytes(_ left: ExactString, _ right: ExactString) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
      }
    }
  }

  @inline(never)
  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}
