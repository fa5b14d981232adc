import Diagnostics
import Foundation
import GeneratorKit
import SpecReader
import WGNAPIJSON

/// A check of what has changed in a project, with the texts at its beginning. Any thread can run it.
package struct Check: Sendable {
  /// Whether everything is checked, so that files that aren't mentioned have no diagnostics.
  var isWhole: Bool
  /// The specs to read. The diagnostics of folders that have changed are complete then.
  var jobs: [SpecJob] = []
  /// What was found in the settings.
  var found: DiagnosticSink
  var settings: SpecFile?
  var severities: Severities
  var documents: [String: Document] = [:]
  var encoding = PositionEncoding.utf16

  /// The diagnostics as clients read them, by file. A file without any has an empty list.
  package typealias Found = [String: [JSON]]

  private var files: [SpecFile] { jobs.flatMap(\.files) + [settings].compactMap(\.self) }

  /// The texts of all files that are read, by their paths.
  var texts: [String: [UInt8]] {
    var texts = Dictionary(files.map { ($0.displayPath, $0.bytes) }) { first, _ in first }
    for (path, document) in documents { texts[path] = document.lines.bytes }
    return texts
  }

  package func run() -> Found {
    var texts = Texts(documents, files, encoding)
    return diagnostics().mapValues { $0.map { texts.published($0) } }
  }

  private func diagnostics() -> [String: [Diagnostic]] {
    var (found, complete) = (found, Set<String>())
    for job in jobs {
      complete.formUnion(job.files.filter { job.changed.contains($0.topFolder) }.map(\.displayPath))
      // One processor is for requests.
      let output = generateAll(
        specs: job.files, references: job.references, templates: job.templates, withTests: false,
        threads: ProcessInfo.processInfo.activeProcessorCount - 1)
      if isWhole { found.append(contentsOf: job.loading) }
      found.append(
        contentsOf: output.diagnostics.filter {
          isWhole || $0.span.map { complete.contains($0.file) } ?? false
        })
    }
    // The file for what is about no file that can be shown.
    let mainFile = settings?.displayPath ?? jobs.first?.files.first?.displayPath
    var result = Dictionary(uniqueKeysWithValues: complete.map { ($0, [Diagnostic]()) })
    for diagnostic in severities.judge(found.sorted()) {
      let file = diagnostic.span?.file
      guard let shown = file.flatMap({ complete.contains($0) || !isFolder($0) ? $0 : nil }) ?? mainFile else {
        continue
      }
      result[shown, default: []].append(diagnostic)
    }
    return result
  }
}

extension Texts {
  fileprivate mutating func published(_ diagnostic: Diagnostic) -> JSON {
    var text = visibleText(diagnostic.message)
    if let suggestion = diagnostic.suggestion { text += "; did you mean '\(visibleText(suggestion))'?" }
    let severities: [Diagnostic.Severity] = [.error, .warning, .note]
    var result: JSONObject = [
      "range": range(of: diagnostic.span ?? .unknown(file: "")),
      "severity": .integer(1 + (severities.firstIndex(of: diagnostic.severity) ?? 0)),
      "code": .string(diagnostic.id.rawValue), "source": "wgnapi-gen", "message": .string(text),
    ]
    let notes = diagnostic.notes.compactMap { note in note.span.map { (note.message, location(of: $0)) } }
    if !notes.isEmpty {
      result["relatedInformation"] = .array(
        notes.map { ["location": $1, "message": .string(visibleText($0))] })
    }
    return .object(result)
  }
}
