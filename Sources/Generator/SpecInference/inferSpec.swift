import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import TrafficEvidence

/// A spec that was inferred from traffic.
package struct InferredSpec: Sendable {
  /// Below the module's folder.
  package var files: [ConvertedFile]
  /// Each guess, with the number of samples behind it.
  package var notes: [InferenceNote]
  /// Endpoints of which only failures were seen, and why they aren't in the files.
  package var failed: [InferenceNote]
  /// Endpoints that lack parameters, because there are too many.
  package var crowded: [InferenceNote]
  /// The servers that it describes.
  package var servers: [String]
  /// Servers that aren't a part of the spec, with the number of their requests.
  package var otherServers: [String]
  /// The number of exchanges with these.
  package var exchanges: Int
  package var endpoints: Int
  /// The number of schemas that the files name.
  package var schemas: Int
  /// What the generator says of the files. There should be nothing.
  package var diagnostics: [Diagnostic]
}

/// Infers a spec from evidence.
///
/// - Parameters:
///   - collector: What collected the evidence, and knows the secrets in it.
///   - module: The module's name.
///   - hosts: The hosts to describe; if there are none, the one with most JSON, and those with the same endpoints.
package func inferSpec(from collector: Collector, module: String, hosts: [String] = []) -> InferredSpec {
  let mask = SecretMask(collector.evidence, collector.knownSecrets)
  return onLargeStack {
    let model = SpecInferrer(mask.evidence, module: module, hosts: hosts).guess()
    let guardian = mask.guardian
    let writer = SpecFilesWriter(
      model.module, usualEnvelope: model.module.usualEnvelope, clean: guardian.clean)
    let files = writer.files(exchanges: model.exchanges)
    let specs = files.map { file in
      SpecFile(
        path: "\(module)/\(file.path)", displayPath: "\(module)/\(file.path)", bytes: Array(file.text.utf8))
    }
    var sink = DiagnosticSink()
    if !model.module.endpoints.isEmpty {
      let templates = loadTemplates(overlaidBy: nil, into: &sink)
      sink.append(contentsOf: generate(specs: specs, templates: templates, threads: 1).1)
    }
    return InferredSpec(
      files: files,
      notes: model.notes.map { $0.cleaned(by: guardian) }.sorted(),
      failed: model.failed.map { $0.cleaned(by: guardian) }.sorted(),
      crowded: model.crowded.map { $0.cleaned(by: guardian) }.sorted(),
      servers: model.module.servers.map { guardian.clean($0.url) },
      otherServers: model.otherServers.map {
        guardian.clean("\($0.name) (\(counted($0.requests, "request")))")
      },
      exchanges: model.exchanges, endpoints: model.module.endpoints.count,
      schemas: model.module.schemas.count,
      diagnostics: sink.sorted())
  }
}

extension Module {
  /// The envelope that endpoints have without saying so: one that few have isn't the module's.
  fileprivate var usualEnvelope: String? {
    guard let name = envelopes.first?.name.text else { return nil }
    return endpoints.count { $0.envelope?.text == name } * 2 >= endpoints.count ? name : nil
  }
}
