import APIModel
import SpecReader
import SpecYAML

/// A kind of events.
private struct EventKind {
  /// None for events of any name.
  var names: [Name]
  var content: EventTypes.Content
}

// The events of `text/event-stream`. From OpenAPI 3.2 on, each is an object with `data`, `event`, `id` and `retry`; before, the
// schema is that of the data, except that springdoc writes `ServerSentEvent`.
extension APIReader {
  private static let eventFields: Set<String> = ["data", "event", "id", "retry", "comment"]
  /// The maximum number of kinds of events.
  private static let mostKinds = 1_000

  func eventStream(_ content: Located) -> Endpoint.Response.Payload {
    guard let item = element(content), documents.followed(item, for: "the events of a stream") != nil else {
      return .events(EventTypes(types: [], others: .text))
    }
    // Spring writes this class for events of which it knows nothing.
    if schemas.referenceName(item) == "SseEmitter",
      schemas.facts(of: item).properties.map(\.name) == ["timeout"]
    {
      return .events(EventTypes(types: [], others: .text))
    }
    var end: String?
    let forms = self.forms(of: schemas.facts(of: item), [])
    guard isEvent(forms, item, content) else {
      return payload(of: self.content([item], &end), until: end)
    }
    var kinds: [EventKind] = []
    for form in forms {
      let data = form.facts.properties.first { $0.name == "data" }?.schemas ?? []
      let names = names(of: form)
      if names.isEmpty, forms.count > 1, let constant = constantText(data) {
        end = constant
        continue
      }
      kinds +=
        namedAfterTheirData(names, data) ?? [EventKind(names: names, content: self.content(data, &end))]
    }
    return payload(of: kinds, until: end, at: item)
  }

  private func payload(of content: EventTypes.Content, until end: String?) -> Endpoint.Response.Payload {
    if case .json(let schema) = content { return .stream(.events(until: end), of: schema) }
    return .events(EventTypes(types: [], others: content, end: end))
  }

  private func payload(of kinds: [EventKind], until end: String?, at item: Located)
    -> Endpoint.Response.Payload
  {
    let isOne = kinds.count == 1 && kinds[0].content != .empty
    guard !isOne, kinds.contains(where: { !$0.names.isEmpty }) else {
      return payload(of: joined(kinds.map(\.content), at: item) ?? .text, until: end)
    }
    var events = EventTypes(types: [], end: end)
    var names: [Name] = []
    var contents: [String: [EventTypes.Content]] = [:]
    for kind in kinds {
      for name in kind.names {
        if contents[name.text] == nil { names.append(name) }
        contents[name.text, default: []].append(kind.content)
      }
    }
    events.types = names.map { name in
      .init(name: name, content: joined(contents[name.text] ?? [], at: item) ?? .text)
    }
    events.others = joined(kinds.filter(\.names.isEmpty).map(\.content), at: item)
    return .events(events)
  }

  /// The content of events that may be of several kinds; nil without any.
  private func joined(_ contents: [EventTypes.Content], at item: Located) -> EventTypes.Content? {
    var distinct: [EventTypes.Content] = []
    for content in contents where !distinct.contains(where: { $0.meansTheSame(as: content) }) {
      distinct.append(content)
    }
    guard let first = distinct.first, distinct.count > 1 else { return distinct.first }
    let values = distinct.compactMap(\.schema)
    if values.count == distinct.count {
      return .json(
        schemas.union(values, .init(isOneOf: true, alternatives: []), discriminator: nil, at: item))
    }
    // An event without data tells nothing.
    if values.count == distinct.count - 1, !distinct.contains(.text) {
      return distinct.first { $0 != .empty }
    }
    if !values.isEmpty {
      findings.leaveOutOnce(
        "the data of these events is JSON or text, and nothing tells which, so it is read as text; give the events names",
        at: item.node.occurrence)
    }
    return values.isEmpty && distinct.allSatisfy({ $0 == .empty }) ? first : .text
  }

  // MARK: Events as objects

  /// What is said of events in each of the alternatives.
  private typealias Form = (facts: SchemaFacts, mapped: [Name])

  private func forms(of facts: SchemaFacts, _ mapped: [Name], depth: Int = 0) -> [Form] {
    guard let union = facts.unions.first, depth < 8 else { return [(facts, mapped)] }
    var rest = facts
    rest.unions.removeFirst()
    var forms: [Form] = []
    for alternative in union.alternatives where !schemas.isNull(alternative) {
      guard forms.count < Self.mostKinds else { break }
      var both = rest
      var seen: Set<String> = []
      both.add(alternative, in: documents, seen: &seen)
      forms += self.forms(
        of: both, mapped + mappedNames(facts.discriminator, alternative), depth: depth + 1)
    }
    return forms
  }

  /// The names that a discriminator gives to an alternative.
  private func mappedNames(_ discriminator: Located?, _ alternative: Located) -> [Name] {
    guard discriminator?["propertyName"]?.node.text == "event", let reference = alternative["$ref"],
      let text = reference.node.text,
      let target = documents.target(of: text, from: reference).map(schemas.withoutAliases)
    else { return [] }
    return (discriminator?["mapping"]?.allEntries ?? []).compactMap { key, name, value in
      let found = schemas.mappedSchema(value).map(schemas.withoutAliases)
      return found?.key == target.key ? Name(name, span: key.occurrence) : nil
    }
  }

