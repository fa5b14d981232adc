import APIModel
import SchemaValues

/// Repeats the elements of an example, and gives each copy a different identity if the schema allows enough of them.
final class DistinctElements {
  private let items: [Literal]
  /// The places of the values that differ between elements, the most important first.
  private let places: [[ValueStep]]
  /// Whether the API accepts an element.
  private let accepts: (Literal) -> Bool
  /// Another value of a place, by a number; nil if none is known.
  private let sample: (_ place: [ValueStep], _ variant: Int) -> Literal?
  private let largest: Int
  private var made: [Literal] = []
  /// The values of each place so far, and the number of the next sample; nil if there are no others.
  private var values: [Set<Literal>]
  private var nextSamples: [Int?]
  private var identities: Set<[Literal?]> = []
  /// Whether known values may still be combined in another way.
  private var mayCombine = true
  /// The most values to try for one element.
  private static let mostTries = 200

  /// - Parameter identity: The properties that identify an element, as far as known.
  init(
    _ items: [Literal], identity: [[ValueStep]],
    sample: @escaping (_ place: [ValueStep], _ variant: Int) -> Literal?, accepts: @escaping (Literal) -> Bool
  ) {
    (self.items, self.accepts, self.sample) = (items, accepts, sample)
    var places = identity.map { place in items.first.map { Self.leaf(place, in: $0) } ?? place }
    if places.isEmpty, let first = items.first {
      places = Self.usualPlace(in: first, sample, accepts).map { [$0] } ?? []
    }
    self.places = places
    let texts = items.flatMap { item in places.compactMap { Self.scalar(in: item.part(at: $0)) } }
    largest = texts.compactMap { Self.number(in: $0) }.max() ?? 0
    values = places.map { _ in [] }
    nextSamples = places.map { _ in 0 }
  }

  var isEmpty: Bool { items.isEmpty }

  subscript(position: Int) -> Literal {
    guard !items.isEmpty else { return .null }
    // Which values are left depends on the elements before.
    while made.count <= position { made.append(next()) }
    return made[position]
  }

  private func next() -> Literal {
    var item = items[made.count % items.count]
    if made.count >= items.count || identities.contains(identity(of: item)) {
      for place in places.indices { item = fresh(item, place) ?? item }
      if identities.contains(identity(of: item)) { item = combined(item) ?? item }
    }
    for (position, place) in places.enumerated() {
      if let value = item.part(at: place) { values[position].insert(value) }
    }
    identities.insert(identity(of: item))
    return item
  }

  private func identity(of item: Literal) -> [Literal?] { places.map { item.part(at: $0) } }

  /// The element with a value at a place that no element before has; nil if the API has none.
  private func fresh(_ item: Literal, _ place: Int) -> Literal? {
    guard let value = item.part(at: places[place]), nextSamples[place] != nil else { return nil }
    func changed(_ value: Literal) -> Literal? {
      guard !values[place].contains(value), let changed = item.replacing(places[place], with: value)
      else { return nil }
      return accepts(changed) ? changed : nil
    }
    let counted = Self.candidates(for: value, made.count, largest)
    if let found = counted.lazy.compactMap(changed).first { return found }
    for _ in 0..<Self.mostTries {
      guard let variant = nextSamples[place] else { return nil }
      nextSamples[place] = variant + 1
      if let found = sample(places[place], variant).flatMap(changed) { return found }
    }
    nextSamples[place] = nil
    return nil
  }

  /// The element with known values of its places, which no element before has together.
  private func combined(_ item: Literal) -> Literal? {
    guard places.count > 1, mayCombine else { return nil }
    let known = values.map { $0.sorted { $0.json < $1.json } }
    for number in 0..<Self.mostTries {
      var (changed, rest): (Literal?, Int) = (item, number)
      for (place, options) in zip(places, known) where !options.isEmpty {
        changed = changed?.replacing(place, with: options[rest % options.count])
        rest /= options.count
      }
      if let changed, !identities.contains(identity(of: changed)), accepts(changed) { return changed }
    }
    mayCombine = false
    return nil
  }

  // MARK: Places

  /// The place of a scalar. Of a list of sort values, it is the first.
  private static func leaf(_ place: [ValueStep], in item: Literal) -> [ValueStep] {
    guard case .array(let values)? = item.part(at: place), !values.isEmpty else { return place }
    return leaf(place + [.index(0)], in: item)
  }

  /// What tells elements apart without an identity: a usual name, or whatever can be changed.
  private static func usualPlace(
    in item: Literal, _ sample: (_ place: [ValueStep], _ variant: Int) -> Literal?,
    _ accepts: (Literal) -> Bool
  ) -> [ValueStep]? {
    guard case .object(let members) = item else { return leaf([], in: item) }
    func canChange(_ place: [ValueStep], _ candidates: [Literal]) -> Bool {
      candidates.contains { value in
        item.replacing(place, with: value).map { $0 != item && accepts($0) } ?? false
      }
    }
    func counted(_ place: [ValueStep]) -> [Literal] {
      item.part(at: place).map { candidates(for: $0, 1, 0) } ?? []
    }
    func samples(_ place: [ValueStep]) -> [Literal] {
      counted(place).isEmpty ? [] : (0..<10).compactMap { sample(place, $0) }
    }
    let names = members.map(\.name)
    let usual = ["id", "uuid", "key", "name"].filter(names.contains).map { leaf([.key($0)], in: item) }
    let all = names.map { leaf([.key($0)], in: item) }
    return usual.first { canChange($0, counted($0) + samples($0)) } ?? all.first {
      canChange($0, counted($0))
    }
      ?? all.first { canChange($0, samples($0)) }
  }

  // MARK: Values

  private static func candidates(for value: Literal, _ position: Int, _ largest: Int) -> [Literal] {
    let (number, overflows) = largest.addingReportingOverflow(position)
    let distinct = overflows ? position : number
    switch value {
    case .number: return [.number(NumberText("\(distinct)")), .number(NumberText("\(position)"))]
    case .string(let text):
      let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
      let padding = String(repeating: "0", count: max(digits - "\(distinct)".count, 0))
      let counted = "\(text.dropLast(digits))\(padding)\(distinct)"
      let tail = String(repeating: "0", count: max(4 - "\(position)".count, 0)) + "\(position)"
      // A text of the same length, for UUIDs and the like.
      return [
        .string(counted), .string("\(text)-\(position)"), .string("\(text.dropLast(tail.count))\(tail)"),
      ]
    default: return []
    }
  }

  private static func scalar(in value: Literal?) -> String? {
    switch value {
    case .number(let number)?: number.text
    case .string(let text)?: text
    default: nil
    }
  }

  private static func number(in text: String) -> Int? {
    Int(String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
  }
}
