import APIModel

extension EndpointLowering {
  /// Events by their types: an enumeration with a case for each.
  mutating func lower(
    _ events: EventTypes, _ ends: StreamEnds, in request: String
  ) -> (type: SwiftType?, format: RequestDeclaration.ResponseFormat) {
    if events.types.isEmpty, case .text? = events.others {
      return (.stream(.events, of: .string), .textEvents(ends))
    }
    let taken = schemas.declarations.filter { $0.enclosing == [request] }.map(\.name)
    let place = Place(name: request).property("event", avoiding: schemas.names.all.union(taken))
    var scope = NameScope("two events of '\(request)'")
    var cases: [Declaration.ResponsesByStatus.Case] = []
    var entries: [ResponseEntry] = []
    for event in events.types {
      let name = SwiftName.constant(
        event.name.text, override: event.content.schema?.swiftName?.text, avoiding: ["other", "unknown"])
      scope.claim(name, for: event.content.schema?.swiftName ?? event.name, into: &schemas.sink)
      add(event.content, of: event.name.text, as: name)
    }
    if let others = events.others {
      add(others, of: "*", as: "other")
    } else {
      cases.append(
        .init(name: "unknown", type: .stream(.event, of: .string), statuses: 200...200, event: "unknown"))
      entries.append(ResponseEntry("unknown", [], as: "\(place.name).unknown"))
    }
    schemas.add(
      Declaration(
        enclosing: [request], name: place.name, documentation: ["/// An event, by its type."],
        kind: .responses(Declaration.ResponsesByStatus(cases: cases))))
    return (
      .stream(.events, of: .named([request, place.name])),
      .eventTypes(entries: entries, ends)
    )

    func add(_ content: EventTypes.Content, of wireName: String, as name: String) {
      let result = "\(place.name).\(SwiftName.escaped(name))"
      switch content {
      case .empty:
        cases.append(.init(name: name, statuses: 200...200, event: wireName))
        entries.append(ResponseEntry("empty", [.string(wireName)], as: result, hasValue: false))
      case .text:
        cases.append(.init(name: name, type: .string, statuses: 200...200, event: wireName))
        entries.append(ResponseEntry("text", [.string(wireName)], as: result))
      case .json(let schema):
        var own = Place(name: request).property("\(name)-event", avoiding: schemas.names.all.union(taken))
        own.elementName = own.name + "Element"
        let use = schemas.use(schema, in: own).element
        cases.append(
          .init(
            name: name, type: use.type, coder: use.coder, constraint: use.constraint, statuses: 200...200,
            event: wireName))
        entries.append(
          ResponseEntry(
            "json", [.string(wireName), (use.coder ?? .own(use.type)).metatype, use.constraint?.code],
            as: result))
      }
    }
  }
}
