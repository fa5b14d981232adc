import Diagnostics
import WGNAPIJSON

extension VersionChanges {
  /// The report for programs: an object with the changes in the order of the old specs.
  package var json: String {
    let changes = differences.map { difference -> JSON in
      var object: JSONObject = [
        "id": .string(difference.kind.rawValue), "breaks": .bool(difference.kind.breaks),
        "module": .string(difference.module), "place": .string(difference.place),
        "message": .string(difference.message), "old": .place(difference.old), "new": .place(difference.new),
        "lines": .array(
          difference.rewrites.map { ["before": .text($0.before?.text), "after": .text($0.after?.text)] }),
      ]
      if let places = difference.places { object["uses"] = .uses(places) }
      if let share = difference.share { object["traffic"] = .string(share) }
      return .object(object)
    }
    let behaviour = behaviour.map { change -> JSON in
      var object: JSONObject = [
        "id": .string(change.aspect.rawValue), "module": .string(change.module),
        "places": .array(change.places.map { .string($0) }), "before": .string(change.before),
        "after": .string(change.after), "old": .place(change.old), "new": .place(change.new),
      ]
      if let places = change.appPlaces { object["uses"] = .uses(places) }
      return .object(object)
    }
    let wire = wire.map { change -> JSON in
      [
        "id": .string(change.verdict.rawValue), "direction": .string(change.direction.rawValue),
        "module": .string(change.module), "place": .string(change.place), "message": .string(change.message),
        "old": .place(change.old), "new": .place(change.new),
      ]
    }
    func list(_ values: [JSON]) -> String {
      values.isEmpty ? "[]" : "[\n" + values.map { "  \($0.description)" }.joined(separator: ",\n") + "\n]"
    }
    let counts =
      "\"breaking\":\(breaking.count)" + (isAboutApp ? ",\"concerning\":\(concerning.count)" : "")
      + ",\"accepted\":\(accepted)"
    let traffic = traffic.map { ",\"traffic\":\(JSON.traffic($0).description)" } ?? ""
    return
      "{\(counts),\"changes\":\(list(changes)),\"behaviour\":\(list(behaviour)),\"wire\":\(list(wire))\(traffic)}\n"
  }
}

extension JSON {
  fileprivate static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  fileprivate static func place(_ span: SourceSpan?) -> JSON {
    guard let span else { return .null }
    func number(_ value: Int) -> JSON { span.isUnknown ? .null : .number(JSONNumber(value)) }
    return [
      "file": .string(span.file), "line": number(span.start.line), "column": number(span.start.column),
    ]
  }

  fileprivate static func traffic(_ findings: TrafficFindings) -> JSON {
    func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }
    let contradictions = findings.contradictions.map { contradiction -> JSON in
      [
        "id": .string(contradiction.id), "place": .string(contradiction.place),
        "message": .string(contradiction.message), "count": number(contradiction.count),
        "total": number(contradiction.total), "new": place(contradiction.span),
      ]
    }
    return [
      "responses": number(findings.responses), "readResponses": number(findings.readResponses),
      "requests": number(findings.requests), "refusedRequests": number(findings.refusedRequests),
      "contradictions": .array(contradictions),
    ]
  }

  /// Places in an app.
  fileprivate static func uses(_ places: [AppPlace]) -> JSON {
    .array(
      places.map { place in
        [
          "file": .string(place.file), "line": .number(JSONNumber(place.line)),
          "column": .number(JSONNumber(place.column)),
          "values": .array(place.values.map { .number(JSONNumber($0)) }),
        ]
      })
  }
}
