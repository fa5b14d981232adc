import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Schemas that are used in requests and in answers.
@Suite struct DirectionTests {
  private func generated(_ text: String) -> (files: [String: String], errors: [Diagnostic]) {
    let text = "wgnapi: 1\nmodule: {servers: {eu: https://api.example.com}}\n" + text
    let specs = [SpecFile(path: "M/module.yaml", displayPath: "M/module.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, jobs: 1)
    let files = tree.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
    return (
      Dictionary(files) { first, _ in first }, diagnostics.filter { $0.severity == .error }
    )
  }

  private let user = "User: {properties: {id: {type: integer, readOnly: true}, name: string}}"

  @Test func `a second type must have a name of its own`() throws {
    let (_, errors) = generated(
      """
      endpoints: {e: {post: e, body: User, response: "{User: UserInput}"}}
      schemas:
        \(user)
        UserInput: {properties: {a: string}}
      """.replacing("{User: UserInput}", with: "[Pair]")
        + "\n  Pair: {properties: {user: User, input: UserInput}}\n")
    let error = try #require(errors.first)
    #expect(errors.count == 1 && error.id == .nameCollision && error.message.contains("'UserInput'"))
    #expect(error.notes.count == 1)
  }

  @Test func `what isn't used both ways has one type`() {
    let answers = generated("endpoints: {e: {get: e, response: User}}\nschemas: {\(user)}\n").files
    #expect(answers["M/Models/User.swift"]?.contains("public let id: Int") == true)
    #expect(answers["M/Models/UserInput.swift"] == nil)
    let requests = generated("endpoints: {e: {post: e, body: User, response: empty}}\nschemas: {\(user)}\n")
      .files
    #expect(requests["M/Models/User.swift"]?.contains("public let id") == false)
    #expect(requests["M/Models/UserInput.swift"] == nil)
  }

  @Test func `schemas that contain themselves or each other are separated, too`() {
    let files = generated(
      """
      endpoints: {e: {post: e, body: Tree, response: Tree}}
      schemas:
        Tree: {properties: {id: {type: integer, readOnly: true}, children: "[Tree]", leaf?: Leaf}}
        Leaf: {properties: {tree?: Tree}}
        Other: {properties: {a: string}}

      """
    ).files
    #expect(files["M/Models/TreeInput.swift"]?.contains("public let children: [TreeInput]") == true)
    #expect(files["M/Models/LeafInput.swift"]?.contains("var tree: TreeInput?") == true)
    #expect(files["M/Models/Tree.swift"]?.contains("public let children: [Tree]") == true)
    #expect(files["M/Models/OtherInput.swift"] == nil)
  }

  @Test func `a part that another part makes read-only is no longer asked for`() {
    let files = generated(
      """
      endpoints: {e: {post: e, body: Note, response: Note}}
      schemas:
        Base: {properties: {id: integer, text: string}}
        Note: {allOf: [Base, {properties: {id: {type: integer, readOnly: true}}}]}

      """
    ).files
    #expect(files["M/Models/NoteInput.swift"]?.contains("public let id") == false)
    #expect(files["M/Models/NoteInput.swift"]?.contains("public let text: String") == true)
    #expect(files["M/Models/Note.swift"]?.contains("public let id: Int") == true)
  }
}
