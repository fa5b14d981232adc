import Diagnostics
import SpecReader
import WGNAPIJSON

/// A place in an open document that belongs to specs.
struct Cursor {
  let path: String
  let lines: TextLines
  let offset: Int
  let project: SpecProject

  var location: SourceLocation { lines.location(ofOffset: offset) }
}

extension LanguageServer {
  /// The place that a request is about; nil if it isn't in specs.
  func cursor(_ parameters: JSON) throws(ResponseError) -> Cursor? {
    let (uri, position) = (try parameters.text("textDocument", "uri"), try parameters.position())
    guard let path = FileURI.path(of: uri), let lines = workspace.documents[path]?.lines,
      let project = workspace.project(of: path)
    else { return nil }
    return Cursor(path: path, lines: lines, offset: lines.offset(of: position), project: project)
  }

  /// The name at a place, and the names and files of the specs that it is in.
  private typealias FoundName = (place: NamePlace, names: SpecNames, files: [SpecFile])

  private func name(_ parameters: JSON) throws(ResponseError) -> FoundName? {
    guard let cursor = try cursor(parameters), let names = cursor.project.names(for: cursor.path),
      let place = names.place(at: cursor.location, in: cursor.path)
    else { return nil }
    return (place, names, cursor.project.files(related: place.definition.file))
  }

  func definition(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (place, _, files) = try name(parameters) else { return .null }
    var texts = workspace.texts(files)
    return texts.location(of: place.definition)
  }

  func references(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let (place, names, files) = try name(parameters) else { return .null }
    let withDefinition = parameters["context"]?["includeDeclaration"]?.bool ?? true
    var texts = workspace.texts(files)
    return .array(
      names.places(of: place.definition).filter { withDefinition || !$0.isDefinition }.map {
        texts.location(of: $0.span)
      })
  }

  // MARK: Renaming

  /// The type or parameter to rename.
  private func renamedName(_ parameters: JSON) throws(ResponseError) -> FoundName {
    guard let found = try name(parameters), [.schema, .parameter].contains(found.place.kind) else {
      throw .failed("only types and parameters can be renamed; change other names by hand")
    }
    return found
  }

  func prepareRename(_ parameters: JSON) throws(ResponseError) -> JSON {
    let (place, _, files) = try renamedName(parameters)
    var texts = workspace.texts(files)
    guard let lines = texts[place.span.file], let core = lines.core(of: place) else {
      throw .failed(
        "'\(visibleText(place.name))' is spelled in another way here; rename it where it is defined")
    }
    return ["range": lines.json(core), "placeholder": .string(place.name)]
  }

  func rename(_ parameters: JSON) throws(ResponseError) -> JSON {
    let newName = try parameters.text("newName")
    let (place, names, files) = try renamedName(parameters)
    if place.name == newName { return .null }
    var texts = workspace.texts(files)
    let renaming = try Renaming(place, to: newName, in: names, files, &texts)
    var changes = JSONObject()
    for (file, edits) in renaming.edits.sorted(by: { $0.key < $1.key }) {
      guard let lines = texts[file] else { continue }
      changes[texts.uri(of: file)] = .array(
        edits.map { ["range": lines.json($0.range), "newText": .string($0.text)] })
    }
    return ["changes": .object(changes)]
  }
}
