import APIModel
import TrafficEvidence

/// Bodies of several parts.
extension DriftExchange {
  func walkParts(_ parts: [Endpoint.Part], _ walker: inout DriftWalker) {
    let body = exchange.body
    // Browsers leave out parts that are files, and sometimes all of them.
    guard body.mediaType.hasPrefix("multipart/"), !body.pairs.isEmpty || !body.files.isEmpty else { return }
    for part in parts {
      let name = part.name.text
      let label = "\(endpoint.operation)(\(name))"
      let texts = body.pairs.filter { $0.name == name }.map(\.value)
      if texts.isEmpty, !body.files.contains(where: { $0.name == name }) {
        guard part.isRequired, case .value = part.content else { continue }
        walker.table.record(.missingParameter, at: part.name.span, label) {
          $0.totalAt = SpecPlace(endpoint.name.span)
        }
        continue
      }
      if case .file(_, isList: false) = part.content, body.files.count(where: { $0.name == name }) > 1 {
        walker.table.record(.otherForm(.repeatedFile), at: part.name.span, label) {
          $0.totalAt = SpecPlace(endpoint.name.span)
        }
      }
      guard case .value(let schema) = part.content, !texts.isEmpty else { continue }
      let isSecret = walker.secrets.isSecret(name: name)
      walker.walk(value(texts, schema, in: walker), schema, .init(label: label, isSecret: isSecret))
    }
    let known = Set(parts.map(\.name.text))
    for name in Set(body.pairs.map(\.name) + body.files.map(\.name)).subtracting(known) {
      // A list's name may have brackets at its end.
      guard !known.contains(where: { name.hasPrefix($0 + "[") }) else { continue }
      let isName = KeyKind(name, isKnown: false) == .name && !walker.secrets.looksSecret(name)
      walker.table.record(
        .newParameter(isName ? name : nil), at: endpoint.span, endpoint.operation
      ) { entry in
        entry.totalAt = SpecPlace(endpoint.name.span)
        entry.isPart = true
        entry.canEdit = false
      }
    }
  }
}
