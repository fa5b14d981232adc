import APIModel
import Diagnostics
import GeneratorKit
import SpecInference
import TrafficEvidence

/// Turns what was counted into differences.
struct DriftSummary {
  /// What makes an integer's type true, if some have fractions.
  static let fractionAdvice = "write 'number'"

  let table: DriftTable
  let modules: [Module]
  /// Whether a file exists only in memory, so that nothing can be written to it.
  let isMadeUp: (String) -> Bool

  func differences(_ guards: SpecGuards) -> [Difference] {
    let entries = entries(guards.values)
    let added = AddedTypes(entries)
    var list = entries.map { difference($0.key, $0.value, added, guards) } + neverSeen
    let foreign = filesOfDocuments
    for position in list.indices {
      let file = list[position].span?.file ?? ""
      if foreign.contains(file) { list[position].advice = nil }
      if foreign.contains(file) || isMadeUp(file) { list[position].edit = nil }
      list[position].message = guards.texts.clean(list[position].message)
      list[position].label = guards.texts.clean(list[position].label)
      guard let advice = list[position].advice else { continue }
      list[position].advice = guards.texts.clean(advice)
      if list[position].advice != advice { list[position].edit = nil }
    }
    return list.sorted { left, right in
      let (one, two) = (left.order, right.order)
      return one < two
    }
  }

  /// What was recorded, without names that later turned out to be secrets.
  private func entries(_ guardian: SecretGuard) -> [DriftTable.Key: DriftTable.Entry] {
    var result: [DriftTable.Key: DriftTable.Entry] = [:]
    for (key, entry) in table.entries {
      var (key, entry) = (key, entry)
      key.finding = key.finding.shown(by: guardian)
      if let known = result[key] { entry.merge(known) }
      result[key] = entry
    }
    return result
  }

  /// What is added, without names that can't be shown.
  private func shown(_ entry: SpecValue.Entry, _ guards: SpecGuards) -> SpecValue.Entry {
    guards.mayShow(type: entry.value) ? entry : SpecValue.Entry(key: entry.key, value: .text("any"))
  }

  /// The files of OpenAPI documents, which are written in another language.
  private var filesOfDocuments: Set<String> {
    var files: Set<String> = []
    for module in modules where module.origin == .document {
      files.insert(module.name.span.file)
      files.formUnion(module.endpoints.map(\.span.file))
      files.formUnion(module.schemas.map(\.schema.span.file))
    }
    return files
  }

  private func difference(
    _ key: DriftTable.Key, _ entry: DriftTable.Entry, _ added: AddedTypes, _ guards: SpecGuards
  ) -> Difference {
    let visits =
      (entry.totalAt ?? key.place).flatMap { table.visits[$0] ?? table.properties[$0]?.objects }
      ?? entry.count
    let count = entry.count.value
    var result = Difference(
      kind: key.finding.kind, span: entry.span, label: entry.label, message: "", count: count,
      total: max(entry.total ?? visits.value, count), contradictsClients: entry.contradictsClients)
    switch key.finding {
    case .newKey(let name):
      describeKey(name, entry, added.entries[key].map { shown($0, guards) }, &result)
    case .newValue: describeValues(entry, guards.values, &result)
    case .limit(let bound): describeLimit(bound, entry, &result)
    case .null:
      result.message = "null"
      result.advice = "write a '?' after the type"
      result.edit = entry.span.map { .allowNull($0) }
    case .missingKey:
      result.message = "the required key is missing"
      result.advice = "write a '?' after the key"
      result.edit = entry.span.map { .makeOptional($0) }
    case .otherType(let type):
      result.message = "\(type.words), which the spec doesn't allow"
      if entry.isFraction { result.advice = Self.fractionAdvice }
    case .otherForm(let form):
      result.message = form.message(most: entry.extreme)
      result.advice = form.advice
    case .newParameter(let name):
      result.message = name.map { "new parameter '\($0)'" } ?? "new parameters whose names can't be shown"
      guard let added = added.entries[key].map({ shown($0, guards) }), let span = entry.span else {
        guard name != nil else { break }
        result.advice =
          entry.isPart ? "add it to the parts" : "describe it under 'credentials', or as a secret"
        break
      }
      result.advice = "add '\(added.line)' to the parameters"
      result.edit = .addParameters([added], to: span)
    case .missingParameter:
      result.message = "the required parameter is missing"
      result.advice = "write a '?' after its name"
      result.edit = entry.span.map { .makeOptional($0) }
    case .missingHeader:
      result.message = "the required header field is missing"
      result.advice = "write a '?' after its name"
      result.edit = entry.span.map { .makeOptional($0) }
    case .newError(let error):
      result.message =
        error.map { "new error \($0.code)" + ($0.message.map { " '\($0)'" } ?? "") }
        ?? "errors that can't be shown"
      result.advice = "list it under 'errors'"
    case .newEvent(let name):
      result.message = name.map { "new type of events '\($0)'" } ?? "events whose types can't be shown"
      result.advice = "describe it under 'events'"
    case .newMediaType(let type):
      let name = type.map { "the media type '\($0)'" } ?? "a media type that can't be shown"
      let described = entry.describedTypes.joined(separator: ", ")
      result.message = "\(name), and the spec describes \(described)"
      result.advice = entry.advice
    case .newEndpoint(let name):
      result.label = name
      result.message = "the spec has no such endpoint"
    case .newStatus(let status):
      result.message = "the status \(status) isn't described"
      result.advice = "describe it under 'responses' or 'failures'"
    case .onlyFailures:
      result.message = "all requests of this endpoint failed"
      result.advice = "if the service doesn't have it any more, remove it"
    }
    if let span = entry.span, isMadeUp(span.file) {
      result.advice = key.finding.adviceForDocument(result.advice)
    }
    return result
  }

