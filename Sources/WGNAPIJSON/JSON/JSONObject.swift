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

  private static let searchLimit = 8

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
