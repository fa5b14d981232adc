import Diagnostics
import SwiftEmitter

extension OutputTree {
  /// Creates a tree of emitted files, all of which must begin with the marker.
  package init(
    emitted: [EmittedFile], _ modules: Set<String>, _ templates: [TemplateSource],
    into sink: inout DiagnosticSink
  ) {
    let files = emitted.map { OutputTree.File(path: $0.path, bytes: Array($0.text.utf8)) }
    let unmarked = files.filter { !GeneratedMarker.begins($0.bytes) }
    if let first = unmarked.first {
      let others = unmarked.count > 1 ? " and \(unmarked.count - 1) others" : ""
      sink.error(
        .missingMarker,
        "'\(first.path)'\(others) would not begin with '\(GeneratedMarker.text)', which marks generated files",
        at: templates.first { $0.name == "file" }.map { .unknown(file: $0.path) })
    }
    self.init(files, modules: modules, into: &sink)
  }
}
