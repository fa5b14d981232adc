import Foundation
import Testing

/// The commands that compare versions of specs: where the old version comes from, what they print, and how they end.
@Suite struct BreakingCommandTests {
  static let spec = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      item: {get: "items/{id}", parameters: {id: integer}, response: Item}
    schemas:
      Item: {properties: {id: integer, title: string}}

    """

  let folder: TemporaryFolder

  /// A checkout with a commit `v1`, and a change that isn't committed.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    try folder.write("specs: Specs\noutput: Generated\n", to: "wgnapi-gen.yaml")
    try git("init", "--quiet", "--initial-branch", "main")
    try commit("v1")
    try folder.write(
      Self.spec.replacing("title: string", with: "title?: string"), to: "Specs/Shop/module.yaml")
  }

  func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", folder.path, "-c", "user.name=Test", "-c", "user.email=test@example.com"] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  func commit(_ tag: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", tag)
    try git("tag", tag)
  }

  func run(
    _ arguments: String..., in subfolder: String = "", environment: [String: String] = [:]
  ) throws -> GeneratorTool.Result {
    try GeneratorTool.run(
      arguments, workingDirectory: subfolder.isEmpty ? folder.path : folder.path(subfolder),
      environment: environment)
  }

  static let report = """
    Specs/Shop/module.yaml:6:36: Item.title: became optional [became-optional]
        before: v1:Specs/Shop/module.yaml:6:36
      - let title: String = item.title
      + let title: String? = item.title

    Wire, between an app of the old version and the new service:
    Specs/Shop/module.yaml:6:36: responses: Item.title: may be missing [may-break]
        before: v1:Specs/Shop/module.yaml:6:36

    """

  // MARK: Old versions

  @Test func aRevision() throws {
    let result = try run("breaking", "--against", "v1")
    #expect(result.output == Self.report)
    #expect(result.errors == "1 change breaks source; 1 change on the wire\n")
    #expect(result.status == 1)
    // Nothing was written, and nothing is checked out.
    #expect(try folder.read("Specs/Shop/module.yaml").contains("title?: string"))
    #expect(!folder.exists("Generated"))
  }

  @Test func aRevisionFromASubfolder() throws {
    let result = try run("breaking", "--against", "v1", in: "Specs/Shop")
    #expect(
      result.output
        == Self.report.replacing(
          "Specs/Shop/module.yaml:6:36: ", with: "../../Specs/Shop/module.yaml:6:36: "))
  }

  @Test func aRevisionWithAPath() throws {
    try git("mv", "Specs", "API")
    try commit("v2")
    try folder.write("specs: API\noutput: Generated\n", to: "wgnapi-gen.yaml")
    let moved = try run("breaking", "--against", "v1:Specs")
    #expect(moved.output.contains("before: v1:Specs/Shop/module.yaml:6:36"))
    #expect(moved.output.hasPrefix("API/Shop/module.yaml:6:36: Item.title"))
    let lost = try run("breaking", "--against", "v1")
    #expect(lost.status == 2)
    #expect(
      lost.errors.contains("'v1' has no 'API'; these specs were at 'Specs': compare with 'v1:Specs' ["))
    try folder.write(Self.spec, to: "Other/Store/module.yaml")
    let unknown = try run("breaking", "Other", "--against", "v1")
    #expect(unknown.errors.contains("'v1' has no 'Other'; name the place of the specs in it: 'v1:path'"))
    #expect(try run("breaking", "--against", "v1:./Specs").output == moved.output)
    let outside = try run("breaking", "--against", "v1:../Specs")
    #expect(outside.errors.contains("is outside of the repository"))
  }

  @Test func aFolder() throws {
    try folder.write(Self.spec, to: "Old/Shop/module.yaml")
    let result = try run("breaking", "--against", "Old")
    #expect(result.output == Self.report.replacing("v1:Specs", with: "Old"))
    #expect(try run("breaking", "--against", "Specs").status == 0)
  }

  @Test func aDocument() throws {
    let document = """
      openapi: 3.1.0
      info: {title: Shop, version: "1"}
      paths:
        /items:
          get:
            operationId: listItems
            responses: {"200": {description: OK, content: {application/json: {schema: {$ref: "schemas.yaml#/Item"}}}}}

