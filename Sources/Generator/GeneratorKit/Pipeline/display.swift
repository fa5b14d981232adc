import Diagnostics
import SpecReader

/// Suggests the folder to pass instead of a single module's.
func hintAtParent(_ diagnostic: Diagnostic, of specs: [SpecFile]) -> Diagnostic {
  guard diagnostic.id == .misplacedFile, let file = diagnostic.span?.file,
    !specs.contains(where: { $0.path.utf8.contains(UInt8(ascii: "/")) }),
    specs.contains(where: {
      $0.displayPath == file && ($0.path.hasSuffix(".yaml") || $0.path.hasSuffix(".yml"))
    })
  else { return diagnostic }
  let hint = parentHint(of: file)
  guard !hint.isEmpty else { return diagnostic }
  let folder = file.split(separator: "/").dropLast().last.map { "'\($0)'" } ?? "this folder"
  var diagnostic = diagnostic
  diagnostic.message += "; if \(folder) is a module, pass the folder that contains it\(hint)"
  return diagnostic
}

/// The diagnostics with paths as users know them.
func display(_ diagnostics: [Diagnostic], of specs: [SpecFile]) -> [Diagnostic] {
  guard !diagnostics.isEmpty else { return [] }
  let paths = Dictionary(specs.map { ($0.path, $0.displayPath) }) { first, _ in first }
  return diagnostics.map { diagnostic in
    var diagnostic = diagnostic
    if let file = diagnostic.span?.file, let path = paths[file] { diagnostic.span?.file = path }
    for index in diagnostic.notes.indices {
      guard let file = diagnostic.notes[index].span?.file, let path = paths[file] else { continue }
      diagnostic.notes[index].span?.file = path
    }
    return diagnostic
  }
}
