import APIModel
import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit
@testable import SpecChanges

/// The folder of this package.
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Two versions of specs, and what is different between them.
struct ComparedVersions {
  struct Mistakes: Error, CustomStringConvertible {
    var description: String
  }

  let old: [SpecFile]
  let new: [SpecFile]
  let changes: VersionChanges

  /// The folders `old` and `new` of a golden case.
  init(golden name: String) throws {
    let folder = package.appendingPathComponent("Tests/Golden/Changes/\(name)")
    var sink = DiagnosticSink()
    try self.init(
      SpecLoader().load(folder.appendingPathComponent("old").path, into: &sink),
      SpecLoader().load(folder.appendingPathComponent("new").path, into: &sink), sink)
  }

  /// Two versions of a module `Shop` in one file.
  init(_ old: String, _ new: String) throws { try self.init(["module": old], ["module": new]) }

  /// Two versions of a module `Shop`, by the names of files.
  init(_ old: [String: String], _ new: [String: String]) throws {
    func files(_ texts: [String: String]) -> [SpecFile] {
      texts.sorted { $0.key < $1.key }.map { name, text in
        let path = "Shop/\(name).yaml"
        return SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))
      }
    }
    try self.init(files(old), files(new), DiagnosticSink())
  }

  private init(_ old: [SpecFile], _ new: [SpecFile], _ loading: DiagnosticSink) throws {
    (self.old, self.new) = (old, new)
    var (sink, oldSink) = (loading, DiagnosticSink())
    guard let before = readAPI(old, into: &oldSink), let after = readAPI(new, into: &sink),
      let changes = compareVersions(before, after, into: &sink, oldSink: &oldSink)
    else {
      let found = oldSink.diagnostics + sink.diagnostics
      throw Mistakes(
        description: found.map { "\($0.span?.description ?? ""): \($0.message)" }.joined(separator: "\n"))
    }
    self.changes = changes
  }

  /// What keeps the old names in the new module.
  func shims() throws -> [String: [Shim]] {
    var (sink, oldSink) = (DiagnosticSink(), DiagnosticSink())
    guard let before = readAPI(old, into: &oldSink), let after = readAPI(new, into: &sink) else {
      throw Mistakes(description: "can't be read")
    }
    return findShims(since: before, in: after, into: &sink, oldSink: &oldSink)
  }

  /// The generated Swift of a version.
  static func generated(_ files: [SpecFile], shims: [String: [Shim]] = [:]) throws -> [String] {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(
      specs: files, references: [], templates: templates, withTests: false, threads: 1,
      with: Additions(shims: shims))
    let (tree, found) = (output.modules, output.diagnostics)
    let texts = tree.files.filter { $0.path.hasSuffix(".swift") }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    if texts.isEmpty { throw Mistakes(description: found.map(\.message).joined(separator: "\n")) }
    return texts
  }
}
