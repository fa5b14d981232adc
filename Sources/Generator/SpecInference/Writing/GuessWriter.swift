import GeneratorKit

/// Writes types in the spec language.
package struct GuessWriter {
  let groups: [String: SchemaGroup]
  /// Whether all groups are written where they are used, and none has a name.
  private let isInline: Bool
  /// The groups around what is written, from the outside, if they have no names.
  private var path: [String] = []
  /// The most groups within each other that are written without names.
  private static let deepest = 8

  package init(groups: [String: SchemaGroup], isInline: Bool = false) {
    (self.groups, self.isInline) = (groups, isInline)
  }

  /// Whether a group is written where it is used.
  func isInline(_ key: String, most: Int = 3) -> Bool {
    if isInline { return !isEndless(key) }
    guard let group = groups[key], !group.isKnown, group.uses == 1, group.tag == nil, !group.isElement,
      !group.hasOtherKeys,
      case .object(let properties) = group.content
    else {
      return false
    }
    return properties.count <= most
      && properties.allSatisfy { property in
        guard property.guess.comment == nil else { return false }
        if case .scalar = property.guess.kind { return true }
        return false
      }
  }

  /// Whether a group without a name would have to contain itself, or is nested too deep.
  private func isEndless(_ key: String) -> Bool { path.contains(key) || path.count >= Self.deepest }

  /// A type expression; nil for what an expression can't say.
  private func expression(_ guess: Guess) -> String? {
    let base: String
    switch guess.kind {
    case .scalar(let name): base = name
    case .group(let key):
      guard !isInline(key) else { return nil }
      base = isInline ? "any" : groups[key]?.name ?? "any"
    case .list(let element):
      guard !element.isSecret, element.lenient.isEmpty, let inner = expression(element) else { return nil }
      base = "[\(inner)]"
    case .map(let key, let value):
      guard !value.isSecret, value.lenient.isEmpty, let inner = expression(value) else { return nil }
      base = key.map { "{\($0): \(inner)}" } ?? "{\(inner)}"
    case .format, .enumeration, .union, .tuple: return nil
    }
    return guess.isNullable && base != "any" ? base + "?" : base
  }

  /// The entries of a schema.
  func entries(_ guess: Guess) -> [SpecValue.Entry] {
    var list: [(String, SpecValue?)] = []
    let mark = guess.isNullable ? "?" : ""
    if let expression = expression(guess) {
      list.append(("type", .text(expression)))
    } else {
      switch guess.kind {
      case .scalar(let name): list.append(("type", .text(name + mark)))
      case .format(let format): list += [("type", .text("string" + mark)), ("format", .text(format))]
      case .enumeration(let values):
        if guess.isNullable { list.append(("type", .text("string?"))) }
        list.append(("enum", .texts(values)))
      case .group(let key):
        if guess.isNullable { list.append(("type", .text("object?"))) }
        if case .object(let properties)? = groups[key]?.content {
          var inner = self
          inner.path.append(key)
          list.append(("properties", inner.properties(properties)))
        }
      case .list(let element): list += [("type", .text("array" + mark)), ("items", value(element))]
      case .map(let key, let element):
        if guess.isNullable { list.append(("type", .text("object?"))) }
        if let key { list.append(("keys", .text(key))) }
        list.append(("additionalProperties", value(element)))
      case .tuple(let guesses):
        list += [("type", .text("array" + mark)), ("prefixItems", .list(guesses.map(value)))]
      case .union(let guesses):
        list.append(("oneOf", .list(guesses.map(value) + (guess.isNullable ? [.text("null")] : []))))
      }
    }
    if !guess.lenient.isEmpty { list.append(("lenient", .texts(guess.lenient))) }
    if guess.isSecret { list.append(("secret", .plain("true"))) }
    if guess.isAutomatic { list.append(("automatic", .plain("true"))) }
    return SpecValue.map(list).entries
  }

  package func value(_ guess: Guess) -> SpecValue {
    if guess.lenient.isEmpty, !guess.isSecret, !guess.isAutomatic, let expression = expression(guess) {
      return .text(expression)
    }
    return .map(entries(guess))
  }

  // MARK: Objects

  func properties(_ properties: [PropertyGuess]) -> SpecValue {
    var taken: Set<String> = []
    return .map(properties.map { entry($0, besides: &taken) })
  }

  /// - Parameter taken: What the names of the object's other properties become, as `Words.folded` returns it.
  package func entry(_ property: PropertyGuess, besides taken: inout Set<String>) -> SpecValue.Entry {
    let hasMark = property.name.hasSuffix("?")
    let key = (hasMark ? property.name.dropLast() + "\\?" : property.name) + (property.isOptional ? "?" : "")
    var value = property.constant.map { SpecValue.map([("const", $0)]) } ?? value(property.guess)
    // Two names that become the same in Swift.
    let folded = Words.folded(property.name)
    if !taken.insert(folded).inserted || !Self.isUsual(property.name) {
      var name = Words.member(Words.split(property.name))
      if name.isEmpty { name = "value" }
      let base = name
      var number = 1
      while number == 1 && taken.contains(name.lowercased())
        || !taken.insert(name.lowercased() + "\u{1}").inserted
      {
        number += 1
        name = "\(base)\(number)"
      }
      taken.insert(name.lowercased())
      value =
        property.constant.map { SpecValue.map([("const", $0)]) }
        ?? .map(self.entries(property.guess))
      value = .map([.init(key: "swiftName", value: .text(name))] + value.entries)
    }
    return SpecValue.Entry(
      key: key, value: value, comment: property.constant == nil ? property.guess.comment : nil)
  }

  /// Whether a property's name can be one in Swift, after words are split.
  private static func isUsual(_ name: String) -> Bool {
    guard let first = Words.split(name).first?.utf8.first else { return false }
    return first.isASCIILetter || first.isDigit
  }

  func schema(_ group: SchemaGroup) -> SpecValue {
    switch group.content {
    case .object(let properties): return .map([("properties", self.properties(properties))])
    case .union(let tag, let keys):
      let names = keys.compactMap { groups[$0]?.name }
      return .map([("oneOf", .texts(names)), ("discriminator", .text(tag))])
    }
  }
}
