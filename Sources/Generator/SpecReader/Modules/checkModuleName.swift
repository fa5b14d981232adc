import APIModel
import Diagnostics

/// The modules that generated code or the runtime imports, and those that whoever uses a module imports beside it.
private let reservedModuleNames: Set<String> = [
  "asynchttpclient", "combine", "corefoundation", "crypto", "darwin", "dispatch", "ecmaregex", "foundation",
  "foundationessentials", "foundationinternationalization", "foundationnetworking", "glibc", "httptypes",
  "httptypesfoundation", "logging", "main", "metrics", "musl", "observation", "os", "packagedescription",
  "swift", "swiftui", "synchronization", "testing", "tracing", "xctest", "_concurrency",
]

/// Whether the system, the runtime or a library of it has a module of this name. File systems may not tell cases apart.
private func isReservedModuleName(_ name: String) -> Bool {
  let name = name.lowercased()
  return reservedModuleNames.contains(name) || name.hasPrefix("wgnapi") || name.hasPrefix("cwgnapi")
}

/// Words that are keywords where a module's name stands, in an import or before a type: `any.Client`.
private let unimportableWords: Set<String> = [
  "self", "Self", "init", "Type", "Protocol", "any", "some", "each", "borrowing", "consuming", "isolated",
  "sending",
]

/// Checks the name of a module, which is used in Swift's `import` and as a folder's name.
public func checkModuleName(_ name: Name, into sink: inout DiagnosticSink) {
  let report = Report(DiagnosticSink())
  report.checkModuleName(name)
  sink.append(contentsOf: report.takeDiagnostics())
}

extension Report {
  /// Checks the name of a module, which is used in Swift's `import` and as a folder's name.
  func checkModuleName(_ name: Name) {
    guard checkSafe(name, kind: "the name of a module") else { return }
    let remedy = "set another with 'name' under 'module', or with '--module' for a single file"
    if isReservedModuleName(name.text) {
      error(
        .reservedName,
        "'\(name.text)' is the name of a module that generated code uses or the system has; \(remedy)",
        at: name.span)
    } else if reservedTypeNames.contains(name.text) || swiftKeywords.contains(name.text)
      || unimportableWords.contains(name.text)
    {
      error(
        .reservedName,
        "'\(name.text)' can't be the name of a module: a keyword of Swift or a type that generated code uses has it, and "
          + "Swift would look up '\(name.text).Client' there; \(remedy)", at: name.span)
    } else if !name.text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
      || !isDefinitionName(name.text) || !name.text.utf8.contains(where: { $0 != UInt8(ascii: "_") })
    {
      error(
        .invalidName,
        "'\(abbreviate(name.text))' can't be the name of a Swift module: write letters, digits and '_', "
          + "beginning with a letter; set another than the folder's with 'name' under 'module'", at: name.span
      )
    }
  }
}
