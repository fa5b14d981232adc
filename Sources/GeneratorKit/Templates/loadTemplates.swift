import BundledTemplates
import Diagnostics
import SwiftEmitter

/// The bundled templates, with those of a folder in place of the bundled ones of the same name.
///
/// `struct.mustache` in the folder replaces the template `struct`. A file with another name is an additional template
/// if another one includes it (`{{> name}}`), a file of each module if its name begins with `file-`, and otherwise an
/// error, because its name is probably misspelled. Hidden files and files that don't end in `.mustache` are ignored.
///
/// - Parameters:
///   - folder: the folder with the user's templates; nil for the bundled ones only.
///   - sink: receives the diagnostics.
public func loadTemplates(overlaidBy folder: String?, into sink: inout DiagnosticSink) -> [TemplateSource] {
  let bundled = BundledTemplates.all.map { name, text in
    TemplateSource(name: name, path: "Templates/Swift/\(name)\(templateExtension)", text: text)
  }
  guard let folder else { return bundled }
  let overlay = readTemplates(trimmingFolderPath(folder), into: &sink)
  let replaced = bundled.map { template in overlay.first { $0.name == template.name } ?? template }
  let names = Set(bundled.map(\.name))
  let added = overlay.filter { !names.contains($0.name) }
  let files = added.filter { $0.addedFile != nil }
  for template in files where !OutputPath.isFileName(template.addedFile ?? "") {
    sink.error(
      .unknownTemplate,
      "what follows 'file-' names a Swift file: a letter, then letters, digits, '+', '-' and '_', as in 'file-Requests'",
      at: .unknown(file: template.path))
  }
  let included = reached(from: names.union(files.map(\.name)), in: replaced + added)
  for template in added where !included.contains(template.name) {
    sink.error(
      .unknownTemplate, "there is no template '\(template.name)', and no template includes it",
      at: .unknown(file: template.path), suggestion: closestMatch(to: template.name, in: names))
  }
  return replaced + added.filter { included.contains($0.name) }
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

/// The maximum size of a template in bytes.
private let templateSizeLimit = 1 << 20

/// Some editors write one; templates don't need it.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

private func readTemplates(_ path: String, into sink: inout DiagnosticSink) -> [TemplateSource] {
  var templates: [TemplateSource] = []
  do {
    let folder = try Folder.open(path)
    for bytes in try folder.names() {
      let name = String(decoding: bytes, as: UTF8.self)
      guard name.hasByteSuffix(templateExtension), !name.hasBytePrefix(".") else { continue }
      if let template = readTemplate(name, in: folder, into: &sink) { templates.append(template) }
    }
  } catch {
    sink.append(error.diagnostic)
  }
  return templates.sorted { $0.name < $1.name }
}

private func readTemplate(_ name: String, in folder: Folder, into sink: inout DiagnosticSink)
  -> TemplateSource?
{
  do {
    // The user chose the link.
    let file = try folder.file(name, followingLinks: true)
    let kind = try file.status().kind
    guard kind == .file else {
      sink.error(.fileSystem, "is \(kind.description), not a template", at: .unknown(file: file.path))
      return nil
    }
    let bytes = try file.read(limit: templateSizeLimit + 1)
    if bytes.count > templateSizeLimit {
      let message = "the template is larger than the limit of \(templateSizeLimit) bytes"
      sink.error(.fileTooLarge, message, at: .unknown(file: file.path))
    } else if let text = validText(Array(bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]))
    {
      return TemplateSource(name: name.droppingByteSuffix(templateExtension), path: file.path, text: text)
    } else {
      sink.error(.invalidEncoding, "the template is not valid UTF-8", at: .unknown(file: file.path))
    }
  } catch {
    sink.append(error.diagnostic)
  }
  return nil
}
