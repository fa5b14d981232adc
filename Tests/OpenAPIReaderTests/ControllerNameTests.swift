import APIModel
import Testing

/// Names that springdoc and springfox make of classes and functions.
@Suite struct ControllerNameTests {
  private typealias Row = (operations: [(tag: String?, id: String)], names: [String])

  private static let rows: [Row] = [
    ([("book-controller", "list_1"), ("media-controller", "list")], ["book.list", "media.list"]),
    (
      [("books", "list"), ("media", "list_1"), ("films", "list_1_1")],
      ["books.list", "media.list", "films.list"]
    ),
    // Overloads in one class keep their numbers, in whatever order.
    (
      [("a", "list_2"), ("a", "list"), ("b", "list_1"), ("a", "find"), ("b", "find_1"), ("b", "find_2")],
      ["a.list_2", "a.list", "b.list", "a.find", "b.find_1", "b.find_2"]
    ),
    ([(nil, "list"), (nil, "list_1")], ["list", "list_1"]),
    // These numbers aren't springdoc's.
    (
      [("a", "step_1"), ("b", "step_2"), ("b", "read_x"), ("a", "read")],
      ["a.step_1", "b.step_2", "b.read_x", "a.read"]
    ),
    (
      [
        ("BookController", "w"), ("user_controller", "x"), ("Order Controller", "y"),
        ("cat-rest-controller", "z"),
      ],
      ["Book.w", "user.x", "Order.y", "cat.z"]
    ),
    // Names that would be taken.
    ([("book-controller", "a"), ("book", "b")], ["book-controller.a", "book.b"]),
    ([("book-controller", "a"), ("Books", "b")], ["book.a", "Books.b"]),
    (
      [("book-controller", "a"), ("book-rest-controller", "b"), ("BookController", "c")],
      ["book-controller.a", "book-rest-controller.b", "book-controller.c"]
    ),
    ([("book-controller", "a"), (nil, "book")], ["book-controller.a", "book"]),
    ([("client-controller", "a"), ("Controller", "b")], ["client-controller.a", "Controller.b"]),
    (
      [("microcontroller", "a"), ("traffic-controllers", "b")],
      ["microcontroller.a", "traffic-controllers.b"]
    ),
    // Types that would have a number.
    (
      [("item-controller", "create"), ("item-controller", "read_1")],
      ["item-controller.create", "item-controller.read_1"]
    ),
  ]

  @Test(arguments: rows.indices, ["2.0", "3.0.3", "3.1.0"])
  func areShort(_ position: Int, version: String) throws {
    let row = Self.rows[position]
    let paths = row.operations.enumerated().map { place, operation in
      "  /p\(place): {get: {operationId: \(operation.id), \(operation.tag.map { "tags: ['\($0)'], " } ?? "")"
        + "responses: {'204': {description: ok}}}}\n"
    }
    let schemas = "{ItemCreateRequest: {type: object}}"
    let types = version == "2.0" ? "definitions: \(schemas)\n" : "components: {schemas: \(schemas)}\n"
    let (module, _) = try readDocument("paths:\n" + paths.joined() + types, version: version)
    #expect(names(of: module) == row.names)
  }

  /// Who gives a tag other words has chosen it.
  @Test(arguments: [
    ("description: About books", "book"), ("x-displayName: Shelf", "book-controller"),
    ("summary: Shelf", "book-controller"),
  ])
  func describedTags(_ words: String, group: String) throws {
    let (module, _) = try readDocument(
      """
      tags: [{name: book-controller, \(words)}, {name: other-controller, description: Other}]
      paths: {/a: {get: {operationId: list, tags: [book-controller], responses: {'204': {description: ok}}}}}
      """)
    #expect(names(of: module) == ["\(group).list"])
    #expect(module.groups.map { $0.path.map(\.text) } == [[group]])
  }

  private func names(of module: Module) -> [String] {
    module.endpoints.map { ($0.group.map(\.text) + [$0.name.text]).joined(separator: ".") }
  }
}
