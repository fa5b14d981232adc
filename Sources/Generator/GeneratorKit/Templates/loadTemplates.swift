import BundledTemplates
import Diagnostics
import SwiftEmitter

/// The kind of output that templates generate.
public enum TemplateKind: Sendable {
  /// Generated modules and their tests.
  case swift
  /// Pages of documentation.
  case html

  fileprivate var names: Set<String> {
    switch self {
    case .swift: Set(BundledTemplates.swift.map(\.name))
    case .html: Set(BundledTemplates.html.map(\.name))
    }
  }

  fileprivate var folder: String {
    switch self {
    case .swift: "Templates/Swift"
    case .html: "Templates/HTML"
    }
  }
}

/// The bundled templates, with those of a folder in place of the bundled ones of the same name.
///
/// `struct.mustache` in the folder replaces the template `struct`. A file with another name is an additional template
/// if another one includes it (`{{> name}}`), a file of each module if its name begins with `file-`, and otherwise an
/// error, because its name is probably misspelled. Hidden files are ignored, and others that aren't templates.
///
/// - Parameters:
///   - folder: the folder with the user's templates; nil for the bundled ones only.
///   - kind: the kind of templates to return. The folder may contain templates of other kinds.
///   - sink: receives the diagnostics.
public func loadTemplates(
  overlaidBy folder: String?, of kind: TemplateKind = .swift, into sink: inout DiagnosticSink
) -> [TemplateSource] {
  let bundled = [TemplateKind.swift, .html].flatMap { kind in
    BundledTemplates.all.filter { kind.names.contains($0.name) }.map { name, text in
      TemplateSource(name: name, path: "\(kind.folder)/\(name)\(templateExtension)", text: text)
    }
  }
  guard let folder else { return bundled.filter { kind.names.contains($0.name) } }
  let read = TemplateFolder(folder)
  sink.append(contentsOf: read.sink)
  let overlay = read.templates
  let replaced = bundled.map { template in overlay.first { $0.name == template.name } ?? template }
  let names = Set(bundled.map(\.name))
  let added = overlay.filter { !names.contains($0.name) }
  let addedFiles = added.filter { $0.addedFile != nil }
  for template in addedFiles where !OutputPath.isFileName(template.addedFile ?? "") {
    sink.error(
      .unknownTemplate,
      "what follows 'file-' names a Swift file: a letter, then letters, digits, '+', '-' and '_', as in 'file-Requests'",
      at: .unknown(file: template.path))
  }
  let included = reached(from: names.union(addedFiles.map(\.name)), in: replaced + added)
  for template in added where !included.contains(template.name) {
    sink.error(
      .unknownTemplate, "there is no template '\(template.name)', and no template includes it",
      at: .unknown(file: template.path), suggestion: closestMatch(to: template.name, in: names))
  }
  let files = kind == .swift ? Set(addedFiles.map(\.name)) : []
  let wanted = reached(from: kind.names.union(files), in: replaced + added)
  return (replaced + added).filter { wanted.contains($0.name) }
}

/// The given templates, and all that they include directly or indirectly.
private func reached(from roots: Set<String>, in templates: [TemplateSource]) -> Set<String> {
  let includes = Dictionary(templates.map { ($0.name, $0.includedTemplates) }) { first, _ in first }
  var reached: Set<String> = []
  var pending = Array(roots)
  while let name = pending.popLast() {
    if reached.insert(name).inserted { pending += includes[name] ?? [] }
  }
  return reached
}

/// The file name extension of templates.
let templateExtension = ".mustache"
