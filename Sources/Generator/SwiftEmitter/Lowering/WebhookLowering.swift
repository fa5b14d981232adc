import APIModel
import Diagnostics

/// Turns a module's webhooks into an enumeration of events.
struct WebhookLowering {
  struct Event {
    var name: String
    var type: SwiftType?
    var coder: Coder?
    var constraint: ConstraintLiteral?
    var wireName: String
    /// Of a message that is a form, what its fields are; nil for JSON.
    var form: Form?
    var documentation: Documentation

    struct Form {
      /// Those with a name that aren't anything.
      var fields: [(name: String, kind: String)]
      /// All others; nil for anything.
      var others: String?
    }
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
      if event.isForm { lowered.form = form(payload, in: schemas.index) }
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
  /// How the texts of a form's fields become values: for each named field, and for all other fields.
  private func form(_ form: Schema, in index: SchemaIndex) -> Event.Form {
    let resolved = index.resolved(form).schema
    let object = index.flattenedObject(resolved)
    let fields = (object?.properties ?? []).compactMap { property in
      let name = property.name.text
      // The brackets of a name that isn't listed aren't a part of it.
      return (kind(of: property.schema, in: index) ?? (name.hasSuffix("[]") ? "text" : nil)).map {
        (name, $0)
      }
    }
    // A field that no property has may be one of a pattern, or any other.
    let others =
      [object?.additional ?? resolved[.additionalProperties]].compactMap(\.self)
      + (object?.patterns ?? resolved.object.patternProperties).map(\.schema)
    let kinds = Set(others.filter { !$0.isNever }.map { kind(of: $0, in: index) })
    return Event.Form(fields: fields, others: kinds.count == 1 ? kinds.first ?? nil : nil)
  }

  /// Nil where a text is possible, and so is a list of them.
  private func kind(of schema: Schema, in index: SchemaIndex) -> String? {
    var schema = schema
    // An empty text is no JSON, so it stays one, and doesn't make the others texts.
    let mayBeEmpty = schema.lenience.remove(.emptyAsNull) != nil
    let types = ValueTypes(of: schema, in: index).types.subtracting([.null])
    if types.contains(.string) { return types.contains(.array) ? nil : "text" }
    guard types == [.array] else { return "json" }
    let items = index.resolved(schema).schema[.items]
    let isText = items.map { ValueTypes(of: $0, in: index).types.contains(.string) } ?? true
    return isText ? mayBeEmpty ? "listOrEmpty" : "list" : "jsonList"
  }
}

/// Names that events can't have: members of every such type.
let unusableEventNames: Set<String> = ["unknown", "webhooks"]
