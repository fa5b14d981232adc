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
    /// Where the spec describes it.
    var span: SourceSpan

    struct Form {
      /// Those with a name.
      var fields: [(name: String, kind: String)]
      /// Those whose names a pattern matches, if other fields are of another kind.
      var patterns: [(pattern: String, kind: String)]
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
      var lowered = Event(
        name: name, wireName: event.name.text, documentation: event.documentation, span: event.name.span)
      guard let payload = event.payload else { return lowered }
      if event.isForm {
        let form = FormFields(index: schemas.index).form(payload)
        if !form.patterns.isEmpty { imports.formUnion(.formats) }
        lowered.form = form
      }
      let use = schemas.use(
        payload,
        in: Place(name: type).property((event.swiftName ?? event.name).text, avoiding: names.topLevel)
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

/// Names that events can't have: members of every such type.
let unusableEventNames: Set<String> = ["unknown", "webhooks"]