  private func describeKey(
    _ name: String?, _ entry: DriftTable.Entry, _ added: SpecValue.Entry?, _ result: inout Difference
  ) {
    guard let name, let added, let span = entry.span else {
      result.message = "new keys whose names can't be shown"
      result.advice = "write 'additionalProperties: any' to accept them"
      return
    }
    result.message = "new key '\(name)'"
    result.advice = "add '\(added.line)' to 'properties'"
    result.edit = .addProperties([added], to: span)
  }

  private func describeValues(
    _ entry: DriftTable.Entry, _ guardian: SecretGuard, _ result: inout Difference
  ) {
    let words = entry.words.keys.filter { guardian.mayShow($0.text) }.sorted { $0.text < $1.text }
    let secrets = entry.words.filter { !guardian.mayShow($0.key.text) }
    let count = secrets.values.reduce(entry.hidden.value) { $0 + $1.value }
    var parts = words.map { "'\($0.text)' (\(entry.words[$0]?.value ?? 0))" }
    let hidden = "values that can't be shown (\(count))"
    if count > 0 {
      parts.append(hidden)
      // An edit adds the others only.
      result.rest = .init(message: "new values: \(hidden)", count: count)
    }
    let noun = words.count + (count > 0 ? 2 : 0) > 1 ? "new values" : "new value"
    result.message = "\(noun): \(parts.joined(separator: ", "))"
    guard !words.isEmpty, let span = entry.span else { return }
    let shown = words.map { $0.spelling(inFlow: false) }.joined(separator: ", ")
    result.advice = "add \(shown) to 'enum'"
    result.edit = .addValues(words, to: span)
  }

  private func describeLimit(
    _ bound: DriftFinding.Bound, _ entry: DriftTable.Entry, _ result: inout Difference
  ) {
    let keyword = bound.keyword
    let written = "'\(keyword): \(entry.limit?.text ?? "")'"
    guard let extreme = entry.extreme, entry.canEdit else {
      result.message = "not as \(written) demands"
      return
    }
    result.message = "\(bound.isMost ? "up to" : "down to") \(extreme.text), beyond \(written)"
    result.advice = "write '\(keyword): \(extreme.text)'"
    result.edit = entry.span.map { .setLimit(keyword, to: extreme.text, at: $0) }
  }

  /// Properties of objects that were seen, which none of them had.
  private var neverSeen: [Difference] {
    let missing = Set(table.entries.keys.filter { $0.finding == .missingKey }.compactMap(\.place))
    return table.properties.filter { $0.value.seen.value == 0 && !missing.contains($0.key) }.map {
      _, property in
      Difference(
        kind: .neverSeen, span: property.span, label: property.label, message: "the key was never seen",
        count: property.objects.value, total: property.objects.value)
    }
  }
}

extension JSONType {
  /// `a string`
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .number: "a number with a fraction"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension Difference {
  fileprivate var order: (String, Int, Int, String, String) {
    // Endpoints that the spec doesn't have come last.
    (
      span?.file ?? "\u{10FFFF}", span?.start.line ?? 0, span?.start.column ?? 0, kind.rawValue,
      message + label
    )
  }
}
