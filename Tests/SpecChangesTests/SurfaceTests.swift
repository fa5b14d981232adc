import APIModel
import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit
@testable import SpecChanges

/// The surfaces of golden modules, compared with the text that the templates make.
@Suite struct SurfaceTests {
  private static let folders = [
    "Credentials", "Edges", "Failures", "Features", "Names", "OwnTypes", "Pages", "Recipes", "Requests",
    "Services",
  ]

  /// Members that are the same in every module of this version, or follow from others.
  private static let common: Set<String> = [
    "Base", "ServiceCode", "allCases", "api", "code", "constraints", "core", "customMirror",
    "deprecatedPaths",
    "endpoint", "extraFields", "failure", "fields", "init", "layout", "message", "middleware", "payloadKey",
    "rawValue",
    "reader",
    "retryable", "union", "webhooks", "Constraints",
  ]

  @Test(arguments: folders)
  func everyPublicDeclarationIsInTheSurface(_ folder: String) throws {
    let place = package.appendingPathComponent("Tests/Golden/\(folder)/Specs")
    var sink = DiagnosticSink()
    let files = SpecLoader().load(place.path, into: &sink)
    let api = try #require(readAPI(files, into: &sink))
    let surfaces = api.surfaces(into: &sink)
    #expect(!sink.hasErrors)
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, _) = generate(specs: files, templates: templates, threads: 2)
    // What the files import is known without them.
    #expect(manifestTargets(of: surfaces) == tree.targets(in: ""))
    for surface in surfaces {
      let texts = tree.files.filter {
        $0.path.hasPrefix("\(surface.module.text)/") && $0.path.hasSuffix(".swift")
      }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
      #expect(!texts.isEmpty)
      let declared = Self.declared(in: texts.joined(separator: "\n"), surface.access)
      let known = Set(surface.types.flatMap { type in [type.path.last ?? ""] + type.members.map(\.name) })
      #expect(declared.subtracting(known).subtracting(Self.common).sorted() == [], "\(surface.module.text)")
      // The other way round, all but what protocols and wrappers add.
      let added = Set(surface.types.flatMap { $0.members.filter { $0.kind == .conformance }.map(\.name) })
      let missing = known.subtracting(declared).subtracting(added).filter { !$0.hasPrefix("$") }
      #expect(missing.subtracting(Self.common).sorted() == [], "\(surface.module.text)")
    }
  }

  /// The names of declarations with the module's access level, and of cases.
  private static func declared(in text: String, _ access: AccessLevel) -> Set<String> {
    let level = access == .internal ? "" : "\(access.rawValue) "
    var names: Set<String> = []
    for line in text.split(separator: "\n") {
      var words = line.trimmingPrefix(while: { $0 == " " })
      if words.hasPrefix("//") { continue }
      if words.hasPrefix("@"), let end = words.firstIndex(of: " ") { words = words[end...].dropFirst() }
      if words.hasPrefix("indirect ") { words = words.dropFirst(9) }
      guard words.hasPrefix("case ") && !words.hasPrefix("case .") || words.hasPrefix(level) else { continue }
      let pattern =
        /(?:nonisolated |static |indirect )*(?:var|let|func|struct|enum|typealias|case) `?([^\s:(<=`]+)/
      let rest = words.hasPrefix("case ") ? words : words.dropFirst(level.count)
      guard let match = rest.prefixMatch(of: pattern) else { continue }
      names.insert(String(match.1))
    }
    return names
  }
}
