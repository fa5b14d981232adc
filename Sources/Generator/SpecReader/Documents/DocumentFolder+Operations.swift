import APIModel
import Diagnostics
import SpecYAML

/// What the folder says of an operation, and the positions of the endpoints that it became: two where its stream stands
/// beside another response.
typealias FoundOperation = (entry: YAMLMapping.Entry, positions: [Int])

extension DocumentFolder {
  /// Which endpoints the entries under `operations` are about. Those that are about none are reported.
  func findOperations(
    in module: Module, _ origins: [OperationOrigin], _ missing: [String: String]
  ) -> [FoundOperation] {
    guard !operations.isEmpty else { return [] }
    var positions: [String: [Int]] = [:]
    for (position, origin) in origins.enumerated() where module.endpoints.indices.contains(position) {
      for name in Set([origin.id, origin.title].compactMap(\.self)) {
        positions[name, default: []].append(position)
      }
    }
    for (position, endpoint) in module.endpoints.enumerated() where positions[endpoint.operation] == nil {
      positions[endpoint.operation] = [position]
    }
    var owners: [Int: YAMLMapping.Entry] = [:]
    var found: [FoundOperation] = []
    for entry in operations {
      let name = Name(entry.name, span: entry.key.occurrence)
      guard let own = positions[name.text], let first = own.first else {
        reportUnknown(name, among: positions.keys, missing)
        continue
      }
      if let owner = owners[first] {
        report.duplicate("the operation", at: name.span, first: owner.key.occurrence)
        continue
      }
      owners[first] = entry
      found.append((entry, own))
    }
    return found
  }

  private func reportUnknown(
    _ name: Name, among candidates: some Collection<String>, _ missing: [String: String]
  ) {
    if let reason = missing[name.text] {
      report.error(
        .unusedOverride, "the operation '\(abbreviate(name.text))' isn't generated: \(reason)", at: name.span)
    } else {
      report.unknown(
        .unusedOverride, "operation", name, among: candidates,
        tail: ": write its 'operationId', or its method and path, as in 'GET /books'")
    }
  }

  /// Reads what the folder says of operations beside their schemas.
  func readOperations(
    _ found: [FoundOperation], _ schemas: SchemaReader, in context: EndpointContext, of module: inout Module
  ) {
    var entries: [Int: YAMLMapping.Entry] = [:]
    for (entry, positions) in found { for position in positions { entries[position] = entry } }
    let reader = EndpointReader(schemas: schemas)
    var unwrapped: Set<String> = []
    for position in module.endpoints.indices {
      let node = entries[position]?.value ?? .emptyMapping(at: module.endpoints[position].span)
      guard
        let fields = Fields(
          node, what: "an operation", keys: Self.operationKeys, hints: Self.operationHints, report: report)
      else { continue }
      // The stream beside a response has the policies, but no pages.
      let isCopy = found.contains { $0.positions.dropFirst().contains(position) }
      module.endpoints[position].adjust(fields, isCopy: isCopy, reader, in: context, &unwrapped)
    }
    ModuleReader(schemas: schemas, isBesideDocument: true).completeRetries(of: &module, in: context)
    if let envelope = context.envelope, !unwrapped.contains(envelope.text) {
      report.error(
        .unusedOverride, "no operation answers with the envelope '\(envelope.text)'", at: envelope.span)
    }
  }

  static let operationKeys =
    [
      "name", "group", "summary", "docs", "deprecated", "parameters", "payload", "response", "failures",
      "errors",
      "envelope", "pagination", "weight", "reason",
    ] + PolicyReader.defaultablePolicies

  /// What to do for a request to another URL than the document's.
  static let urlHint =
    "the document says where requests go; describe an endpoint whose URL is a parameter in a module of its own, in the spec "
    + "language, without 'weight', because limits don't count its requests"

  private static let operationHints = [
    "path": "the document says it", "responses": "the document says it", "body": "write 'payload'",
    "properties": "write them under 'response' or 'payload'", "operationId": "write 'name'",
    "url": urlHint, "server": urlHint,
    "swiftName": "write 'name'", "tags": "write 'group: name'", "tag": "write 'group: name'",
  ]
}

