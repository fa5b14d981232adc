import WGNAPIJSON

/// What was seen of the values in one place: counts, ranges and a few words, but no values.
///
/// Shapes merge associatively, so evidence can be computed in parts.
package struct Shape: Equatable, Sendable {
  /// The depth below which values count as anything.
  package static let deepest = 40

  package var count = 0
  package var nulls = 0
  package var booleans = 0
  /// Values that are nested too deep to look at.
  package var opaque = 0
  package var numbers: NumberEvidence?
  package var texts: TextEvidence?
  package var lists: ListEvidence?
  package var objects: ObjectEvidence?

  package init() {}

  /// - Parameter keepsWords: Whether the name of the place allows an enumeration.
  package mutating func add(
    _ value: JSON, isSecret: Bool = false, keepsWords: Bool = true, depth: Int = 0,
    _ collector: inout Collector
  ) {
    count += 1
    guard depth < Self.deepest else {
      opaque += 1
      return
    }
    switch value {
    case .null: nulls += 1
    case .bool: booleans += 1
    case .number(let number):
      if numbers == nil { numbers = NumberEvidence() }
      if isSecret { collector.learn(number.text) }
      numbers?.add(number, isSecret: isSecret)
    case .string(let text):
      if texts == nil { texts = TextEvidence() }
      if isSecret { collector.learn(text) }
      texts?.add(
        text, isSecret: isSecret || text == Collector.mark,
        keepsWords: keepsWords && collector.words.keepsWords
      ) { collector.looksSecret($0) }
    case .array(let elements):
      if lists == nil { lists = ListEvidence() }
      lists?.add(elements, isSecret: isSecret, keepsWords: keepsWords, depth: depth, &collector)
    case .object(let members):
      if objects == nil { objects = ObjectEvidence() }
      objects?.add(members, isSecret: isSecret, keepsWords: keepsWords, depth: depth, &collector)
    }
  }

  package mutating func merge(_ other: Shape) {
    count += other.count
    nulls += other.nulls
    booleans += other.booleans
    opaque += other.opaque
    if let theirs = other.numbers { if numbers == nil { numbers = theirs } else { numbers?.merge(theirs) } }
    if let theirs = other.texts { if texts == nil { texts = theirs } else { texts?.merge(theirs) } }
    if let theirs = other.lists { if lists == nil { lists = theirs } else { lists?.merge(theirs) } }
    if let theirs = other.objects { if objects == nil { objects = theirs } else { objects?.merge(theirs) } }
  }

  /// Treats texts at a path of keys as plain texts, whatever form they have.
  mutating func forgetForms(at path: some Collection<String>) {
    if path.isEmpty { texts?.forgetForms() } else { objects?.forgetForms(at: path) }
    lists?.forgetForms(at: path)
  }

  /// The number of values other than null.
  package var values: Int { count - nulls }

  /// The number of JSON types that values other than null have.
  package var jsonTypes: Int {
    [booleans > 0 || opaque > 0, numbers != nil, texts != nil, lists != nil, objects != nil].count { $0 }
  }

  /// The same, if all values were secrets.
  package var hidden: Shape {
    var result = self
    result.numbers?.secrets = numbers?.count ?? 0
    result.texts?.hide()
    result.lists?.hide()
    result.objects?.hide()
    return result
  }
}

/// The lists that were seen in one place.
package struct ListEvidence: Equatable, Sendable {
  /// The most elements that a list may have to be a tuple.
  private static let longestTuple = 12

  package var count = 0
  package var empty = 0
  /// What was seen of their elements; none, or one.
  private var elements: [Shape] = []
  /// What was seen at each position, as long as all lists have the same number of scalars, or of arguments.
  package private(set) var positions: [Shape] = []
  /// Whether lists differ in length, or have other elements than scalars.
  private var isUneven = false

  package var element: Shape? { elements.first }

  package mutating func add(
    _ list: [JSON], isSecret: Bool, keepsWords: Bool = true, depth: Int, _ collector: inout Collector
  ) {
    count += 1
    if list.isEmpty { empty += 1 }
    if !list.isEmpty, elements.isEmpty { elements.append(Shape()) }
    let words = collector.words
    collector.words = words.inList
    defer { collector.words = words }
    for element in list {
      elements[0].add(element, isSecret: isSecret, keepsWords: keepsWords, depth: depth + 1, &collector)
    }
    guard !isUneven else { return }
    // The positions of arguments mean something, whatever is there.
    let areArguments = words == .arguments
    let isTuple =
      ((areArguments ? 1 : 2)...Self.longestTuple).contains(list.count)
      && (count == 1 || list.count == positions.count)
      && (areArguments || list.allSatisfy { $0.array == nil && $0.object == nil })
    guard isTuple else { return makeUneven() }
    if positions.isEmpty { positions = list.map { _ in Shape() } }
    for (place, element) in list.enumerated() {
      positions[place].add(element, isSecret: isSecret, keepsWords: keepsWords, depth: depth + 1, &collector)
    }
  }

  private mutating func makeUneven() {
    isUneven = true
    positions = []
  }

  package mutating func merge(_ other: ListEvidence) {
    if count == 0 {
      (positions, isUneven) = (other.positions, other.isUneven)
    } else if other.count > 0 {
      if isUneven || other.isUneven || positions.count != other.positions.count {
        makeUneven()
      } else {
        for place in positions.indices { positions[place].merge(other.positions[place]) }
      }
    }
    count += other.count
    empty += other.empty
    guard let theirs = other.elements.first else { return }
    if elements.isEmpty { elements = [theirs] } else { elements[0].merge(theirs) }
  }

  mutating func hide() {
    elements = elements.map(\.hidden)
    positions = positions.map(\.hidden)
  }

  /// Treats texts at a path of keys in the elements as plain texts.
  mutating func forgetForms(at path: some Collection<String>) {
    for place in elements.indices { elements[place].forgetForms(at: path) }
  }
}

extension Shape: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("count", &count)
    try fields.count("nulls", &nulls)
    try fields.count("booleans", &booleans)
    try fields.count("opaque", &opaque)
    try fields.part("numbers", &numbers)
    try fields.part("texts", &texts)
    try fields.part("lists", &lists)
    try fields.part("objects", &objects)
  }
}

extension ListEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("count", &count)
    try fields.count("empty", &empty)
    var element = elements.first
    try fields.part("elements", &element)
    elements = element.map { [$0] } ?? []
    try fields.list("positions", &positions)
    // Evidence of older versions doesn't tell.
    isUneven = positions.isEmpty && count > 0
  }
}
