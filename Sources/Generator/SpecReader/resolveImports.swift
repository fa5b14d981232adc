import APIModel
import Diagnostics
import SpecYAML

/// Resolves the imports of each folder, and which names are visible in it.
func resolveImports(of folders: [SpecFolder], _ report: Report) {
  let byName = Dictionary(folders.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  for folder in folders { readImports(of: folder, among: byName, report) }
  for folder in folders { indexOwnDefinitions(of: folder, report) }
  for folder in folders {
    collectVisibleNames(of: folder, report)
    let imported = folder.libraries()
    folder.otherLibraries = folders.filter { library in
      library.isLibrary && library !== folder && !imported.contains { $0 === library }
    }
  }
}

private func readImports(of folder: SpecFolder, among folders: [String: SpecFolder], _ report: Report) {
  guard let node = folder.moduleNode?["import"] else { return }
  for name in report.names(node, of: "folders", for: "'import'") {
    if name.text == folder.name {
      report.error(.unknownLibrary, "'\(abbreviate(name.text))' imports itself", at: name.span)
    } else if let library = folders[name.text] {
      // Whether a folder is a library isn't known if its `module.yaml` can't be read, but somebody thinks so.
      if library.hasBrokenModule { library.isLibrary = true }
      if library.isLibrary {
        folder.imports.append(library)
      } else {
        report.error(
          .unknownLibrary,
          "'\(abbreviate(name.text))' is a module; only a folder with 'library: true' can be imported",
          at: name.span)
      }
    } else {
      let libraries = folders.values.filter { $0.isLibrary && $0 !== folder }.map(\.name)
      report.unknown(
        .unknownLibrary, "library", name, among: libraries,
        tail: ": no folder beside this one has that name")
    }
  }
}

private func indexOwnDefinitions(of folder: SpecFolder, _ report: Report) {
  for section in Section.allCases {
    var index: [String: Definition] = [:]
    var unique: [Definition] = []
    for definition in folder.definitions[section] ?? [] {
      if let first = index[definition.name.text] {
        report.duplicate(
          "the \(section.noun) '\(abbreviate(definition.name.text))'", at: definition.name.span,
          first: first.name.span)
      } else {
        index[definition.name.text] = definition
        unique.append(definition)
      }
    }
    folder.definitions[section] = unique
    folder.index[section] = index
  }
}

/// A name that is defined in two of the visible folders is an error, because it would be ambiguous.
private func collectVisibleNames(of folder: SpecFolder, _ report: Report) {
  let libraries = folder.libraries()
  for section in [Section.schemas, .parameters, .envelopes] {
    var owners: [String: SpecFolder] = [:]
    for definition in folder.definitions[section] ?? [] { owners[definition.name.text] = folder }
    for library in libraries {
      for definition in library.definitions[section] ?? [] {
        let name = definition.name.text
        guard let owner = owners[name] else {
          owners[name] = library
          continue
        }
        guard let first = owner.index[section]?[name] else { continue }
        // If there is a choice, the error points at the importing folder.
        let (here, there) = owner === folder ? (first, definition) : (definition, first)
        let what = "the \(section.noun) '\(abbreviate(name))'"
        let message =
          owner === folder
          ? "\(what) is also defined in the imported library \(library.name)"
          : "\(what) is defined in two libraries that \(folder.name) imports, \(owner.name) and "
            + library.name
        report.error(
          .duplicateName, message, at: here.name.span,
          notes: [.init("the other definition is here", at: there.name.span)])
      }
    }
    folder.owners[section] = owners
  }
}
