import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Groups whose names aren't Swift names.
@Suite struct GroupNameTests {
  private func generated(_ specs: [(path: String, text: String)]) -> GeneratedOutput {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let files = specs.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: Array($0.text.utf8)) }
    return generateAll(specs: files, templates: templates, withTests: false, threads: 1)
  }

  private func spec(_ groups: String, _ endpoints: String) -> GeneratedOutput {
    generated([
      ("M/module.yaml", "wgnapi: 1\nmodule:\n  servers: {main: https://a.b}\n  groups: {\(groups)}\n"),
      ("M/a.yaml", "wgnapi: 1\n\(endpoints)\n"),
    ])
  }

  private func document(_ tags: [String], declared: [String], types: String = "") -> GeneratedOutput {
    let paths = tags.enumerated().map {
      "  /p\($0): {get: {operationId: get\($0), tags: ['\($1)'], responses: {'204': {description: ok}}}}\n"
    }
    return generateShop(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: https://a.b}]\n"
        + "tags: [\(declared.map { "{name: '\($0)', description: 'About \($0)'}" }.joined(separator: ", "))]\npaths:\n"
        + paths.joined(), types: types)
  }

  private func messages(_ output: GeneratedOutput) -> [String] {
    output.diagnostics.filter { $0.id != .unusedDefinition }.map { "\($0.severity): \($0.message)" }
  }

  private func has(_ property: String, _ type: String, _ output: GeneratedOutput) -> Bool {
    output.modules.texts.contains {
      $0.contains("var \(property): \(type) ") || $0.contains("var \(property): Client.\(type) ")
        || $0.contains("var \(property): ShopClient.\(type) ")
    }
  }

  @Test(arguments: [
    ("x-group", "xGroup", "XGroupEndpoints"),
    ("user-management", "userManagement", "UserManagementEndpoints"),
    ("a--b-", "aB", "ABEndpoints"),
  ])
  func ofSpecsBecomeSwiftNames(group: String, property: String, type: String) {
    let output = spec("\(group): About it", "group: \(group)\nendpoints: {get: {get: a, response: integer}}")
    #expect(messages(output) == [])
    #expect(has(property, type, output), "\(output.modules.texts.joined())")
  }

  @Test(arguments: [
    ("x-group", "xGroup", "XGroupEndpoints"),
    ("user-management", "userManagement", "UserManagementEndpoints"),
  ])
  func ofDocumentsBecomeSwiftNames(tag: String, property: String, type: String) {
    let output = document([tag], declared: [tag])
    #expect(messages(output) == [])
    #expect(has(property, type, output), "\(output.modules.texts.joined())")
  }

  @Test(arguments: [("user-management", "userManagement"), ("user-management", "user_management")])
  func ofSpecsMayNotCollide(one: String, other: String) {
    let output = spec(
      "\(one): One, \(other): Other",
      "endpoints: {\(one).get: {get: a, response: integer}, \(other).put: {put: b, response: integer}}")
    let found = messages(output)
    #expect(
      found.contains {
        $0.hasPrefix("error: two groups of the client would both be called 'userManagement' in Swift")
      }, "\(found)")
    #expect(!found.contains { $0.contains("UserManagementEndpoints") }, "\(found)")
  }

  @Test func ofSpecsMayNotHaveTheSameType() {
    let output = spec(
      "a-b: One, a.b: Other",
      "endpoints: {a-b.get: {get: a, response: integer}, a.b.put: {put: b, response: integer}}")
    #expect(
      messages(output) == [
        "error: two types would both be called 'ABEndpoints' in Swift; rename the group"
      ])
  }

  /// A document that describes both means two groups.
  @Test func ofDocumentsGetANumberIfBothAreDescribed() {
    let tags = ["user-management", "user_management"]
    let output = document(tags, declared: tags)
    #expect(
      messages(output) == [
        "note: another group has the Swift name of the group 'user_management', so this one is called "
          + "'userManagement2'; beside the document, 'tags' in a spec chooses another name"
      ])
    #expect(has("userManagement", "UserManagementEndpoints", output))
    #expect(has("userManagement2", "UserManagement2Endpoints", output))
    let renamed = document(tags, declared: tags, types: "tags: {user_management: accounts}\n")
    #expect(messages(renamed) == [])
    #expect(has("accounts", "AccountsEndpoints", renamed))
  }

  /// The document's tag and the group's name both find it.
  @Test(arguments: ["book-controller", "book"]) func ofControllersCanBeRenamed(tag: String) {
    let plain = document(["book-controller"], declared: ["book-controller"])
    #expect(messages(plain) == [] && has("book", "BookEndpoints", plain))
    let output = document(
      ["book-controller"], declared: ["book-controller"], types: "tags: {\(tag): shelf}\n")
    #expect(messages(output) == [] && has("shelf", "ShelfEndpoints", output))
  }

  @Test func areRenamedByTheirExactSpelling() {
    let tags = ["Users", "users"]
    let output = document(tags, declared: tags, types: "tags: {users: members, Users: people}\n")
    #expect(messages(output) == [])
    #expect(has("people", "PeopleEndpoints", output) && has("members", "MembersEndpoints", output))
  }

  @Test(arguments: [
    (
      ["book-controller"], "book: shelf, book-controller: books",
      "'book' is what the tag 'book-controller' becomes; write it once"
    ),
    (
      ["book-controller"], "Book-Controller: shelf, BOOK: books",
      "'book' is what the tag 'book-controller' becomes; write it once"
    ),
    (
      ["book-controller"], "book-controller: shelf, Book-Controller: books",
      "the tag 'Book-Controller' has been given a group before, by another spelling of its name"
    ),
    (
      ["books"], "Books: shelf, BOOKS: tomes",
      "the tag 'BOOKS' has been given a group before, by another spelling of its name"
    ),
  ]) func areRenamedOnce(tags: [String], renamed: String, problem: String) {
    let output = document(tags, declared: tags, types: "tags: {\(renamed)}\n")
    #expect(messages(output) == ["error: \(problem)"])
  }

  /// Otherwise, the same tag is spelled in two ways.
  @Test func ofDocumentsAreOneIfOnlyOneIsDescribed() {
    let output = document(["Order Items", "order-items"], declared: ["Order Items"])
    #expect(
      messages(output) == [
        "note: the tags 'Order Items' and 'order-items' have the same name in Swift, so both are one group"
      ])
    #expect(has("orderItems", "OrderItemsEndpoints", output))
  }
}
