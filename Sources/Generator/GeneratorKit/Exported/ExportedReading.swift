import Diagnostics
import SpecReader

/// Reads the text of an exported document, to find what it lacks.
package struct ExportedReading {
  private let file: SpecFile
  private let document: ExportedDocument
  private let module: String

  /// Nil for a text that isn't an exported document.
  package init?(_ text: String, module: String) {
    var file = SpecFile(
      path: "\(module)/\(module).yaml", displayPath: "\(module).yaml", bytes: Array(text.utf8))
    file.isGivenAlone = true
    guard let document = ExportedDocument(file) else { return nil }
    (self.file, self.document, self.module) = (file, document, module)
  }

  /// What it says without what it says in the spec language.
  package var plainWords: SpecWords {
    var sink = DiagnosticSink()
    return ExportedSpecs.plainWords([file], document, module: module, into: &sink)
  }

  /// What it says.
  package var words: SpecWords {
    var sink = DiagnosticSink()
    return ExportedSpecs.words([file], document, module: module, into: &sink)
  }
}
