import Diagnostics
import GeneratorKit
import SpecReader
import WGNAPIJSON

extension LanguageServer {
  /// The name at a position in a document, and all names of the specs; nil where there is none.
  private func name(_ parameters: Parameters) throws(ResponseError) -> (NamePlace, SpecNames, SpecProject)? {
    let path = try parameters.document()
    let position = try parameters.position()
    guard let document = workspace.documents[path], let project = workspace.project(of: path),
      let names = project.names(for: path)
    else { return nil }
    let location = document.lines.location(ofOffset: document.lines.offset(of: position, encoding))
    return names.place(at: location, in: path).map { ($0, names, project) }
  }

  private static let renamed: Set<NamePlace.Kind> = [.schema, .parameter]

  func definition(_ parameters: Parameters) throws(ResponseError) -> JSON {
    guard let (place, _, _) = try name(parameters) else { return .null }
    return location(of: place.definition)
  }

  func references(_ parameters: Parameters) throws(ResponseError) -> JSON {
    guard let (place, names, _) = try name(parameters) else { return .null }
    let withDefinition = parameters["context", "includeDeclaration"]?.bool ?? true
    return .array(
      names.places(of: place.definition).filter { withDefinition || !$0.isDefinition }.map {
        location(of: $0.span)
      })
  }

  // MARK: Renaming

  func prepareRename(_ parameters: Parameters) throws(ResponseError) -> JSON {
    guard let (place, _, project) = try name(parameters), Self.renamed.contains(place.kind),
      let bytes = project.bytes(of: place.span.file),
      let span = Renaming.core(of: place, in: TextLines(bytes: bytes))
    else { return .null }
    return ["range": range(of: span), "placeholder": .string(place.name)]
  }

  func rename(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let newName = try parameters.string("newName")
    guard let (place, names, project) = try name(parameters), Self.renamed.contains(place.kind) else {
      throw .failed("only types and parameters can be renamed")
    }
    if place.name == newName { return .null }
    let renaming: Renaming
    do throws(Renaming.Refusal) {
      renaming = try Renaming(place, to: newName, in: names, project.files(related: place.definition.file))
    } catch {
      throw .failed(error.message)
    }
    var changes: [String: [JSON]] = [:]
    for edit in renaming.edits {
      let location = location(of: edit.span)
      guard let uri = location["uri"]?.string, let range = location["range"] else { continue }
      changes[uri, default: []].append(["range": range, "newText": .string(edit.text)])
    }
    return [
      "changes": .object(JSONObject(changes.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value)) }))
    ]
  }
}
