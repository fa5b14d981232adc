import APIModel
import SchemaValues

/// Repeats the elements of an example, each with an identity of its own.
struct DistinctElements {
  let items: [Literal]
  /// The places of the values that differ between elements, the most important first.
  let places: [[ValueStep]]
  /// Whether the API accepts an element.
  let accepts: (Literal) -> Bool
  private let largest: Int

  /// - Parameter identity: The properties that identify an element, as far as known.
  init(_ items: [Literal], identity: [[ValueStep]], accepts: @escaping (Literal) -> Bool) {
    self.items = items
    self.accepts = accepts
    var places = identity
    if places.isEmpty, let first = items.first {
      // Without an identity, something else tells elements apart.
      switch first {
      case .object(let members):
        let names = members.map(\.name)
        let likely = ["id", "uuid", "key", "name"].filter(names.contains)
        places = (likely + names).map { [.key($0)] }
      default: places = [[]]
      }
      places = Self.firstChangeable(places, first, accepts)
    }
    self.places = places
    let texts = items.flatMap { item in places.compactMap { Self.scalar(in: item.part(at: $0)) } }
    largest = texts.compactMap { Self.number(in: $0) }.max() ?? 0
  }

  subscript(position: Int) -> Literal {
    guard !items.isEmpty else { return .null }
    let item = items[position % items.count]
    guard position >= items.count else { return item }
    return places.reduce(item) { Self.changed($0, at: $1, position, largest, accepts) ?? $0 }
  }

  private static func firstChangeable(
    _ places: [[ValueStep]], _ item: Literal, _ accepts: (Literal) -> Bool
  ) -> [[ValueStep]] {
    places.first { changed(item, at: $0, 1, 0, accepts) != nil }.map { [$0] } ?? []
  }

  /// The element with another value at a place; nil if the API accepts none.
  private static func changed(
    _ item: Literal, at place: [ValueStep], _ position: Int, _ largest: Int, _ accepts: (Literal) -> Bool
  ) -> Literal? {
    guard let value = item.part(at: place) else { return nil }
    // Of a list of values, such as those that a list is sorted by, the first.
    if case .array(let values) = value, !values.isEmpty {
      return changed(item, at: place + [.index(0)], position, largest, accepts)
    }
    return candidates(for: value, position, largest).lazy.compactMap { item.replacing(place, with: $0) }
      .first { $0 != item && accepts($0) }
  }

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
    case .array(let values)?: values.first.flatMap { scalar(in: $0) }
    case .number(let number)?: number.text
    case .string(let text)?: text
    default: nil
    }
  }

  private static func number(in text: String) -> Int? {
    Int(String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
  }
}