extension Endpoint {
  fileprivate mutating func adjust(
    _ fields: Fields, isCopy: Bool, _ reader: EndpointReader, in context: EndpointContext,
    _ unwrapped: inout Set<String>
  ) {
    let words = fields.documentation()
    if words.summary != nil {
      documentation.summary = words.summary
      documentation.details = words.details
    }
    if fields["deprecated"] != nil { documentation.deprecation = words.deprecation }
    takeEnvelope(fields, reader, in: context, &unwrapped)
    if let node = fields["failures"],
      let failures = FailureReader(schemas: reader.schemas).failures(node)
    {
      let statuses = Set(failures.map(\.statuses))
      self.failures = (failures + self.failures.filter { !statuses.contains($0.statuses) })
    } else if fields["failures"] != nil {
      failures = []
      takesModuleFailures = false
    }
    if let errors = fields["errors"] {
      self.errors = reader.errors.errorCases(errors)
      reader.errors.checkDuplicates(of: self.errors)
    }
    let authentication = policies.authentication
    let isStream = responses.contains(where: \.payload.isStream)
    var context = context
    if isStream { context.policies.cache = nil }
    reader.readPolicies(fields, names: parameterNames, in: context, into: &self, withPagination: !isCopy)
    // The document knows best what an operation needs, unless the folder names the operation.
    if fields["authentication"] == nil, let authentication {
      policies.authentication = authentication
      ownPolicies.insert("authentication")
    }
    if isStream {
      policies.cache = nil
      policies.partial = nil
    }
  }

  /// Takes the envelope off the response.
  private mutating func takeEnvelope(
    _ fields: Fields, _ reader: EndpointReader, in context: EndpointContext, _ unwrapped: inout Set<String>
  ) {
    let written = EnvelopeReader(schemas: reader.schemas).envelopeName(fields)
    guard let name = written ?? context.envelope, let envelope = reader.folder.envelopes[name.text] else {
      return
    }
    let place = envelope.payload.map { [$0.text] } ?? envelope.ownNames
    guard responses.count == 1, case .json(let schema) = responses[0].payload,
      let payload = envelope.payload(of: reader.schemas.resolved(schema))
    else {
      if written != nil {
        let names = alternatives(place.map { abbreviate($0) })
        reader.report.error(
          .unusedOverride,
          "the response has no property \(names), so it isn't in the envelope '\(name.text)'", at: name.span)
      }
      return
    }
    unwrapped.insert(name.text)
    self.envelope = name
    responses[0].payload = .json(payload)
  }
}

extension Envelope {
  /// The names of the properties beside the payload: those that every response has or, if there are none, all of them.
  fileprivate var ownNames: [String] {
    let required = schema.object.properties.filter(\.isRequired)
    return (required.isEmpty ? schema.object.properties : required).map(\.name.text)
  }

  /// The payload of a response that the document describes as a whole; nil if it isn't in this envelope.
  fileprivate func payload(of response: Schema) -> Schema? {
    let properties = response.object.properties
    if let place = payload { return properties.first { $0.name.text == place.text }?.schema }
    let found = Set(properties.map(\.name.text))
    guard ownNames.contains(where: found.contains) else { return nil }
    let own = Set(schema.object.properties.map(\.name.text))
    var rest = response
    rest.object.properties.removeAll { own.contains($0.name.text) }
    return rest
  }
}

/// Gives operations the names and groups that the folder says.
struct OperationNaming {
  let report: Report

  mutating func rename(_ found: [FoundOperation], in module: inout Module) {
    var changed: [(position: Int, name: Name)] = []
    for (entry, positions) in found {
      guard let first = positions.first else { continue }
      let group = entry.value["group"].flatMap(report.groupPath)
      let name = entry.value["name"].flatMap { report.name($0, for: "'name'") }.flatMap { name in
        report.checkDefinitionName(name, of: "an operation") ? name : nil
      }
      let old = module.endpoints[first].name.text
      if let name, name.text == old, group == nil {
        reportNeedless("it is called '\(abbreviate(old))' already", at: name.span, report)
      }
      if let name, name.text.contains(".") {
        report.error(
          .invalidName, "the name of an operation has no dots; write 'group' for its group", at: name.span)
        continue
      }
      for position in positions {
        if let group { module.endpoints[position].group = group }
        let suffix = String(module.endpoints[position].name.text.dropFirst(old.count))
        if let name { module.endpoints[position].name.text = name.text + suffix }
      }
      if let place = name ?? group?.last { changed.append((first, place)) }
    }
    checkCollisions(changed, in: module)
    let groups = Set(module.endpoints.map { $0.group.map(\.text) })
    module.groups.removeAll { group in !groups.contains { $0.starts(with: group.path.map(\.text)) } }
  }

  /// A name that the folder says is used as it is.
  private func checkCollisions(_ changed: [(position: Int, name: Name)], in module: Module) {
    guard !changed.isEmpty else { return }
    var positions: [String: [Int]] = [:]
    for (position, endpoint) in module.endpoints.enumerated() {
      positions[endpoint.operation, default: []].append(position)
    }
    var reported: Set<String> = []
    for (position, name) in changed {
      let operation = module.endpoints[position].operation
      guard let other = positions[operation]?.first(where: { $0 != position }),
        reported.insert(operation).inserted
      else { continue }
      report.error(
        .duplicateName, "another operation is called '\(abbreviate(operation))', too", at: name.span,
        notes: [.init("it is here", at: module.endpoints[other].span)])
    }
  }
}