  /// Whether a schema describes events, and not their data.
  private func isEvent(_ forms: [Form], _ item: Located, _ content: Located) -> Bool {
    let fields = forms.map { Set($0.facts.properties.map(\.name)) }
    guard fields.contains(where: { $0.contains("data") }),
      fields.allSatisfy({ !$0.isEmpty && $0.isSubset(of: Self.eventFields) })
    else { return false }
    // Data may be an object with these properties, too; but a single schema of a stream was that of the data before 3.2.
    let isElement = content["itemSchema"] != nil || content["schema"].map { Spot($0) != Spot(item) } == true
    return isElement || fields.contains { $0.contains("retry") }
  }

  private typealias Spot = SchemaStore.Spot

  private func names(of form: Form) -> [Name] {
    let values = form.facts.properties.first { $0.name == "event" }?.schemas ?? []
    let lists = values.compactMap { value -> [Located]? in
      let facts = schemas.facts(of: value)
      return facts.const.map { [$0] } ?? facts.enumeration
    }
    guard let nodes = lists.min(by: { $0.count < $1.count }) else { return form.mapped }
    return nodes.compactMap { value in
      guard let text = value.node.text, !text.isEmpty,
        !text.unicodeScalars.contains(where: { $0.value < 0x20 })
      else { return nil }
      return Name(text, span: value.node.occurrence)
    }
  }

  /// Matches each event name to the alternative of the data that has the same name, as ASP.NET Core writes them.
  private func namedAfterTheirData(_ names: [Name], _ data: [Located]) -> [EventKind]? {
    guard names.count > 1, let only = data.first, data.count == 1 else { return nil }
    let unions = schemas.facts(of: only).unions
    guard let alternatives = unions.first?.alternatives, unions.count == 1, alternatives.count == names.count
    else { return nil }
    var end: String?
    let kinds = names.compactMap { name -> EventKind? in
      let same = alternatives.filter { alternative in
        schemas.referenceName(alternative).map(OperationNames.plain) == OperationNames.plain(name.text)
      }
      guard same.count == 1 else { return nil }
      return EventKind(names: [name], content: content(same, &end))
    }
    return kinds.count == names.count ? kinds : nil
  }

  // MARK: Data

  /// The only text that the data can be.
  private func constantText(_ data: [Located]) -> String? {
    data.lazy.compactMap { value -> String? in
      let facts = self.schemas.facts(of: value)
      guard let constant = facts.const ?? (facts.enumeration?.count == 1 ? facts.enumeration?.first : nil),
        facts.types.map({ $0 == [.string] }) ?? true
      else { return nil }
      return constant.node.scalar?.coreType == .string ? constant.node.text : nil
    }.first
  }

  /// What the data of events is.
  ///
  /// - Parameter end: receives the data of the event that ends the stream, if one of several alternatives is a constant text.
  private func content(_ data: [Located], _ end: inout String?) -> EventTypes.Content {
    guard let first = data.first else { return .empty }
    var facts = SchemaFacts()
    var seen: Set<String> = []
    for part in data { facts.add(part, in: documents, seen: &seen) }
    if let inner = facts.contentSchema { return .json(schemas.use(inner)) }
    if let type = facts.contentMediaType {
      return DocumentMediaType(type).form == .json ? .json(Schema(span: first.node.occurrence)) : .text
    }
    if let union = facts.unions.first, facts.unions.count == 1,
      let content = content(of: union, facts, first, &end)
    {
      return content
    }
    if facts.types == [.string] || facts.types == nil && !facts.hasForm && facts.unions.isEmpty {
      // A number may be written as text, as all data is.
      facts.types = nil
      guard facts.numberOfFormat != nil else { return .text }
      return .json(schemas.schema(of: facts, at: first))
    }
    let isText = (facts.const.map { [$0] } ?? facts.enumeration)?.allSatisfy {
      $0.node.scalar?.coreType == .string
    }
    return isText == true ? .text : .json(schemas.conjunction(data))
  }

  /// The content of data that is one of several; nil if it is JSON as it is described.
  private func content(
    of union: SchemaFacts.Union, _ facts: SchemaFacts, _ value: Located, _ end: inout String?
  ) -> EventTypes.Content? {
    var rest = union
    rest.alternatives.removeAll { schemas.isNull($0) }
    if rest.alternatives.count > 1,
      let last = rest.alternatives.firstIndex(where: { constantText([$0]) != nil }),
      rest.alternatives.indices.allSatisfy({ $0 == last || constantText([rest.alternatives[$0]]) == nil })
    {
      end = constantText([rest.alternatives[last]])
      rest.alternatives.remove(at: last)
    }
    let contents = rest.alternatives.map { alternative -> EventTypes.Content in
      var inner: String?
      return content([alternative], &inner)
    }
    let isSchema = contents.allSatisfy { $0.schema != nil }
    let isWritten = rest.alternatives.allSatisfy { schemas.facts(of: $0).contentSchema == nil }
    guard isSchema, isWritten else { return joined(contents, at: value) }
    guard rest.alternatives.count < union.alternatives.count else { return nil }
    var own = facts
    own.unions = [rest]
    return .json(schemas.schema(of: own, at: value))
  }
}

extension EventTypes.Content {
  fileprivate func meansTheSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.json(let one), .json(let two)): one.meansTheSame(as: two)
    default: self == other
    }
  }
}
