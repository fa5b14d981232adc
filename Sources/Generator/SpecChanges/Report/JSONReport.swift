import Diagnostics
import WGNAPIJSON

extension VersionChanges {
  /// The report for programs: an object with the changes in the order of the old specs.
  package var json: String {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    func place(_ span: SourceSpan?) -> JSON {
      guard let span else { return .null }
      func number(_ value: Int) -> JSON { span.isUnknown ? .null : .number(JSONNumber(value)) }
      return [
        "file": .string(span.file), "line": number(span.start.line), "column": number(span.start.column),
      ]
    }
    let changes = differences.map { difference -> JSON in
      [
        "id": .string(difference.kind.rawValue), "breaks": .bool(difference.kind.breaks),
        "module": .string(difference.module), "place": .string(difference.place),
        "message": .string(difference.message), "old": place(difference.old), "new": place(difference.new),
        "lines": .array(
          difference.rewrites.map { ["before": text($0.before?.text), "after": text($0.after?.text)] }),
      ]
    }
    let behaviour = behaviour.map { change -> JSON in
      [
        "id": .string(change.aspect.rawValue), "module": .string(change.module),
        "places": .array(change.places.map { .string($0) }), "before": .string(change.before),
        "after": .string(change.after), "old": place(change.old), "new": place(change.new),
      ]
    }
    func list(_ values: [JSON]) -> String {
      values.isEmpty ? "[]" : "[\n" + values.map { "  \($0.description)" }.joined(separator: ",\n") + "\n]"
    }
    return "{\"breaking\":\(breaking.count),\"changes\":\(list(changes)),\"behaviour\":\(list(behaviour))}\n"
  }
}
