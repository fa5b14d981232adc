import APIModel

/// The constraints on a value in addition to its type, in a few words each: "From 1 to 100.", "Matches `^[a-z]+$`."
///
/// Long patterns aren't left out, and the limits of a list's elements and of a map's keys and values are included.
///
/// Of an enumeration, they are its values.
package func limitWords(of schema: Schema, in index: SchemaIndex) -> [String] {
  LimitWords(index: index).words(schema, depth: 0)
}

/// The constraints on the values of a type whose members are listed beside it.
package func limitWords(ofType schema: Schema, in index: SchemaIndex) -> [String] {
  LimitWords(index: index, showsOwnValues: false).words(schema, depth: 0)
}

/// The default of an optional value, and an example, in words; nothing about secrets.
package func defaultWords(of schema: Schema, in index: SchemaIndex, isSecret: Bool) -> (
  defaultValue: String?, example: String?
) {
  let notes = ValueNotes(schema, in: index, isSecret: isSecret)
  return (notes.defaultValue(of: "Default"), notes.example("Example").first)
}

private struct LimitWords {
  let index: SchemaIndex
  /// Whether the values of an enumeration that isn't another name for one are listed.
  var showsOwnValues = true

  func words(_ schema: Schema, depth: Int) -> [String] {
    var words: [String] = []
    var current = schema
    var seen: Set<String> = []
    // A named schema without its own Swift type adds its limits.
    while true {
      let notes = ValueNotes(current, in: index, isComplete: true)
      words += notes.limits().filter { !words.contains($0) }
      words += others(current).filter { !words.contains($0) }
      guard case .reference = index.shape(of: current), let name = current.reference?.text,
        seen.insert(name).inserted, let next = index[name]
      else { break }
      current = next
    }
    guard depth < 2 else { return words }
    switch index.shape(of: current) {
    case .enumeration:
      let isShown = showsOwnValues || depth > 0 || schema.reference != nil
      if isShown, let choice = choice(current, isOpen: current.isOpen ?? true) { words.append(choice) }
    case .scalar, .any:
      // Numbers, for example, which have no constants in Swift.
      if let choice = choice(current, isOpen: current.isOpen ?? false) { words.append(choice) }
    case .array: words += parts("Each element", current[.items], depth)
    case .map:
      words += parts("Each key", current.object.keys?.value, depth)
      words += parts("Each value", current[.additionalProperties], depth)
    default: break
    }
    return words
  }

  private func parts(_ title: String, _ schema: Schema?, _ depth: Int) -> [String] {
    guard let schema else { return [] }
    // Limits of a type are listed at the type.
    switch index.shape(of: index.resolved(schema).schema) {
    case .object, .union, .tuple: return []
    default: break
    }
    let words = words(schema, depth: depth + 1)
    return words.isEmpty ? [] : ["\(title): \(words.joined(separator: " "))"]
  }

  /// The values of an enumeration that isn't described where it is used.
  private func choice(_ schema: Schema, isOpen: Bool) -> String? {
    guard let cases = schema.enumeration?.cases.filter({ $0.value != .null }), !cases.isEmpty else {
      return nil
    }
    let most = 12
    let names = cases.prefix(most).map { DocComment.code($0.wireText ?? $0.value.json) }
    let rest = cases.count > most ? ", and \(cases.count - most) more" : ""
    return "\(isOpen ? "Known values:" : "One of") \(names.joined(separator: ", "))\(rest)."
  }

  /// The names of keywords that have no words.
  private func others(_ schema: Schema) -> [String] {
    var words: [String] = []
    if schema.isAutomatic { words.append("Made by the client, another one for each request.") }
    if let constant = schema.const { words.append("Always \(DocComment.code(constant.json)).") }
    if case .object = index.shape(of: schema) {
      let (least, most) = (schema.counts[.minProperties], schema.counts[.maxProperties])
      if let least { words.append("At least \(least) of its properties.") }
      if let most { words.append("At most \(most) of its properties.") }
    }
    var names: [String] = []
    for keyword in schema.keywords {
      switch keyword {
      case .applied(let applicator, _) where Self.unspoken.contains(applicator):
        names.append(applicator.rawValue)
      case .dependentRequired: names.append("dependentRequired")
      case .map(.dependentSchemas, _): names.append("dependentSchemas")
      default: break
      }
    }
    if !names.isEmpty {
      let list = names.map(DocComment.code).joined(separator: ", ")
      words.append("Also checked: the spec's \(list).")
    }
    return words
  }

  private static let unspoken: Set<Applicator> = [
    .not, .if, .contains, .propertyNames, .unevaluatedItems, .unevaluatedProperties,
  ]
}
