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
}