      """
    let schemas = "Item: {type: object, required: [id], properties: {id: {type: integer}}}\n"
    try folder.write(document, to: "shop-1.yaml")
    try folder.write(schemas, to: "schemas.yaml")
    try commit("v2")
    try folder.write(document, to: "shop-2.yaml")
    try folder.write(schemas.replacing("integer", with: "string"), to: "schemas.yaml")
    let result = try run("breaking", "shop-2.yaml", "--against", "v2:shop-1.yaml")
    #expect(result.output.contains("Item.id: was 'Int' and is 'String' [retyped]"))
    #expect(result.output.contains("before: v2:schemas.yaml:1:"))
    // The module isn't renamed with the file.
    #expect(!result.output.contains("import"))
    #expect(result.status == 1)
  }

  // MARK: Dependencies

  /// GitHub looks for files from the root of the workspace.
  @Test func annotationsInAFolderOfTheWorkspace() throws {
    let workspace = (folder.path as NSString).deletingLastPathComponent
    let name = (folder.path as NSString).lastPathComponent
    func report(_ environment: [String: String]) throws -> String {
      try run("breaking", "--against", "v1", "--format", "github", environment: environment).output
    }
    #expect(
      try report(["GITHUB_WORKSPACE": workspace]).contains(
        "::error file=\(name)/Specs/Shop/module.yaml,line=6"))
    for other in [folder.path, "/somewhere", ""] {
      #expect(try report(["GITHUB_WORKSPACE": other]).contains("::error file=Specs/Shop/module.yaml,line=6"))
    }
  }

  @Test func aNewDependency() throws {
    try folder.write(
      Self.spec.replacing("get: \"items/{id}\"", with: "get: \"items/{id}\", cache: 10 min"),
      to: "Specs/Shop/module.yaml")
    let result = try run("breaking", "--against", "v1")
    #expect(
      result.output.contains(
        "Shop: its target needs the product 'WGNAPICache' [new-dependency]\n"), "\(result.output)")
    #expect(result.output.contains("  + .product(name: \"WGNAPICache\", package: \"wgnapi-gen\"),\n"))
    #expect(result.errors == "1 change breaks source; 1 change of behaviour\n")
    // It is the line that 'generate' prints.
    let line = ".product(name: \"WGNAPICache\", package: \"wgnapi-gen\"),"
    let generated = try run()
    #expect((generated.output + generated.errors).contains(line))
    let json = try run("breaking", "--against", "v1", "--format", "json").output
    #expect(json.contains(#""id":"new-dependency","breaks":true,"module":"Shop","place":"Shop""#))
    #expect(
      try run("breaking", "--against", "v1", "--format", "github").output.contains(
        "title=new-dependency::Shop: its target needs the product 'WGNAPICache'%0Anote: now: \(line)"))
    #expect(try run("changelog", "--against", "v1").output.contains("its target needs the product"))
    try folder.write(
      "specs: Specs\noutput: Generated\nallow: [{id: new-dependency, place: Shop, reason: All is linked}]\n",
      to: "wgnapi-gen.yaml")
    #expect(try run("breaking", "--against", "v1").status == 0)
  }

  // MARK: Formats

  @Test func json() throws {
    let result = try run("breaking", "--against", "v1", "--format", "json")
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(value?["breaking"] as? Int == 1)
    let change = (value?["changes"] as? [[String: Any]])?.first
    #expect(change?["id"] as? String == "became-optional")
    #expect(change?["place"] as? String == "Item.title")
    #expect((change?["old"] as? [String: Any])?["file"] as? String == "v1:Specs/Shop/module.yaml")
    #expect((change?["new"] as? [String: Any])?["line"] as? Int == 6)
    let line = (change?["lines"] as? [[String: Any]])?.first
    #expect(line?["after"] as? String == "let title: String? = item.title")
  }

  @Test func jsonOfTheWire() throws {
    let output = try run("breaking", "--against", "v1", "--format", "json").output
    #expect(
      output.contains(
        #"{"id":"may-break","direction":"response","module":"Shop","place":"Item.title","message":"may be missing","#
      ))
  }

  @Test func annotations() throws {
    let result = try run("breaking", "--against", "v1", "--format", "github")
    #expect(
      result.output.hasPrefix(
        "::error file=Specs/Shop/module.yaml,line=6,col=36,endLine=6,endColumn=41,title=became-optional::Item.title: became optional"
      ))
  }

  @Test func aChangelog() throws {
    let result = try run("changelog", "--against", "v1")
    #expect(result.status == 0)
    #expect(
      result.output == """
        ## Upgrading

        | change | before | now |
        | --- | --- | --- |
        | `Item.title`: became optional | `let title: String = item.title` | `let title: String? = item.title` |

        ## Apps that aren't updated

        - `Item.title` in responses: may be missing (may break).

