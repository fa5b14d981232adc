import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Schemas that are used in requests and in responses.
@Suite struct DirectionTests {
  private func generated(_ text: String) -> (tree: OutputTree, errors: [Diagnostic]) {
    let text = "wgnapi: 1\nmodule: {servers: {eu: https://api.example.com}}\n" + text
    let specs = [SpecFile(path: "M/module.yaml", displayPath: "M/module.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, threads: 1)
    return (tree, diagnostics.filter { $0.severity == .error })
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
    let responses = generated("endpoints: {e: {get: e, response: User}}\nschemas: {\(user)}\n").tree
    #expect(responses.declaration(of: "User")?.contains("public let id: Int") == true)
    #expect(responses.declaration(of: "UserInput") == nil)
    let requests = generated("endpoints: {e: {post: e, body: User, response: empty}}\nschemas: {\(user)}\n")
      .tree
    #expect(requests.declaration(of: "User")?.contains("public let id") == false)
    #expect(requests.declaration(of: "UserInput") == nil)
  }

  @Test func `schemas that contain themselves or each other are separated, too`() {
    let tree = generated(
      """
      endpoints: {e: {post: e, body: Tree, response: Tree}}
      schemas:
        Tree: {properties: {id: {type: integer, readOnly: true}, children: "[Tree]", leaf?: Leaf}}
        Leaf: {properties: {tree?: Tree}}
        Other: {properties: {a: string}}

      """
    ).tree
    #expect(tree.declaration(of: "TreeInput")?.contains("public let children: [TreeInput]") == true)
    #expect(tree.declaration(of: "LeafInput")?.contains("var tree: TreeInput?") == true)
    #expect(tree.declaration(of: "Tree")?.contains("public let children: [Tree]") == true)
    #expect(tree.declaration(of: "OtherInput") == nil)
  }

  @Test func `a part that another part makes read-only is no longer asked for`() {
    let tree = generated(
      """
      endpoints: {e: {post: e, body: Note, response: Note}}
      schemas:
        Base: {properties: {id: integer, text: string}}
        Note: {allOf: [Base, {properties: {id: {type: integer, readOnly: true}}}]}

      """
    ).tree
    #expect(tree.declaration(of: "NoteInput")?.contains("public let id") == false)
    #expect(tree.declaration(of: "NoteInput")?.contains("public let text: String") == true)
    #expect(tree.declaration(of: "Note")?.contains("public let id: Int") == true)
  }
}
