import SwiftEmitter

/// A part of a Swift type: the name of a type that is on the page, or the text between names.
struct TypePartView: TemplateView {
  static let fields = TemplateFields<TypePartView>([
    .text("text", "the text") { $0.text },
    .optional("anchor", "the place of the type on the page; missing for other texts") { $0.anchor },
  ])

  let text: String
  let anchor: String?
}

/// A parameter, a property or a case.
struct ValueView: TemplateView {
  static let fields = TemplateFields<ValueView>([
    .text("name", "the Swift name") { $0.facts.name },
    .optional(
      "wireName", "the name on the wire, or the value of an enumeration's constant; missing if it is the same"
    ) {
      $0.facts.wireName == $0.facts.name ? nil : $0.facts.wireName
    },
    .optional("place", "where a request has it: `query`, `path`, `body`") { $0.facts.place },
    .views("type", "the Swift type, in parts") { $0.type },
    .flag("hasType", "whether it has one") { !$0.type.isEmpty },
    .flag("isOptional", "whether it may be left out") { $0.facts.isOptional },
    .flag(
      "isNeeded", "whether it is an argument that may not be left out, or such a property of what is sent"
    ) { $0.facts.isRequired },
    .flag("isSecret", "whether it is a secret") { $0.facts.isSecret },
    .flag("hasSecrets", "whether parts of it are secrets") { $0.facts.hasSecrets },
    .flag("isDeprecated", "whether it is deprecated") { $0.facts.isDeprecated },
    .markup("deprecation", "what to use instead") { $0.facts.deprecation.map(markdownLineHTML) },
    .markup("text", "what the spec says of it") { view in
      let text = [view.facts.summary, view.facts.details].compactMap(\.self).joined(separator: "\n\n")
      return text.isEmpty ? nil : markdownHTML(text)
    },
    .markup("limits", "its limits, its default and an example, in words") { view in
      let limits = view.facts.limits + [view.facts.defaultValue, view.facts.example].compactMap(\.self)
      return limits.isEmpty ? nil : markdownLineHTML(limits.joined(separator: " "))
    },
  ])

  let facts: ValueFacts
  let type: [TypePartView]
}

/// What the client does, in words.
struct BehaviourView: TemplateView {
  static let fields = TemplateFields<BehaviourView>([
    .markup("text", "the words") { markdownLineHTML($0.text) }
  ])

  let text: String
}

/// Bodies of failures with some statuses.
struct FailureView: TemplateView {
  static let fields = TemplateFields<FailureView>([
    .text("statuses", "`404, 4XX`") { $0.statuses },
    .views("type", "the Swift type of the body, in parts") { $0.type },
  ])

  let statuses: String
  let type: [TypePartView]
}

/// An error code of the service.
struct ErrorView: TemplateView {
  static let fields = TemplateFields<ErrorView>([
    .text("name", "the Swift name: `ErrorCode.notFound`") { $0.facts.name },
    .text("code", "the code") { $0.facts.code },
    .text("message", "the service's message") { $0.facts.message },
    .markup("summary", "what it means") { $0.facts.summary.map(markdownLineHTML) },
    .flag("isRetryable", "whether the request may be repeated") { $0.facts.isRetryable },
  ])

  let facts: ErrorFacts
}

/// A link to another place of the page, or to another page.
struct LinkView: TemplateView {
  static let fields = TemplateFields<LinkView>([
    .text("anchor", "the place of what it leads to") { $0.anchor },
    .text("name", "the name of that") { $0.name },
  ])

  let anchor: String
  let name: String
}

