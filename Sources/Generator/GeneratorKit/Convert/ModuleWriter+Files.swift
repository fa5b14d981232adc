import APIModel
import Diagnostics

/// What is in a file, and where it comes from.
extension ModuleWriter {
  /// - Parameter spans: the places of the members of sections in the document.
  func file(
    _ name: String, _ entries: [(String, SpecValue?)], _ spans: [String: [String: SourceSpan]]
  ) -> ConvertedFile {
    var text = SpecPrinter.print([.init(key: "wgnapi", value: .plain("1"))])
    var origins = LineOrigins(module.name.span)
    var line = 1
    for entry in SpecValue.map(entries).entries {
      let written = SpecPrinter.print([entry])
      let end = line + lineCount(written)
      for member in entry.value.entries {
        line += lineCount(SpecPrinter.print([member], depth: 1))
        // The first line is the section's, unless all of it is on one line.
        origins.add(linesTo: min(line + 1, end), from: spans[entry.key]?[member.key] ?? module.name.span)
      }
      origins.add(linesTo: end, from: module.name.span)
      line = end
      text += written
    }
    return ConvertedFile(path: "\(module.name.text)/\(name).yaml", text: text, origins: origins)
  }

  private func lineCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

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
      "module": own, "webhooks": spans(module.webhooks?.events.map(\.name) ?? []),
      "envelopes": spans(module.envelopes.map(\.name)), "slices": spans(module.slices.map(\.name)),
    ]
  }
}
