import Diagnostics
import SpecYAML

/// The folders whose `module.yaml` says nothing that can be used. What such a folder is, and what its other files mean,
/// isn't known, so only the file itself is reported.
///
/// - Parameter sink: takes the mistakes in the syntax of these files.
public func findBrokenModules(_ files: [SpecFile], into sink: inout DiagnosticSink) -> Set<String> {
  var broken: Set<String> = []
  for file in files where file.holdsModule {
    var own = DiagnosticSink()
    let nodes = parseYAML(bytes: file.bytes, file: file.displayPath, into: &own)
    guard isBroken(nodes, own) else { continue }
    broken.insert(file.topFolder)
    sink.append(contentsOf: own.diagnostics)
  }
  return broken
}

private func isBroken(_ nodes: [YAMLNode], _ sink: DiagnosticSink) -> Bool {
  if nodes.contains(where: { $0["wgnapi"]?.asInt == 1 && $0["module"]?.mapping != nil }) { return false }
  guard !nodes.isEmpty, !sink.hasErrors else { return true }
  return nodes.contains { node in
    guard let keys = node.entries?.map(\.name), node["wgnapi"]?.asInt == 1 else { return true }
    // A file without `module` may have definitions. A misspelled one is no such file.
    return keys.contains("module")
      || keys.contains { key in
        !topLevelKeys.contains(key) && closestMatch(to: key, in: topLevelKeys) == "module"
      }
  }
}

extension DiagnosticID {
  /// Whether it says that a name isn't defined, which a library may do that can't be read.
  var isOfMissingName: Bool {
    [.unknownType, .unknownParameter, .unknownEnvelope, .unknownError, .unknownLibrary].contains(self)
  }
}
