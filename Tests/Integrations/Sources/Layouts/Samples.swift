import WGNAPISchema

@testable import WGNAPIJSON

/// Makes JSON that a coder reads, without knowing more of it than the runtime does.
///
/// Scalars are found by trying: the first text that the coder reads, writes again as it was, and that satisfies the
/// constraints. Each is different from the last, and large enough to fill its memory.
struct Samples {
  /// The models of the module, for unions, which don't tell which types they have.
  let models: [any JSONModel.Type]
  private var number = 0
  private var textsOfUnions: [ObjectIdentifier: [String]] = [:]
  private var textsOfModels: [String]?
  private var unionsInProgress: Set<ObjectIdentifier> = []

  init(models: [any JSONModel.Type]) { self.models = models }

  /// Returns a document for a coder, with optional parts or with as few of them as possible.
  mutating func text(
    for coder: any JSONCoder.Type, satisfying constraint: Constraint? = nil, isFull: Bool, depth: Int
  ) -> String? {
    let isFull = isFull && depth < 3
    if !isFull, let text = emptyText(for: coder), quality(text, coder, constraint) == .valid { return text }
    return choose(candidates(for: coder, isFull: isFull, depth: depth), for: coder, constraint)
  }

  private func emptyText(for coder: any JSONCoder.Type) -> String? {
    switch coder {
    case is any ListCoder.Type: "[]"
    case is any MapCoder.Type: "{}"
    case is any WrappingCoder.Type: "null"
    default: nil
    }
  }

  /// Returns all texts worth trying, the better ones first.
  mutating func candidates(for coder: any JSONCoder.Type, isFull: Bool, depth: Int) -> [String] {
    switch coder {
    case let model as any JSONModel.Type:
      return ModelMembers(of: model, isFull ? .full : .minimal, from: &self, depth: depth + 1).map {
        [$0.largest]
      } ?? []
    case let list as any ListCoder.Type:
      let elements = (0..<(isFull ? 3 : 1)).compactMap { _ in
        text(for: list.element, isFull: isFull, depth: depth + 1)
      }
      return [2, 1, 3, 0].map { "[\(elements.prefix($0).joined(separator: ","))]" }
    case let map as any MapCoder.Type:
      let element = text(for: map.element, isFull: isFull, depth: depth + 1)
      // Dictionaries have no order, so one entry.
      return (element.map { element in map.keys.map { "{\"\($0)\":\(element)}" } } ?? []) + ["{}"]
    case let wrapper as any WrappingCoder.Type:
      return candidates(for: wrapper.wrapped, isFull: isFull, depth: depth) + ["null"]
    case let union as any JSONUnion.Type:
      number += 1
      // An open union keeps null as an unknown value, but whether a member may be null is up to the member.
      let all = texts(of: union).filter { $0 != "null" }
      return all.isEmpty ? scalars() : (0..<all.count).map { all[($0 + number) % all.count] }
    default: return scalars()
    }
  }

  /// Returns the texts that a union reads: scalars and the module's models.
  mutating func texts(of union: any JSONUnion.Type) -> [String] {
    let id = ObjectIdentifier(union)
    if let texts = textsOfUnions[id] { return texts }
    guard unionsInProgress.insert(id).inserted else { return [] }
    defer { unionsInProgress.remove(id) }
    var texts = scalars() + expected(by: union, nil) + modelTexts()
    texts += texts.flatMap { tagged($0, by: union) }
    let good = texts.filter { quality($0, union, nil) == .valid }
    textsOfUnions[id] = good
    return good
  }

  /// Returns documents of the module's models, which are made once: most of the work would be to make them for each union.
  private mutating func modelTexts() -> [String] {
    if let textsOfModels { return textsOfModels }
    let texts = models.flatMap { model in
      [ModelMembers.Extent.minimal, .full].compactMap {
        ModelMembers(of: model, $0, from: &self, depth: 2)?.largest
      }
    }
    textsOfModels = texts
    return texts
  }

