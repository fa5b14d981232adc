import Foundation
import Testing

@testable import GeneratorKit

struct InferCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try answers(
      "first",
      [
        "books/1": #"{"id": 1, "title": "x", "price": 3, "pages": 9}"#,
        "books/2": #"{"id": 2, "title": "y", "price": 4, "pages": 9}"#,
      ])
  }

  private func answers(_ name: String, _ responses: [String: String]) throws {
    for (path, text) in responses { try folder.write(text, to: "\(name)/\(path).json") }
  }

  private func infer(_ arguments: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(
      ["infer"] + arguments + ["-o", "Specs/Shop", "--host", "api.example.com"],
      workingDirectory: folder.path)
  }

  @Test func anEditedSpecIsMergedAndEvidenceIsKept() throws {
    let first = try infer("first", "--merge", "--evidence", "Evidence/shop.json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.errors.contains("note: there was no spec in 'Specs/Shop' to merge into, so this is a new one\n"),
      "\(first.errors)")
    let spec = try folder.read("Specs/Shop/books.yaml")
    let edited = spec.replacing("Book", with: "Volume").replacing(
      "schemas:\n", with: "schemas:\n  # As printed.\n")
    try folder.write(edited, to: "Specs/Shop/books.yaml")
    let evidence = try folder.read("Evidence/shop.json")
    try answers(
      "more",
      [
        "books/3": #"{"id": 3, "title": null, "price": 4.5, "pages": 9, "isbn": "z"}"#,
        "shelves/7": #"{"floor": 1, "side": "left", "length": 2}"#,
      ])

    let preview = try infer("more", "--merge", "--dry-run", "--evidence", "Evidence/shop.json")
    #expect(preview.status == 1 && preview.output.contains("+"))
    #expect(try folder.read("Specs/Shop/books.yaml") == edited)
    #expect(try folder.read("Evidence/shop.json") == evidence && !folder.exists("Specs/Shop/shelves.yaml"))

    let merged = try infer("more", "--merge", "--evidence", "Evidence/shop.json")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.output == preview.output)
    let text = try folder.read("Specs/Shop/books.yaml")
    #expect(
      text.contains("  # As printed.\n  Volume: ") && text.contains("title: \"string?\", ")
        && text.contains("price: number")
        && text.contains(#""isbn?": string"#))
    #expect(try folder.read("Specs/Shop/shelves.yaml").contains("get: \"shelves/{id}\"\n"))
    let more = try folder.read("Evidence/shop.json")
    #expect(more.contains("\"exchanges\":4"), "\(more)")

    let again = try infer("more", "--merge", "--evidence", "Evidence/shop.json")
    #expect(
      again.status == 0 && again.output.isEmpty
        && again.errors == "already in the evidence: 2 files\nnothing to merge in 2 exchanges\n",
      "\(again.errors)")
    #expect(try folder.read("Evidence/shop.json") == more)
    #expect(try folder.read("Specs/Shop/books.yaml") == text)
    let drift = try GeneratorTool.run(["drift", "more", "--specs", "Specs"], workingDirectory: folder.path)
    #expect(drift.status == 0, "\(drift.output)")
  }

  @Test func whatIsWrongChangesNothing() throws {
    try folder.write("{\"wgnapi-evidence\": 9}", to: "shop.json")
    let newer = try infer("first", "--evidence", "shop.json")
    #expect(newer.status == 2 && !folder.exists("Specs"))
    #expect(
      newer.errors
        == "shop.json: error: wgnapi-evidence: a newer generator wrote it: version 9, and this one reads 1; restore the file, or delete it to start over\n"
    )
    #expect(try infer("first").status == 0)
    try answers(
      "more", ["books/3": #"{"id": 3, "title": "x", "price": "free", "pages": 9}"#, "shelves": #"{"a": 1}"#])
    let rest = try infer("more", "--merge")
    #expect(
      rest.status == 1
        && rest.errors.contains(
          "Book.price: a string, which the spec doesn't allow: 1 of 1; if both types are valid, write 'oneOf' with both ["
        ),
      "\(rest.errors)")
    let module = try folder.read("Specs/Shop/module.yaml")
    try folder.write(module + "\nnonsense: 1\n", to: "Specs/Shop/module.yaml")
    let broken = try infer("more", "--merge")
    #expect(broken.status == 2 && broken.errors.contains("Specs/Shop/module.yaml"), "\(broken.errors)")
    #expect(try infer("more", "--dry-run").status == 2)
    // A folder of modules isn't a module.
    let above = try GeneratorTool.run(
      ["infer", "more", "--merge", "-o", "Specs"], workingDirectory: folder.path)
    #expect(above.status == 2 && above.errors.contains("there is no module.yaml"), "\(above.errors)")
    #expect(!folder.exists("Specs/module.yaml"))
    #expect(try infer("more", "--merge", "--module", "X").status == 2)
  }

  /// A spec in such a folder could never be generated.
  @Test func foldersThatCanNotBeModulesAreRefused() throws {
    #expect(try infer("first").status == 0)
    func errors(_ output: String, _ more: [String] = []) throws -> String {
      let result = try GeneratorTool.run(
        ["infer", "first", "--host", "api.example.com", "-o", output] + more, workingDirectory: folder.path)
      #expect(result.status == 2, "\(output): \(result.errors)")
      return result.errors
    }
    let named = try errors("New/my lab-2")
    #expect(named.contains("can't be called 'my lab-2'") && named.contains("'MyLab2'"), "\(named)")
    _ = try errors("New/my-lab", ["--module", "Lab", "--merge"])
    _ = try errors("New/Foundation")
    #expect(!folder.exists("New"))
    let above = try errors("Specs")
    #expect(above.contains("'Specs' is a folder of modules") && above.contains("'Shop'"), "\(above)")
    #expect(!folder.exists("Specs/module.yaml"))
  }

  /// A HAR file with requests to one endpoint.
  private func writeHAR(_ queries: [String], to name: String) throws {
    let entries = queries.map { query in
      #"{"request":{"method":"GET","url":"https://api.example.com/search?\#(query)"},"response":{"status":200,"content":{"#
        + #""mimeType":"application/json","text":"{\"a\":1}"}}}"#
    }
    try folder.write(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#, to: name)
  }

  @Test func manyParametersAreKeptOrReported() throws {
    func query(_ numbers: Range<Int>) -> String {
      numbers.map { "p\(1000 + $0)x=1" }.joined(separator: "&")
    }
    try writeHAR([query(0..<130)], to: "some.har")
    let some = try infer("some.har")
    #expect(some.status == 0 && !some.errors.contains("warning"), "\(some.errors)")
    #expect(try folder.read("Specs/Shop/search.yaml").contains("p1129x: integer"))
    try FileManager.default.removeItem(atPath: folder.path("Specs"))
    try writeHAR([query(0..<300), query(250..<420), query(400..<450)], to: "many.har")
    let expected =
      "warning: GET /search: 50 of 450 parameters are left out, because there are more than 400\n"
    let many = try infer("many.har", "--evidence", "shop.json")
    #expect(many.status == 0 && many.errors.contains(expected), "\(many.errors)")
    let text = try folder.read("Specs/Shop/search.yaml")
    #expect(text.contains("p1399x?: integer") && !text.contains("p1400x"))
    // Stored evidence knows it, too.
    try FileManager.default.removeItem(atPath: folder.path("Specs"))
    let again = try infer("many.har", "--evidence", "shop.json")
    #expect(again.errors.contains(expected), "\(again.errors)")
  }

  /// The limit holds for what is merged as well.
  @Test func noMoreParametersAreMerged() throws {
    try writeHAR(["a=1"], to: "first.har")
    #expect(try infer("first.har").status == 0)
    try writeHAR([(0..<450).map { "p\(1000 + $0)x=1" }.joined(separator: "&")], to: "many.har")
    let many = try infer("many.har", "--merge")
    #expect(
      many.status == 1 && many.errors.contains("the endpoint would have 451 parameters"), "\(many.errors)")
    #expect(!(try folder.read("Specs/Shop/search.yaml").contains("p1000x")))
  }

  /// A full disk, or a run that was killed, leaves neither a part of the files nor temporary ones.
  @Test func allFilesAreWrittenOrNone() throws {
    try writeHAR([(0..<300).map { "parameter\(1000 + $0)x=1" }.joined(separator: "&")], to: "large.har")
    let full = try GeneratorTool.run(
      ["infer", "large.har", "-o", "Specs/Shop", "--host", "api.example.com"], workingDirectory: folder.path,
      shellPrefix: #"trap "" XFSZ; ulimit -f 2"#)
    #expect(full.status == 2 && full.errors.contains("File too large"), "\(full)")
    #expect(try folder.snapshot("Specs").keys.allSatisfy { $0.hasSuffix("/") })
    try folder.write("", to: "Specs/Shop/.wgnapi-gen-999999-1.tmp")
    #expect(try infer("large.har").status == 0)
    #expect(!folder.exists("Specs/Shop/.wgnapi-gen-999999-1.tmp"))
  }

  @Test func messagesNameTheTraffic() throws {
    try folder.write(#"{"log":{"entries":[]}}"#, to: "empty.har")
    let none = try infer("empty.har")
    #expect(none.status == 2 && none.errors == "error: there are no requests to describe in 'empty.har'\n")
    try folder.write(#"{"log":{"entries":[]}, "more": 1}"#, to: "other.har")
    let two = try infer("empty.har", "other.har")
    #expect(two.errors == "error: there are no requests to describe in 'empty.har' and 'other.har'\n")
    #expect(try infer("first").status == 0)
    let merged = try infer("empty.har", "--merge")
    #expect(
      merged.status == 2
        && merged.errors == "error: there are no exchanges with the servers of the spec in 'empty.har'\n",
      "\(merged.errors)")
    let nothing = try GeneratorTool.run(
      ["drift", "empty.har", "--specs", "Specs"], workingDirectory: folder.path)
    #expect(
      nothing.status == 2
        && nothing.errors == "error: there are no exchanges with the APIs of the specs in 'empty.har'\n",
      "\(nothing.errors)")
  }

  /// The summary counts what is under `schemas` in the files.
  @Test func theSummaryCountsNamedTypes() throws {
    let inner = #"{"x": 1, "y": 2}"#
    try answers(
      "nested",
      [
        "orders/1":
          #"{"order_id": 1, "from": \#(inner), "to": {"z": 1}, "by": {"name": "a b", "n": 1}, "b": 1}"#
      ])
    let result = try infer("nested")
    let text = try folder.read("Specs/Shop/orders.yaml")
    let names = text.split(separator: "\nschemas:\n").last?.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  #")
    }
    #expect(names?.count == 1, "\(text)")
    #expect(result.errors == "1 endpoint and 1 schema from 1 exchange\n", "\(result.errors)")
  }

  @Test func severalFilesAreWrittenOrNone() throws {
    try folder.write("old", to: "a")
    try folder.write("changed by somebody", to: "b")
    func changes(_ old: String) -> [ChangedFile] {
      [
        ChangedFile(path: folder.path("a"), old: Array("old".utf8), new: Array("new".utf8)),
        ChangedFile(path: folder.path("sub/c"), old: nil, new: Array("c".utf8)),
        ChangedFile(path: folder.path("b"), old: Array(old.utf8), new: Array("new b".utf8)),
      ]
    }
    #expect(throws: FileSystemError.self) { try writeTogether(changes("b")) }
    #expect(try folder.read("a") == "old" && !folder.exists("sub/c"))
    #expect(try folder.read("b") == "changed by somebody")
    try writeTogether(changes("changed by somebody"))
    #expect(try folder.read("a") == "new" && folder.read("sub/c") == "c" && folder.read("b") == "new b")
    // A folder in a file's place.
    try FileManager.default.createDirectory(atPath: folder.path("d/e"), withIntermediateDirectories: true)
    #expect(throws: FileSystemError.self) {
      try writeTogether([
        ChangedFile(path: folder.path("a"), old: Array("new".utf8), new: Array("newer".utf8)),
        ChangedFile(path: folder.path("d"), old: nil, new: []),
      ])
    }
    #expect(try folder.read("a") == "new")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        !$0.contains("tmp") && !$0.hasPrefix(".")
      })
  }
}
