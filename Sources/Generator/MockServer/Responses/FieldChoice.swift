import APIModel
import SchemaValues

/// The part of a response that a request asks for: `fields=account_id,statistics.all`, without extra fields.
struct FieldChoice {
  private let index: SchemaIndex
  /// Paths to keep; nil for all.
  private var kept: [[Substring]]?
  private var dropped: [[Substring]] = []
  private var extra: [[Substring]] = []
  private let isPartial: Bool

  init(index: SchemaIndex, partial: Policies.Partial?, _ reading: RequestReading) {
    self.index = index
    isPartial = partial != nil
    let prefix = partial?.exclusionPrefix
    for field in reading.fields ?? [] where !field.isEmpty {
      if let prefix, !prefix.isEmpty, field.hasPrefix(prefix) {
        dropped.append(field.dropFirst(prefix.count).split(separator: "."))
      } else {
        kept = (kept ?? []) + [field.split(separator: ".")]
      }
    }
    extra = reading.extraFields.map { $0.split(separator: ".") }
  }

  /// The part of a payload: of each of its elements, if it is a list or a map.
  func part(of payload: Literal, _ schema: Schema) -> Literal {
    isPartial ? part(of: payload, schema, at: []) : payload
  }

  private func part(of value: Literal, _ schema: Schema, at path: [Substring]) -> Literal {
    guard path.count < 64 else { return value }
    let resolved = index.resolved(schema).schema
    switch (index.shape(of: resolved), value) {
    case (.array, .array(let items)):
      guard let element = resolved[.items] else { return value }
      return .array(items.map { part(of: $0, element, at: path) })
    case (.map, .object(let members)):
      guard let element = resolved[.additionalProperties] else { return value }
      return .object(members.map { .init(name: $0.name, value: part(of: $0.value, element, at: path)) })
    case (.object, .object(let members)):
      let object = index.flattenedObject(resolved)
      return .object(
        members.compactMap { member in
          let place = path + [Substring(member.name)]
          let property = object?.property(member.name)
          guard isSent(place, isExtra: property?.isExtra ?? false) else { return nil }
          let inner = property.map { part(of: member.value, $0.schema, at: place) }
          return .init(name: member.name, value: inner ?? member.value)
        })
    default: return value
    }
  }

  private func isSent(_ place: [Substring], isExtra: Bool) -> Bool {
    if dropped.contains(where: { place.starts(with: $0) }) { return false }
    if isExtra, !extra.contains(where: { $0.starts(with: place) || place.starts(with: $0) }) { return false }
    guard let kept else { return true }
    return kept.contains { $0.starts(with: place) || place.starts(with: $0) }
  }
}
