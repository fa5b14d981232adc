import APIModel
import Diagnostics
import SpecYAML

// Properties of payloads that name the event.
extension WebhookReader {
  /// Reports a property that can't name its event: one that may be absent or isn't a text, or whose values are other names.
  func checkName(of event: Webhooks.Event, at path: FieldPath, in payload: Schema, _ node: YAMLNode) {
    var parents = [payload]
    var found: [Schema.Property] = []
    for name in path.components {
      found = parents.flatMap { schemas.ownProperties(of: $0) }.filter { $0.name.text == name }
      // Members that aren't properties have nothing that could be checked.
      guard !found.isEmpty else { return }
      if let optional = found.first(where: { !$0.isRequired || isNullable($0.schema) }) {
        report.error(
          .conflictingKeys,
          "'\(abbreviate(node.text ?? ""))' names the event, but '\(abbreviate(name))' may be absent or null in the payload of "
            + "'\(abbreviate(event.name.text))': make it required",
          at: optional.name.span, notes: [.init("the property is named here", at: node.occurrence)])
        return
      }
      parents = found.map(\.schema)
    }
    let resolved = found.map { schemas.resolved($0.schema) }
    // A field of a form is always text.
    if !event.isForm, let other = resolved.first(where: { !$0.types.isEmpty && !$0.types.contains(.string) })
    {
      report.error(
        .wrongType,
        "the names of events are texts, but '\(abbreviate(node.text ?? ""))' in the payload of "
          + "'\(abbreviate(event.name.text))' is \(schemas.describe(Set(other.types)))",
        at: found[0].name.span,
        notes: [.init("the property is named here", at: node.occurrence)])
      return
    }
    let names = resolved.map(knownNames)
    let known = names.compactMap(\.self).flatMap(\.self)
    guard !names.contains(nil), !known.contains(event.name.text) else { return }
    let list = known.prefix(8).map { "'\(abbreviate($0))'" }.joined(separator: " or ")
    report.error(
      .conflictingKeys,
      "'\(abbreviate(node.text ?? ""))' names the event, but in the payload of '\(abbreviate(event.name.text))' it is always "
        + "\(list), so no message is this event: name the event as the property does, or correct the property",
      at: found[0].name.span, notes: [.init("the event is here", at: event.name.span)])
  }

  private func isNullable(_ schema: Schema) -> Bool {
    schema.isNullable || schemas.resolved(schema).isNullable
  }

  /// The values of a constant or a closed enumeration; nil if there may be others.
  private func knownNames(_ schema: Schema) -> [String]? {
    if let constant = schema.const { return constant.tagText.map { [$0] } }
    guard let enumeration = schema.enumeration, schema.isOpen == false else { return nil }
    return enumeration.cases.compactMap(\.value.tagText)
  }
}
