import APIModel
import Diagnostics
import SpecYAML

/// Reads policies as they are written, whether for a module or an endpoint.
struct PolicyReader {
  let report: Report

  static let defaultablePolicies = [
    "cache", "retry", "partial", "queue", "authentication", "timeout", "idempotencyKey", "policies",
  ]

  /// Reads the policies that modules and endpoints have in common.
  func policies(_ fields: Fields) -> WrittenPolicies {
    var policies = WrittenPolicies()
    if let node = fields["cache"] {
      policies.cache =
        isNone(node)
        ? Policies.Cache.none : report.duration(node, for: "'cache'").map { .lifetime(seconds: $0) }
    }
    policies.retry = fields["retry"].flatMap(retry)
    policies.partial = fields["partial"].flatMap(partial)
    policies.queue = fields["queue"].flatMap(queue)
    policies.authentication = fields["authentication"].flatMap(authentication)
    policies.timeout = fields["timeout"].flatMap(timeout)
    policies.idempotencyKey = fields["idempotencyKey"].flatMap(idempotencyKey)
    policies.own = fields["policies"].map(ownPolicies)
    return policies
  }

  func isNone(_ node: YAMLNode) -> Bool { node.text == "none" }

  private func retry(_ node: YAMLNode) -> WrittenRetry? {
    if isNone(node) || node.asBool == false {
      return WrittenRetry(retry: .init(attempts: 1, isIdempotent: false), isOff: true)
    }
    guard node.mapping != nil else {
      let attempts = node.asInt.map(String.init) ?? "3"
      report.mismatch(
        node, expected: "'none' or a mapping", for: "'retry'", hint: "write {attempts: \(attempts)}")
      return nil
    }
    let keys = ["attempts", "statuses", "errors", "idempotent", "refusals"]
    guard let fields = Fields(node, what: "'retry'", keys: keys, report: report) else { return nil }
    fields.require("attempts", in: "'retry'")
    let isIdempotent = fields.boolean("idempotent")
    return WrittenRetry(
      retry: .init(
        attempts: fields.integer("attempts", in: 1...100) ?? 1, statuses: statuses(fields),
        errors: errors(fields), isIdempotent: isIdempotent ?? false,
        refusals: fields["refusals"].flatMap(refusals)),
      isIdempotent: isIdempotent)
  }

  private func refusals(_ node: YAMLNode) -> Policies.Refusals? {
    if isNone(node) || node.asBool == false { return Policies.Refusals() }
    let keys = ["statuses", "errors"]
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "'none' or a mapping", for: "'refusals'", hint: "write {statuses: [429]}")
      return nil
    }
    guard let fields = Fields(node, what: "'refusals'", keys: keys, report: report) else { return nil }
    if keys.allSatisfy({ fields[$0] == nil }) {
      report.error(.missingKey, "'refusals' needs 'statuses' or 'errors', or is 'none'", at: node.startSpan)
      return nil
    }
    return Policies.Refusals(statuses: statuses(fields) ?? [], errors: errors(fields))
  }

  private func statuses(_ fields: Fields) -> [Int]? {
    fields["statuses"].map { node in
      report.list(node, of: "status codes", for: "'statuses'").compactMap {
        report.integer($0, for: "a status in 'statuses'", in: 400...599)
      }
    }
  }

  private func errors(_ fields: Fields) -> [Policies.ErrorReference] {
    fields["errors"].map { report.names($0, of: "errors", for: "'errors'").map { .init(message: $0) } } ?? []
  }

  private func partial(_ node: YAMLNode) -> WrittenPartial? {
    if let flag = node.asBool { return flag ? .inherited : .off }
    if isNone(node) { return .off }
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "true, false or a mapping", for: "'partial'", hint: "write {fields: parameter}")
      return nil
    }
    let keys = ["fields", "extra", "maximum", "separator", "exclude"]
    guard let fields = Fields(node, what: "'partial'", keys: keys, report: report) else { return nil }
    fields.require("fields", in: "'partial'")
    for key in ["fields", "extra"] {
      if let name = fields.placedText(key) { _ = report.checkWireName(name, of: "a parameter") }
    }
    guard let parameter = fields["fields"]?.text else { return nil }
    return .policy(
      Policies.Partial(
        fieldsParameter: parameter, extraParameter: fields["extra"]?.text,
        maximum: fields.integer("maximum", in: 1...Int.max), separator: fields.text("separator") ?? ",",
        exclusionPrefix: fields.text("exclude")))
  }

  private func queue(_ node: YAMLNode) -> Policies.Queue? {
    if let flag = node.asBool { return flag ? .allowed : .never }
    if isNone(node) { return .never }
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "true, false or a mapping", for: "'queue'", hint: "write {key: {header: name}}")
      return nil
    }
    guard let fields = Fields(node, what: "'queue'", keys: ["key"], report: report) else { return nil }
    fields.require("key", in: "'queue'")
    guard let key = fields["key"],
      let places = Fields(
        key, what: "'key'", keys: ["header", "parameter"], form: "{header: name} or {parameter: name}",
        report: report)
    else { return nil }
    places.requireAtMostOne(of: ["header", "parameter"], in: "'key'")
    if let header = headerName(places) { return .allowedWithKey(header: header) }
    if let parameter = places.text("parameter") { return .allowedWithKeyParameter(parameter) }
    if places["header"] == nil, places["parameter"] == nil {
      report.error(.missingKey, "'key' needs 'header' or 'parameter'", at: key.startSpan)
    }
    return nil
  }

  private func authentication(_ node: YAMLNode) -> Policies.Authentication? {
    switch node.text {
    case "none": return Policies.Authentication.none
    case "bearer": return .bearer
    default: break
    }
    let places = ["parameter", "header"]
    guard let mapping = node.mapping, places.contains(where: { mapping[$0]?.scalar != nil }) else {
      return CredentialReader(report: report).requirement(node).map { .credentials($0) }
    }
    guard let fields = Fields(node, what: "'authentication'", keys: places, report: report)
    else {
      return nil
    }
    fields.requireAtMostOne(of: places, in: "'authentication'")
    if let header = headerName(fields) { return .header(header) }
    if let parameter = fields.name("parameter") { return .parameter(parameter) }
    return nil
  }

  private func timeout(_ node: YAMLNode) -> Int? {
    guard let seconds = report.duration(node, for: "'timeout'") else { return nil }
    guard seconds > 0 else {
      report.error(.valueOutOfRange, "'timeout' must be longer than 0", at: node.occurrence)
      return nil
    }
    return seconds
  }

  private func idempotencyKey(_ node: YAMLNode) -> WrittenKey? {
    if isNone(node) || node.asBool == false { return .off }
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "'none' or a mapping", for: "'idempotencyKey'",
        hint: "write {header: Idempotency-Key}")
      return nil
    }
    guard let fields = Fields(node, what: "'idempotencyKey'", keys: ["header"], report: report) else {
      return nil
    }
    fields.require("header", in: "'idempotencyKey'")
    return headerName(fields).map { .header($0) }
  }

  private func headerName(_ fields: Fields) -> String? {
    guard let name = fields.placedText("header"), report.checkToken(name, of: "a header") else { return nil }
    return name.text
  }
}
