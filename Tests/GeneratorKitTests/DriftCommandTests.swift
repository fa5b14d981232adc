import Foundation
import Testing

/// The command that compares traffic with specs: what it prints, how it ends, and what it changes.
@Suite struct DriftCommandTests {
  private static let module = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/v1/"}}

    """
  private static let books = """
    wgnapi: 1
    endpoints:
      book: {get: "books/{id}", parameters: {id: integer}, response: Book}
    schemas:
      Book:
        properties:   # what everybody sees
          id: integer
          title: {type: string, maxLength: 8}
          state: State

    """
  private static let states = """
    wgnapi: 1
    schemas:
      State: {enum: [new, used]}

    """

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.module, to: "Specs/Shop/module.yaml")
    try folder.write(Self.books, to: "Specs/Shop/books.yaml")
    try folder.write(Self.states, to: "Specs/Shop/states.yaml")
  }

  /// Writes a HAR file with a response for each book.
  private func record(_ responses: String..., host: String = "api.example.com") throws {
    let entries = responses.enumerated().map { position, response in
      """
      {"request": {"method": "GET", "url": "https://\(host)/v1/books/\(position + 1)", "headers": []},
       "response": {"status": 200, "headers": [],
        "content": {"mimeType": "application/json", "text": "\(response.replacing("\"", with: "\\\""))"}}}
      """
    }
    try folder.write(
      #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#, to: "shop.har")
  }

  private func drift(_ options: String..., shellPrefix: String? = nil) throws -> GeneratorTool.Result {
    try GeneratorTool.run(
      ["drift", "shop.har", "--specs", "Specs"] + options, workingDirectory: folder.path,
      shellPrefix: shellPrefix)
  }

  private static let good = #"{"id": 1, "title": "Title", "state": "new"}"#
  private static let other = #"{"id": 1, "title": "A longer title", "state": "lost"}"#

  @Test func trafficAsTheSpecSays() throws {
    try record(Self.good)
    let result = try drift()
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(result.errors == "0 differences in 1 exchange with 1 endpoint\n")
    let json = try drift("--format", "json")
    #expect(
      json.status == 0 && json.output == #"{"exchanges":1,"matched":1,"endpoints":1,"differences":[]}"# + "\n"
    )
  }

  @Test func differencesInEachFormat() throws {
    try record(Self.good, Self.other)
    let text = try drift()
    #expect(text.status == 1)
    #expect(
      text.output.contains(
        """
        Specs/Shop/books.yaml:8:14: warning: Book.title: up to 14, beyond 'maxLength: 8': 1 of 2; write 'maxLength: 14' [limit]
           8 |       title: {type: string, maxLength: 8}
        """), "\(text.output)")
    #expect(
      text.output.contains(
        "Specs/Shop/states.yaml:3:10: warning: State: new value: 'lost' (1): 1 of 2; add lost to 'enum' [new-value]"
      ))
    #expect(text.errors == "2 differences in 2 exchanges with 1 endpoint\n")
    let github = try drift("--format", "github")
    #expect(github.status == 1)
    #expect(
      github.output.hasPrefix(
        "::warning file=Specs/Shop/books.yaml,line=8,col=14,endLine=8,endColumn=41,title=limit::Book.title: up to 14"
      ),
      "\(github.output)")
    let json = try drift("--format", "json")
    #expect(json.status == 1)
    #expect(
      json.output.contains(
        #"{"kind":"new-value","place":"State","message":"new value: 'lost' (1)","count":1,"total":2,"file":"Specs/Shop/states.yaml","line":3,"column":10,"edit":"add lost to 'enum'","fixable":true}"#
      ), "\(json.output)")
  }

  @Test func whatNobodyAskedForIsAMistake() throws {
    try record(Self.good, host: "other.example.com")
    let other = try drift()
    #expect(other.status == 2)
    #expect(
      other.errors == """
        other servers: https://other.example.com (1 request); choose with --host
        error: there are no exchanges with the APIs of the specs in 'shop.har'

        """)
    #expect(try drift("--host", "other.example.com").status == 0)
    // A file that isn't there would be as good as one without differences.
    try record(Self.good)
    let absent = try GeneratorTool.run(
      ["drift", "shop.har", "absent.har", "--specs", "Specs"], workingDirectory: folder.path)
    #expect(absent.status == 2 && absent.errors.contains("there is no file or folder 'absent.har'"))
    let inferred = try GeneratorTool.run(
      ["infer", "absent.har", "-o", "New/Shop"], workingDirectory: folder.path)
    #expect(inferred.status == 2 && inferred.errors.contains("there is no file or folder 'absent.har'"))
    for (options, words) in [
      (["--only", "Shelf"], "there is no module 'Shelf'"), (["--dry-run"], "--dry-run belongs to --fix"),
      (["--format", "xml"], "'xml' is invalid"),
    ] {
      let result = try GeneratorTool.run(
        ["drift", "shop.har", "--specs", "Specs"] + options, workingDirectory: folder.path)
      #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test func fixChangesWhatCanBeChanged() throws {
    try record(Self.good, Self.other)
    let before = try folder.snapshot("Specs")
    let preview = try drift("--fix", "--dry-run")
    #expect(preview.status == 1 && preview.errors.contains("+      title: {type: string, maxLength: 14}\n"))
    #expect(try folder.snapshot("Specs") == before)
    let fixed = try drift("--fix")
    #expect(fixed.status == 0 && fixed.output.isEmpty, "\(fixed.output)\(fixed.errors)")
    #expect(fixed.errors.contains("-  State: {enum: [new, used]}\n+  State: {enum: [new, used, lost]}\n"))
    #expect(
      try folder.read("Specs/Shop/books.yaml") == Self.books.replacing("maxLength: 8", with: "maxLength: 14"))
    #expect(try folder.read("Specs/Shop/module.yaml") == Self.module)
    let again = try drift("--fix")
    #expect(again.status == 0 && again.errors == "0 differences in 2 exchanges with 1 endpoint\n")
  }

  @Test func whatRemainsIsReported() throws {
    let secret = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLXNlY3JldA"
    try record(
      Self.good, #"{"id": "x", "title": "Title", "state": "lost"}"#,
      #"{"id": 1, "title": "Title", "state": "\#(secret)"}"#)
    for _ in 0..<2 {
      let result = try drift("--fix")
      #expect(result.status == 1)
      #expect(result.output.contains("Book.id: a string, which the spec doesn't allow: 1 of 3 [other-type]"))
      #expect(result.output.contains("State: new values: values that can't be shown (1): 1 of 3 [new-value]"))
      #expect(result.errors.hasSuffix("2 differences in 3 exchanges with 1 endpoint\n"))
      #expect(!(result.output + result.errors).contains(secret.prefix(10)))
    }
    #expect(try folder.read("Specs/Shop/states.yaml").contains("[new, used, lost]"))
  }

  @Test func aFullDiskLeavesAllSpecsAsTheyWere() throws {
    // The second file is too large for the limit, the first isn't.
    try folder.write(
      Self.states + String(repeating: "# Padding.\n", count: 2000), to: "Specs/Shop/states.yaml")
    try record(Self.other)
    let before = try folder.snapshot("Specs")
    let result = try drift("--fix", shellPrefix: #"trap "" XFSZ; ulimit -f 8"#)
    #expect(result.status == 2)
    #expect(
      result.errors.hasSuffix(
        "Specs/Shop/states.yaml: error: can't be written: File too large; no file was changed\n"
      ),
      "\(result.errors)")
    #expect(try folder.snapshot("Specs") == before)
  }
}