/// An endpoint.
struct EndpointView: TemplateView {
  static let fields = TemplateFields<EndpointView>([
    .text("anchor", "its place on the page: `client.searchPlayers`") { $0.facts.call },
    .text("name", "the name of the Swift call with its groups: `repos.get`") { $0.name },
    .text("method", "`GET`; the first of several") { $0.facts.methods.first ?? "" },
    .text("methods", "`GET or POST`") { $0.facts.methods.joined(separator: " or ") },
    .text("path", "the path") { $0.facts.path },
    .optional("operationID", "the `operationId` of a document") { $0.facts.operationID },
    .markup("summary", "what it is for, in a sentence") { $0.facts.summary.map(markdownLineHTML) },
    .markup("details", "more about that") { $0.facts.details.map(markdownHTML) },
    .flag("isDeprecated", "whether it is deprecated") { $0.facts.isDeprecated },
    .markup("deprecation", "what to use instead") { $0.facts.deprecation.map(markdownLineHTML) },
    .views("signature", "the Swift method, in parts") { $0.signature },
    .views("parameters", "the parameters") { $0.parameters },
    .flag("hasParameters", "whether there are any") { !$0.parameters.isEmpty },
    .markup("requirements", "which of them are needed together, in words") { view in
      let all = view.facts.requirements
      return all.isEmpty ? nil : markdownLineHTML(all.joined(separator: " "))
    },
    .views("response", "the Swift type of the response, in parts") { $0.response },
    .flag("hasResponse", "whether it returns something") { !$0.response.isEmpty },
    .text("cases", "the statuses and media types of its responses") {
      $0.facts.response.cases.joined(separator: ", ")
    },
    .views("envelope", "the type of the envelope, in parts") { $0.envelope },
    .flag("hasEnvelope", "whether there is one") { !$0.envelope.isEmpty },
    .views("headers", "the type of the header fields, in parts") { $0.headers },
    .flag("hasHeaders", "whether there is one") { !$0.headers.isEmpty },
    .optional("example", "an example of the response's body") { $0.facts.response.example },
    .views("failures", "the bodies of failures") { $0.failures },
    .views("errors", "its own error codes") { $0.errors },
    .flag("hasFailures", "whether there are bodies or error codes of its own") {
      !$0.failures.isEmpty || !$0.errors.isEmpty
    },
    .flag("hasSharedErrors", "whether it also returns the error codes of the module") {
      $0.facts.errors.contains(where: \.isShared)
    },
    .views("behaviour", "what the client does") { $0.facts.behaviour.map(BehaviourView.init) },
    .optional("statement", "a call in Swift; missing if an argument has no expression") {
      $0.facts.statement
    },
    .optional("curl", "the call as a command of curl") { $0.facts.curl },
    .flag("canBeTried", "whether there is a request for a mock server") { $0.facts.trial != nil },
    .text("trialMethod", "its method") { $0.facts.trial?.method ?? "" },
    .text("trialURL", "its URL") { $0.facts.trial?.url ?? "" },
    .text("trialHeaders", "its header fields, in lines") { view in
      (view.facts.trial?.headers ?? []).map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    },
    .text(
      "trialBody", "its body, with line feeds alone: what is typed into a page has no other ends of lines"
    ) { view in
      textLines(view.facts.trial?.body ?? "").joined(separator: "\n")
    },
    .optional("position", "the line of the spec: `Specs/WOT/account.yaml:12`") { $0.facts.position },
  ])

  let facts: EndpointFacts
  let signature: [TypePartView]
  let parameters: [ValueView]
  let response: [TypePartView]
  let envelope: [TypePartView]
  let headers: [TypePartView]
  let failures: [FailureView]
  let errors: [ErrorView]

  private var name: String { String(facts.call.dropFirst("client.".count)) }
}

/// A type of the module.
struct TypeView: TemplateView {
  static let fields = TemplateFields<TypeView>([
    .text("anchor", "its place on the page") { $0.facts.name },
    .text("name", "its name: `Vehicle.Gun`") { $0.facts.name },
    .text("kind", "what it is: `model`, `union`") { $0.facts.kind },
    .views("declaration", "its declaration, in parts: `typealias AccountID = Int`") { $0.declaration },
    .optional("specName", "its name in the spec, if that is another one") {
      $0.facts.specName == $0.facts.name ? nil : $0.facts.specName
    },
    .markup("summary", "what it is, in a sentence") { $0.facts.summary.map(markdownLineHTML) },
    .markup("details", "more about that") { $0.facts.details.map(markdownHTML) },
    .flag("isDeprecated", "whether it is deprecated") { $0.facts.isDeprecated },
    .markup("deprecation", "what to use instead") { $0.facts.deprecation.map(markdownLineHTML) },
    .markup("limits", "its limits, in words") { view in
      view.facts.limits.isEmpty ? nil : markdownLineHTML(view.facts.limits.joined(separator: " "))
    },
    .views("members", "its properties, cases or values") { $0.members },
    .flag("hasMembers", "whether there are any") { !$0.members.isEmpty },
    .views("uses", "the endpoints and types that mention it") { $0.uses },
    .flag("isUsed", "whether there are any") { !$0.uses.isEmpty },
    .optional("example", "an example of a value, in JSON") { $0.facts.example },
    .optional("position", "the line of the spec") { $0.facts.position },
  ])

  let facts: TypeFacts
  let declaration: [TypePartView]
  let members: [ValueView]
  let uses: [LinkView]
}
