import Diagnostics
import OpenAPIReader
import SpecReader

/// Reads the text of an exported document, to find out which parts need extensions.
package struct ExportedReading {
  private let file: SpecFile
  private let document: ExportedDocument
  private let module: String

  /// - Parameter sink: takes why the text can't be read.
  /// - Returns: nil for a text that isn't an exported document.
  package init?(_ text: String, module: String, into sink: inout DiagnosticSink) {
    let path = "\(module)/\(module).yaml"
    var file = SpecFile(path: path, displayPath: path, bytes: Array(text.utf8))
    file.isGivenAlone = true
    guard let document = ExportedDocument(file) else {
      var reading = DiagnosticSink()
      _ = documentRoot(file, into: &reading)
      if !reading.hasErrors {
        reading.error(.invalidValue, "its root is no exported document", at: .unknown(file: path))
      }
      sink.append(contentsOf: reading)
      return nil
    }
    (self.file, self.document, self.module) = (file, document, module)
  }

  /// The words for its OpenAPI parts, without its extensions.
  ///
  /// - Parameter sink: takes what is wrong with the document.
  package func plainWords(into sink: inout DiagnosticSink) -> SpecWords {
    ExportedSpecs.plainWords([file], document, module: module, into: &sink)
  }

  /// The same, and what it says.
  ///
  /// - Parameter sink: takes what is wrong with the document.
  package func readings(into sink: inout DiagnosticSink) -> (plain: SpecWords, words: SpecWords) {
    ExportedSpecs.readings([file], document, module: module, into: &sink)
  }
}