  /// Returns an object with the values that a union expects of its members, such as an alternative's tag, which its model
  /// doesn't demand itself.
  private func tagged(_ text: String, by union: any JSONUnion.Type) -> [String] {
    let bytes = Array(text.utf8)
    guard case .object(let members)? = try? JSON(parsing: bytes) else { return [] }
    return JSON.validate(bytes, as: union).flatMap { violation -> [String] in
      let key = String(violation.instanceLocation.dropFirst())
      guard members[key] != nil else { return [] }
      return violation.expectedTexts.compactMap { expected in
        guard let value = try? JSON(parsing: Array(expected.utf8)) else { return nil }
        let changed = JSONObject(members.map { ($0.0, $0.0 == key ? value : $0.1) })
        return (try? JSON.object(changed).encoded()).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Returns the key and value of a member that a model has no property for; nil if it keeps none of these.
  mutating func additionalMember(of table: FieldTable, in model: any JSONModel.Type, among members: String)
    -> String?
  {
    guard table.additional != nil else { return nil }
    let values =
      scalars()
      + models.compactMap { other in
        other == model ? nil : ModelMembers(of: other, .minimal, from: &self, depth: 2)?.largest
      }
    for key in mapKeys where !table.declares(key) {
      let candidates = values.map { "\"\(key)\":\($0)" }
      let documents = candidates.map { members.isEmpty ? "{\($0)}" : "{\(members),\($0)}" }
      let qualities = documents.map { quality($0, model, nil) }
      guard let best = qualities.max(), best >= .kept else { continue }
      return qualities.firstIndex(of: best).map { candidates[$0] }
    }
    return nil
  }

  /// Returns the best candidate; nil if the coder reads none.
  func choose(_ candidates: [String], for coder: any JSONCoder.Type, _ constraint: Constraint?) -> String? {
    var best: (text: String, quality: Quality)?
    for text in expected(by: coder, constraint) + candidates {
      // It would be null when it is written.
      if coder.readsEmptyAsNull, text == #""""# { continue }
      let quality = quality(text, coder, constraint)
      if quality == .valid { return text }
      if quality > best?.quality ?? .unreadable { best = (text, quality) }
    }
    return best?.text
  }

  private mutating func scalars() -> [String] {
    number += 1
    return Self.scalars(number)
  }

  /// Returns the values that `const` and `enum` name in their violations.
  private func expected(by coder: any JSONCoder.Type, _ constraint: Constraint?) -> [String] {
    let nothing = Array(#""\u0000""#.utf8)
    let schemas = [JSONSchema(of: coder)] + (constraint.map { [JSONSchema($0)] } ?? [])
    return schemas.flatMap { $0.validate(nothing) }.flatMap(\.expectedTexts)
  }
}

/// What a coder makes of a text.
enum Quality: Comparable {
  case unreadable, changed, kept, valid
}

func quality<Coder: JSONCoder>(_ text: String, _ coder: Coder.Type, _ constraint: Constraint?) -> Quality {
  let bytes = Array(text.utf8)
  guard let value = try? JSON.decode(coder, from: bytes, options: JSONDecoding(validation: .off)) else {
    return .unreadable
  }
  guard let written = try? JSON.encode(value, as: coder), written == bytes else { return .changed }
  let isValid =
    JSONSchema(of: coder).isValid(bytes) && constraint.map { JSONSchema($0).isValid(bytes) } ?? true
  return isValid ? .valid : .kept
}

extension Violation {
  /// The values of which a `const` or an `enum` expected one, as JSON.
  var expectedTexts: [String] {
    guard keyword == "const" || keyword == "enum", let end = message.range(of: ", found ") else { return [] }
    let list = message[..<end.lowerBound].replacing("expected one of ", with: "").replacing(
      "expected ", with: "")
    return list.split(separator: ", ").map(String.init).filter { $0 != "…" }
  }
}
