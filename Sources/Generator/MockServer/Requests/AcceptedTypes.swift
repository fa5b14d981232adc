import APIModel

/// The media types that a client accepts (RFC 9110, section 12.5.1).
struct AcceptedTypes {
  private let ranges: [(type: MediaType, weight: Double)]

  /// - Parameter field: the value of `Accept`; nil accepts everything.
  init(_ field: String?) {
    ranges = (field ?? "").split(separator: ",").map { part in
      let type = MediaType(String(part))
      // A weight is between 0 and 1 (RFC 9110, section 12.4.2); another one is ignored.
      let weight = type.parameters["q"].flatMap(Double.init) ?? 1
      return (type, (0...1).contains(weight) ? weight : 1)
    }
  }

  /// The first type, not a range, with a property.
  func first(where isWanted: (String) -> Bool) -> String? {
    ranges.lazy.filter { $0.weight > 0 && !$0.type.essence.contains("*") }.map(\.type.essence).first(
      where: isWanted)
  }

  /// The weight of a media type; 0 if it isn't accepted.
  func weight(of type: String) -> Double {
    if ranges.isEmpty { return 1 }
    let type = MediaType(type)
    // A type counts more than a range that includes it.
    let fitting = ranges.filter { $0.type.matches(type) && $0.type.isContained(in: type) }
    let exact =
      fitting.first { $0.type.isSame(as: type) } ?? fitting.first { $0.type.essence == type.essence }
    let partial = fitting.first { $0.type.essence.hasSuffix("/*") && $0.type.essence != "*/*" }
    return (exact ?? partial ?? fitting.first)?.weight ?? 0
  }
}
