import APIModel
import Diagnostics

/// Turns a module's webhooks into an enumeration of events.
struct WebhookLowering {
  struct Event {
    var name: String
    var type: SwiftType?
    var coder: Coder?
    var constraint: SchemaLiteral?
    var wireName: String
    /// Of a message that is a form, the fields that aren't a string, and what they are; nil for JSON.
    var fields: [(name: String, kind: String)]?
    var documentation: Documentation
  }

  let names: TypeNames
  let webhooks: Webhooks

  /// The events, and the types of unnamed payloads.
  func lower(into sink: inout DiagnosticSink) -> (
    events: [Event], declarations: [Declaration], imports: Imports
  ) {
    let type = names.common.webhookEvent
    var schemas = SchemaLowering(names: names)
    var scope = NameScope("two events", reserving: names.reserved(beside: unusableEventNames))
    var imports: Imports = [.webhooks]
    let events = webhooks.events.map { event in
      let name = SwiftName.constant(
        event.name.text, override: event.swiftName?.text, avoiding: unusableEventNames)
      scope.claim(name, for: event.swiftName ?? event.name, into: &sink)
      var lowered = Event(name: name, wireName: event.name.text, documentation: event.documentation)
      guard let payload = event.payload else { return lowered }
      if event.isForm { lowered.fields = fields(of: payload, in: schemas.index) }
      let use = schemas.use(
        payload, in: Place(name: type).property(event.name.text, avoiding: names.topLevel)
      ).element
      lowered.type = use.type.relative(to: [type])
      lowered.coder = (use.coder ?? .own(use.type)).relative(to: [type])
      lowered.constraint = use.constraint
      imports.formUnion(use.type.imports)
      if let coder = use.coder { imports.formUnion(coder.imports) }
      if let constraint = use.constraint { imports.formUnion(constraint.code.imports) }
      return lowered
    }
    sink.append(contentsOf: schemas.sink)
    let declarations = schemas.takeDeclarations()
    return (events, declarations, Imports(of: [imports] + declarations.map(\.imports)))
  }
}

extension WebhookLowering {
  private func fields(of form: Schema, in index: SchemaIndex) -> [(name: String, kind: String)] {
    let object = index.flattenedObject(index.resolved(form).schema)
    return (object?.properties ?? []).compactMap { property in
      var schema = property.schema
      // An empty text is no JSON, so it stays one, and doesn't make the others texts.
      let mayBeEmpty = schema.lenience.remove(.emptyAsNull) != nil
      let types = ValueTypes(of: schema, in: index).types.subtracting([.null])
      if types.contains(.string) { return nil }
      guard types == [.array] else { return (property.name.text, "json") }
      let items = index.resolved(schema).schema[.items]
      let isText = items.map { ValueTypes(of: $0, in: index).types.contains(.string) } ?? true
      return (property.name.text, isText ? mayBeEmpty ? "listOrEmpty" : "list" : "jsonList")
    }
  }
}

/// Names that events can't have: members of every such type.
let unusableEventNames: Set<String> = ["unknown", "webhooks"]
