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
