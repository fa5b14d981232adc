import APIModel
import Diagnostics

/// What is in a file, and where it comes from.
extension ModuleWriter {
  /// - Parameter spans: the places in the document of the members of sections, such as `endpoints` or `module.servers`.
  func file(
    _ name: String, _ entries: [(String, SpecValue?)], _ spans: [String: [String: SourceSpan]]
  ) -> ConvertedFile {
    var text = WrittenText(module.name.span)
    for entry in [.init(key: "wgnapi", value: .plain("1"))] + SpecValue.map(entries).entries {
      text.add(entry, from: module.name.span, spans)
    }
    return ConvertedFile(
      path: "\(module.name.text)/\(name).yaml", text: text.text, origins: text.origins)
  }

  /// The places of what `module.yaml` contains.
  var originsOfModule: [String: [String: SourceSpan]] {
    func spans(_ names: [Name]) -> [String: SourceSpan] {
      Dictionary(names.map { ($0.text, $0.span) }) { first, _ in first }
    }
    var own: [String: SourceSpan] = [:]
    own["servers"] = module.servers.first?.name.span
    own["credentials"] = module.credentials.first?.name.span
    own["groups"] = module.groups.first?.path.first?.span
    return [
      "module": own, "module.servers": spans(module.servers.map(\.name)),
      "module.credentials": spans(module.credentials.map(\.name)),
      "webhooks": spans(module.webhooks?.events.map(\.name) ?? []),
      "envelopes": spans(module.envelopes.map(\.name)), "slices": spans(module.slices.map(\.name)),
    ]
  }
}
