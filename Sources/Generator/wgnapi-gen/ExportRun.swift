import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecExport
import SpecReader

/// Reads specs, and writes their documents.
struct ExportRun {
  private let specs: SpecOptions
  private let output: ExportOutput
  private let options: ReportingOptions

  init(_ specs: SpecOptions, _ output: ExportOutput, _ options: ReportingOptions) {
    (self.specs, self.output, self.options) = (specs, output, options)
  }

  /// - Parameters:
  ///   - ending: the part of file names before the extension of the format.
  ///   - usual: the format if neither an option nor the output's name determines it.
  func run(
    ending: String, usually usual: DocumentFormat = .yaml,
    _ export: (Input.JobInput, DocumentFormat, inout DiagnosticSink) -> [ExportedText]
  ) throws {
    let selection = try Selection(specs)
    try selection.onlyJob(for: "'export'")
    let reporting = options.completed(by: selection)
    var input = Input(selection)
    let format = output.format(usually: usual)
    var texts: [ExportedText] = []
    if !input.sink.hasErrors, let job = input.jobs.first {
      var sink = DiagnosticSink()
      texts = export(job, format, &sink)
      input.sink.append(contentsOf: reporting.judge(sink.diagnostics))
    }
    if !input.sink.hasErrors { write(texts, "\(ending).\(format.rawValue)", &input.sink) }
    reporting.print(input)
    if input.sink.hasErrors { throw ExitStatus.failure }
  }

  private func write(_ texts: [ExportedText], _ ending: String, _ sink: inout DiagnosticSink) {
    guard let path = output.output else {
      guard checkOne(texts, &sink) else { return }
      return Console.write(texts.map(\.text).joined())
    }
    if output.isFolder {
      let files = texts.map { ConvertedFile(path: "\($0.module).\(ending)", text: $0.text) }
      let paths = writeConverted(files, into: path, replacing: true, sink: &sink)
      return Console.write(paths.map { visibleText($0) + "\n" }.joined())
    }
    guard checkOne(texts, &sink), let text = texts.first?.text else { return }
    do throws(FileSystemError) {
      let file = try PendingFile(path)
      try file.write(Array(text.utf8))
      try file.keep()
    } catch {
      sink.append(error.diagnostic)
    }
  }

  private func checkOne(_ texts: [ExportedText], _ sink: inout DiagnosticSink) -> Bool {
    guard texts.count > 1 else { return true }
    let names = alternatives(texts.map(\.module))
    sink.error(
      .invalidValue,
      "there is a document for each module; choose \(names) with '--only', or write them to a folder, as in "
        + "'-o Documents/'")
    return false
  }
}