        """)
  }

  // MARK: Allowed changes

  @Test func allowedChanges() throws {
    func settings(_ allowed: String) -> String {
      "specs: Specs\noutput: Generated\nallow:\n  - {\(allowed)}\n"
    }
    try folder.write(
      settings("id: became-optional, place: Item.title, reason: Old items have none"), to: "wgnapi-gen.yaml")
    let result = try run("breaking", "--against", "v1")
    #expect(result.status == 0)
    #expect(!result.output.contains("became-optional"))
    #expect(result.errors == "nothing else breaks source; 1 change accepted; 1 change on the wire\n")
    let json = try run("breaking", "--against", "v1", "--format", "json").output
    #expect(json.hasPrefix(#"{"breaking":0,"accepted":1,"changes":[]"#))
    // What apps have to do is still in the changelog.
    #expect(try run("changelog", "--against", "v1").output.contains("Item.title"))
    try folder.write(settings("id: renamed, place: Item.title, reason: Better"), to: "wgnapi-gen.yaml")
    let unused = try run("breaking", "--against", "v1")
    #expect(
      unused.errors.contains(
        "wgnapi-gen.yaml:4:10: warning: there is no change 'renamed' of 'Item.title' to allow; remove it [unused-allowance]"
      ))
    #expect(unused.status == 1)
    try folder.write(settings("id: renamd, reason: Better"), to: "wgnapi-gen.yaml")
    let unknown = try run("breaking", "--against", "v1")
    #expect(unknown.errors.contains("'renamd' isn't a kind of change that breaks"))
    #expect(unknown.errors.contains("did you mean 'renamed'?"))
    #expect(unknown.status == 2)
  }

  // MARK: Bad input

  @Test func anUnknownRevision() throws {
    let result = try run("breaking", "--against", "v2")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors.contains(
        "there is no revision 'v2', and no file or folder of that name; did you mean 'v1'? [unknown-revision]"
      ))
    // A revision can't become an option of git.
    for text in ["--output=pwned", "-h", "--upload-pack=touch pwned"] {
      let option = try run("breaking", "--against=\(text)")
      #expect(option.status == 2)
      #expect(option.errors.contains("there is no revision"))
    }
    #expect(!folder.exists("pwned"))
  }

  @Test func aFolderThatIsNoCheckout() throws {
    let other = try TemporaryFolder()
    try other.write(Self.spec, to: "Specs/Shop/module.yaml")
    let result = try GeneratorTool.run(
      ["breaking", "Specs", "--against", "main"], workingDirectory: other.path,
      environment: ["GIT_CEILING_DIRECTORIES": other.path])
    #expect(result.status == 2)
    #expect(result.errors.contains("'Specs' isn't in a checkout of Git, so it has no revisions"))
  }

  @Test func noGit() throws {
    let result = try run("breaking", "--against", "v1", environment: ["PATH": folder.path("Specs")])
    #expect(result.status == 2)
    #expect(
      result.errors.contains(
        "reading a revision needs git, which isn't installed; install it, or pass a folder"))
  }

  @Test func anOldSpecWithMistakes() throws {
    try folder.write(Self.spec.replacing("title: string", with: "title: strng"), to: "Specs/Shop/module.yaml")
    try commit("bad")
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    let result = try run("breaking", "--against", "bad")
    #expect(result.status == 2)
    #expect(result.errors.contains("bad:Specs/Shop/module.yaml:6:43: error: unknown type 'strng'"))
    #expect(
      result.errors.contains(
        "error: the specs of 'bad' can't be generated, so there is nothing to compare with"))
    // It can be read, and not be generated.
    try folder.write(
      Self.spec.replacing("title: string", with: "a_b: string, aB: string"), to: "Specs/Shop/module.yaml")
    try commit("worse")
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    let worse = try run("breaking", "--against", "worse")
    #expect(worse.status == 2)
    #expect(worse.errors.contains("worse:Specs/Shop/module.yaml:6:"))
  }

  /// GitHub shows annotations at files of the checkout only.
  @Test func annotationsOfARevision() throws {
    try folder.write(Self.spec.replacing("title: string", with: "title: strng"), to: "Specs/Shop/module.yaml")
    try commit("bad")
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
    let result = try run("breaking", "--against", "bad", "--diagnostics", "github")
    #expect(result.errors.contains("::error title="), "\(result.errors)")
    #expect(result.errors.contains("::bad:Specs/Shop/module.yaml:6:43: unknown type 'strng'"))
    #expect(!result.errors.contains("file="))
    try folder.write("specs: Specs\noutput: Generated\nshims: bad\n", to: "wgnapi-gen.yaml")
    #expect(!(try run("--diagnostics", "github").errors.contains("file=bad")))
  }

  @Test func aNewSpecWithMistakes() throws {
    try folder.write(Self.spec.replacing("title: string", with: "title: strng"), to: "Specs/Shop/module.yaml")
    let result = try run("breaking", "--against", "v1")
    #expect(result.status == 2)
    #expect(result.errors.contains("Specs/Shop/module.yaml:6:43: error: unknown type 'strng'"))
    #expect(!result.errors.contains("v1"))
  }

  @Test func linksInARevision() throws {
    try folder.link("Specs/Shop/more.yaml", to: "/etc/hostname")
    try commit("linked")
    try folder.remove("Specs/Shop/more.yaml")
    let result = try run("breaking", "--against", "linked")
    #expect(result.status == 2)
    #expect(
      result.errors.contains("linked:Specs/Shop/more.yaml: error: links in a revision are not followed"))
  }

  @Test func wordsOfOtherTools() throws {
    #expect(try run("breaking").errors.contains("--against"))
    #expect(try run("diff", "Specs").errors.contains("breaking --against main"))
  }
}
