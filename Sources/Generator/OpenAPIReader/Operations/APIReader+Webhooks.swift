import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  /// `webhooks`: a path item without a URL for each message from the service.
  func readWebhook(_ name: String, _ key: YAMLNode, _ written: Located) {
    let layers = documents.layers(of: written, for: "the webhook '\(abbreviate(name))'")
    readEvents(of: layers, name, key, called: name)
  }

  /// `callbacks`: path items whose URLs are in a request.
  func readCallbacks(of operation: Located, _ owner: String) {
    for (key, name, written) in documents.child("callbacks", of: operation)?.allEntries ?? [] {
      guard let callback = documents.followed(written, for: "the callback '\(abbreviate(name))'") else {
        continue
      }
      for (_, _, written) in callback.entries {
        let layers = documents.layers(of: written, for: "the callback '\(abbreviate(name))'")
        readEvents(of: layers, name, key, called: "\(owner)-\(name)")
      }
    }
  }

  /// Adds the messages of a path item, one for each method.
  ///
  /// - Parameter other: another name for an event whose name is taken.
  private func readEvents(of layers: [Located], _ name: String, _ key: YAMLNode, called other: String) {
    let operations = documents.entries(of: layers).filter { Endpoint.Method(rawValue: $0.name) != nil }
    for (_, method, written) in operations {
      guard let operation = documents.object(written, "an operation"), operation.node.mapping != nil else {
        continue
      }
      schemas.begin()
      let isOne = operations.count == 1
      let payload = payload(of: operation, name)
      let event = Webhooks.Event(
        name: Name(isOne ? name : "\(name)-\(method)", span: key.occurrence),
        payload: payload?.schema, isForm: payload?.isForm ?? false,
        documentation: endpointDocumentation(operation.node))
      add(event, called: isOne ? other : "\(other)-\(method)")
    }
  }

  private func add(_ event: Webhooks.Event, called other: String) {
    var event = event
    guard let known = events.first(where: { $0.name.text == event.name.text }) else {
      return events.append(event)
    }
    // Several operations may describe the same message.
    if let one = known.payload, let two = event.payload ?? known.payload, one.meansTheSame(as: two),
      event.payload == nil || known.isForm == event.isForm
    {
      return
    }
    if known.payload == nil, event.payload == nil { return }
    event.name.text = other
    var number = 2
    while events.contains(where: { $0.name.text == event.name.text }) {
      event.name.text = "\(other)-\(number)"
      number += 1
    }
    events.append(event)
  }

  /// The payload of a message; nil if the body doesn't matter.
  private func payload(of operation: Located, _ name: String) -> (schema: Schema, isForm: Bool)? {
    let what = "the message '\(abbreviate(name))'"
    guard let written = operation["requestBody"], let body = documents.followed(written, for: what) else {
      return nil
    }
    let contents = (documents.child("content", of: body)?.allEntries ?? []).compactMap { entry in
      documents.mediaType(entry.value).map { (key: entry.key, name: entry.name, value: $0) }
    }
    guard let json = contents.first(where: { DocumentMediaType($0.name).form == .json }) else {
      if let form = contents.first(where: { DocumentMediaType($0.name).form == .form }) {
        return formPayload(form.value, contents.filter { $0.key.occurrence != form.key.occurrence }, what)
      }
      if let first = contents.first {
        findings.leaveOut(
          "\(what) is sent as '\(abbreviate(first.name))', and only JSON and forms are read, so its content is left out",
          at: first.key)
      }
      return nil
    }
    let schema = json.value["schema"].map { schemas.use($0) } ?? Schema(span: json.key.occurrence)
    for other in contents where other.key.occurrence != json.key.occurrence {
      guard DocumentMediaType(other.name).form == .json,
        other.value["schema"].map({ schemas.use($0) })?.meansTheSame(as: schema) != true
      else { continue }
      findings.leaveOut(
        "\(what) is read in one form, and '\(abbreviate(json.name))' comes first, so '\(abbreviate(other.name))' is left out",
        at: other.key)
    }
    return (schema, false)
  }

  /// The payload of a message that is a form.
  private func formPayload(
    _ content: Located, _ others: [(key: YAMLNode, name: String, value: Located)], _ what: String
  ) -> (schema: Schema, isForm: Bool)? {
    for other in others {
      findings.leaveOut(
        "\(what) is read as a form, so '\(abbreviate(other.name))' is left out", at: other.key)
    }
    guard let written = content["schema"] else { return nil }
    let schema = schemas.use(written)
    guard schemas.parameterForm(of: schema) == .object, schema.types != [.array] else {
      findings.leaveOut(
        "\(what) is a form, but isn't described as an object, so its content is left out", at: written.node)
      return nil
    }
    return (schema, true)
  }
}

extension Module {
  /// Finds the required property that has a different constant in each message, and names the events after these constants.
  mutating func findEventNames() {
    guard let events = webhooks?.events, let first = events.first?.payload else { return }
    let index = SchemaIndex(self)
    /// The texts that are the only values of properties.
    func values(in payload: Schema?) -> [(property: String, value: String)] {
      guard let payload, let object = index.flattenedObject(index.resolved(payload).schema) else { return [] }
      return object.properties.compactMap { property in
        let schema = index.resolved(property.schema).schema
        let values = schema.enumeration?.cases.map(\.value) ?? [schema.const].compactMap(\.self)
        guard property.isRequired, values.count == 1, case .string(let text)? = values.first,
          !text.isEmpty, visibleText(text) == text
        else { return nil }
        return (property.name.text, text)
      }
    }
    let found = events.map { values(in: $0.payload) }
    for (name, _) in values(in: first) {
      let names = found.compactMap { $0.first { $0.property == name }?.value }
      guard names.count == events.count, Set(names).count == names.count else { continue }
      webhooks?.place = .property(FieldPath([name], span: events[0].name.span))
      for (position, name) in names.enumerated() { webhooks?.events[position].name.text = name }
      return
    }
  }
}
