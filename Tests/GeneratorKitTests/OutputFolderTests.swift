import Diagnostics
import Foundation
import Testing

@testable import GeneratorKit

@Suite struct OutputFolderTests {
  let folder: TemporaryFolder
  let out: String

  init() throws {
    folder = try TemporaryFolder()
    out = folder.path("out")
  }

  @Test func writesIntoAFolderThatDoesNotExist() throws {
    let (made, diagnostics) = write(tree(["M/a.swift": "a", "b.swift": "b"]), to: folder.path("deep/out/"))
    #expect(diagnostics.isEmpty)
    #expect(made?.count(.added) == 2)
    let manifest = String(decoding: Manifest(paths: ["M/a.swift", "b.swift"]).bytes, as: UTF8.self)
    #expect(
      try folder.snapshot("deep/out") == [
        "M/": "", "M/a.swift": generated("a"), "b.swift": generated("b"), ".wgnapi-gen.json": manifest,
      ])
  }

  @Test func leavesUnchangedFilesAlone() throws {
    write(tree(["M/a.swift": "a", "M/b.swift": "b"]), to: out)
    for name in ["M/a.swift", "M/b.swift", ".wgnapi-gen.json"] { try folder.age("out/" + name) }
    let (made, _) = write(tree(["M/a.swift": "a", "M/b.swift": "other"]), to: out)
    #expect(made?.paths(.unchanged) == [".wgnapi-gen.json", "M/a.swift"])
    #expect(made?.paths(.changed) == ["M/b.swift"])
    #expect(try folder.isAged("out/M/a.swift"))
    #expect(try folder.isAged("out/.wgnapi-gen.json"))
    #expect(try !folder.isAged("out/M/b.swift"))
    #expect(try folder.read("out/M/b.swift") == generated("other"))
  }

  @Test func keepsPermissionsOfFilesItReplaces() throws {
    write(tree(["a.swift": "a"]), to: out)
    try FileManager.default.setAttributes([.posixPermissions: 0o440], ofItemAtPath: out + "/a.swift")
    write(tree(["a.swift": "b"]), to: out)
    let permissions = try FileManager.default.attributesOfItem(atPath: out + "/a.swift")[.posixPermissions]
    #expect((permissions as? NSNumber)?.intValue == 0o440)
  }

  @Test func removesOnlyOrphans() throws {
    write(tree(["M/Old/a.swift": "a", "M/Kept/b.swift": "b", "M/c.swift": "c"]), to: out)
    try folder.write("mine", to: "out/M/Kept/mine.swift")
    try folder.write("mine", to: "out/notes.txt")
    let (made, diagnostics) = write(tree(["M/c.swift": "c"]), to: out)
    #expect(diagnostics.isEmpty)
    #expect(made?.paths(.orphaned) == ["M/Kept/b.swift", "M/Old/a.swift"])
    #expect(made?.paths(.foreign) == ["M/Kept/mine.swift", "notes.txt"])
    let names = try folder.snapshot("out").keys.sorted()
    #expect(names == [".wgnapi-gen.json", "M/", "M/Kept/", "M/Kept/mine.swift", "M/c.swift", "notes.txt"])
  }

  @Test func leavesAloneAnOldFileThatLostItsMark() throws {
    write(tree(["a.swift": "a", "b.swift": "b"]), to: out)
    try folder.write("taken over by hand", to: "out/a.swift")
    let (_, diagnostics) = write(tree(["b.swift": "b"]), to: out)
    #expect(diagnostics.map(\.id) == [.foreignFile])
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(try folder.read("out/a.swift") == "taken over by hand")
    #expect(write(tree(["b.swift": "b"]), to: out).diagnostics.isEmpty)
  }

  @Test func writesNothingWhereAForeignFileIsInTheWay() throws {
    write(tree(["a.swift": "a", "z.swift": "z"]), to: out)
    try folder.write("mine", to: "out/new.swift")
    try folder.write("edited", to: "out/z.swift")
    let before = try folder.snapshot("out")
    let (made, diagnostics) = write(tree(["a.swift": "changed", "new.swift": "n", "z.swift": "z"]), to: out)
    #expect(made == nil)
    #expect(diagnostics.map(\.id) == [.foreignFile, .foreignFile])
    #expect(diagnostics.compactMap(\.span?.file) == [out + "/new.swift", out + "/z.swift"])
    #expect(try folder.snapshot("out") == before)
  }

  @Test func takesAForeignFileThatIsTheOutputAlready() throws {
    try folder.write(generated("a"), to: "out/a.swift")
    #expect(write(tree(["a.swift": "a"]), to: out).diagnostics.isEmpty)
  }

  @Test func replacesAGeneratedFileWithoutManifest() throws {
    write(tree(["a.swift": "a", "b.swift": "b"]), to: out)
    try folder.remove("out/.wgnapi-gen.json")
    let (_, diagnostics) = write(tree(["a.swift": "changed"]), to: out)
    #expect(diagnostics.map(\.id) == [.unlistedFile])
    #expect(diagnostics.compactMap(\.span?.file) == [out + "/b.swift"])
    #expect(try folder.read("out/a.swift") == generated("changed"))
    #expect(folder.exists("out/b.swift"))
  }

  @Test func reportsAGeneratedFileThatTheManifestDoesNotList() throws {
    write(tree(["a.swift": "a"]), to: out)
    try folder.write(generated("copy"), to: "out/copy.swift")
    try folder.write("// mine", to: "out/mine.swift")
    var sink = DiagnosticSink()
    let output = OutputFolder(out)
    let plan = try #require(output.plan(for: tree(["a.swift": "a"]), into: &sink))
    #expect(plan.paths(.unlisted) == ["copy.swift"])
    #expect(plan.paths(.foreign) == ["mine.swift"])
    #expect(plan.isUpToDate)
    #expect(!plan.isExact)
    let report = OutputReport(plan)
    #expect(report.checkSummary == "out of date: 1 unlisted, 1 unchanged")
    #expect(
      report.check(tree(["a.swift": "a"]), in: output, diff: nil, into: &sink)
        == "unlisted: \(out)/copy.swift\n")
    #expect(
      report.checkDiagnostics(tree(["a.swift": "a"]), in: output).map(\.message)
        == ["this file was generated, but doesn't belong to the output; remove it"])
  }

  @Test func replacesAnEmptyFileThatTheManifestLists() throws {
    write(tree(["a.swift": "a"]), to: out)
    try folder.write("", to: "out/a.swift")
    #expect(write(tree(["a.swift": "a"]), to: out).diagnostics.isEmpty)
    #expect(try folder.read("out/a.swift") == generated("a"))
  }

  @Test func believesNoManifestThatLeadsElsewhere() throws {
    try folder.write(generated("precious"), to: "precious.swift")
    try folder.write(
      #"{"generator": "wgnapi-gen", "version": 1, "files": ["../precious.swift"]}"#,
      to: "out/.wgnapi-gen.json")
    #expect(write(tree(["a.swift": "a"]), to: out).diagnostics.isEmpty)
    #expect(try folder.read("precious.swift") == generated("precious"))
  }

  /// Each leads out of the folder, and is another path where `/` is compared as a character.
  @Test(arguments: [
    "../\u{301}precious.swift", "M/../../\u{301}precious.swift", "M\u{0D4E}/../../precious.swift",
    "/\u{301}../precious.swift", "../\u{301}empty.swift", "M/\u{0D4E}/../../../precious.swift",
  ])
  func believesNoManifestThatHidesASlash(path: String) throws {
    for name in ["precious.swift", "\u{301}precious.swift"] {
      try folder.write(generated("precious"), to: name)
    }
    for name in ["empty.swift", "\u{301}empty.swift"] { try folder.write("", to: name) }
    try folder.write(generated("b"), to: "out/M\u{0D4E}/b.swift")
    try folder.write(
      "{\"generator\": \"wgnapi-gen\", \"version\": 1, \"files\": [\"\(path)\"]}", to: "out/.wgnapi-gen.json")
    #expect(write(tree(["M/a.swift": "a"]), to: out, isPruning: true).diagnostics.isEmpty)
    for name in ["precious.swift", "\u{301}precious.swift", "empty.swift", "\u{301}empty.swift"] {
      #expect(folder.exists(name), "\(name)")
    }
  }

  @Test func leavesModulesOfOtherRunsAlone() throws {
    write(tree(["Shop/a.swift": "a", "Shop/b.swift": "b"]), to: out)
    write(tree(["Zoo/z.swift": "z", "Zoo/Old/y.swift": "y"]), to: out)
    let (made, diagnostics) = write(tree(["Zoo/z.swift": "changed"]), to: out)
    #expect(diagnostics.isEmpty)
    #expect(made?.paths(.kept) == ["Shop/a.swift", "Shop/b.swift"])
    #expect(made?.paths(.orphaned) == ["Zoo/Old/y.swift"])
    #expect(made?.otherModules == ["Shop"])
    let manifest = Manifest(paths: ["Shop/a.swift", "Shop/b.swift", "Zoo/z.swift"])
    #expect(
      try folder.snapshot("out") == [
        "Shop/": "", "Shop/a.swift": generated("a"), "Shop/b.swift": generated("b"), "Zoo/": "",
        "Zoo/z.swift": generated("changed"),
        ".wgnapi-gen.json": String(decoding: manifest.bytes, as: UTF8.self),
      ])
    #expect(plan(tree(["Zoo/z.swift": "changed"]), for: out).plan?.isUpToDate == true)
    // What was removed by hand is forgotten.
    try folder.remove("out/Shop/a.swift")
    write(tree(["Zoo/z.swift": "changed"]), to: out)
    #expect(Manifest(bytes: Array(try folder.read("out/.wgnapi-gen.json").utf8))?.paths.count == 2)
  }

  /// A manifest may list what never was there.
  @Test func leavesFoldersOfOtherModulesAlone() throws {
    write(tree(["Zoo/z.swift": "z", "Zoo/Old/y.swift": "y"]), to: out)
    try FileManager.default.createDirectory(atPath: out + "/Mine/empty", withIntermediateDirectories: true)
    let hostile = Manifest(paths: ["Mine/empty/x.swift", "Zoo/Old/y.swift", "Zoo/z.swift"])
    try folder.write(String(decoding: hostile.bytes, as: UTF8.self), to: "out/.wgnapi-gen.json")
    write(tree(["Zoo/z.swift": "z"]), to: out)
    #expect(FileManager.default.fileExists(atPath: out + "/Mine/empty"))
    #expect(!FileManager.default.fileExists(atPath: out + "/Zoo/Old"))
  }

  /// On file systems that tell upper from lower case, these are two modules.
  @Test func modulesThatDifferInCaseAreTwo() throws {
    write(tree(["Shop/Client.swift": "1", "Shop/Item.swift": "2"]), to: out)
    guard !FileManager.default.fileExists(atPath: out + "/shop") else { return }
    let (plan, _) = write(tree(["shop/Client.swift": "3"]), to: out)
    #expect(plan?.paths(.kept) == ["Shop/Client.swift", "Shop/Item.swift"])
    #expect(FileManager.default.fileExists(atPath: out + "/Shop/Item.swift"))
  }

  /// A module that the specs have, and that makes nothing now, is this run's.
  @Test func aModuleWithoutFilesIsOnesOwn() throws {
    write(tree(["Shop/Client.swift": "1", "Other/Client.swift": "1"]), to: out)
    var sink = DiagnosticSink()
    let file = OutputTree.File(path: "Other/Client.swift", bytes: Array(generated("1").utf8))
    let (plan, _) = write(OutputTree([file], modules: ["Shop", "Other"], into: &sink), to: out)
    #expect(plan?.paths(.orphaned) == ["Shop/Client.swift"])
  }

  /// The same letter in two spellings makes two files.
  @Test func namesAreComparedByteByByte() throws {
    write(tree(["Shop/\u{E9}.swift": "1"]), to: out)
    guard !FileManager.default.fileExists(atPath: out + "/Shop/e\u{301}.swift") else { return }
    write(tree(["Shop/e\u{301}.swift": "1"]), to: out)
    let names = try FileManager.default.contentsOfDirectory(atPath: out + "/Shop")
    #expect(names.map { Array($0.utf8) } == [Array("e\u{301}.swift".utf8)])
  }

  @Test func removesOtherModulesOnDemand() throws {
    write(tree(["Shop/a.swift": "a", "Zoo/z.swift": "z"]), to: out)
    try folder.write("mine", to: "out/Shop/mine.swift")
    #expect(plan(tree(["Zoo/z.swift": "z"]), for: out, isPruning: true).plan?.isUpToDate == false)
    let (made, _) = write(tree(["Zoo/z.swift": "z"]), to: out, isPruning: true)
    #expect(made?.paths(.orphaned) == ["Shop/a.swift"])
    let names = try folder.snapshot("out").keys.sorted()
    #expect(names == [".wgnapi-gen.json", "Shop/", "Shop/mine.swift", "Zoo/", "Zoo/z.swift"])
  }

  @Test(arguments: [#"{"some": "file"}"#, #"{"generator": "wgnapi-gen", "version": 2, "files": []}"#])
  func refusesAManifestThatItDoesNotKnow(text: String) throws {
    try folder.write(text, to: "out/.wgnapi-gen.json")
    #expect(write(tree(["a.swift": "a"]), to: out).diagnostics.map(\.id) == [.foreignFile])
    #expect(try folder.snapshot("out") == [".wgnapi-gen.json": text])
  }

  @Test func removesWhatAnInterruptedRunLeft() throws {
    write(tree(["M/a.swift": "a"]), to: out)
    try folder.write("half", to: "out/M/.wgnapi-gen-123-4.tmp")
    try folder.write("half", to: "out/.wgnapi-gen-123-0.tmp")
    try folder.write("mine", to: "out/M/.wgnapi-gen-mine.tmp")
    write(tree(["M/a.swift": "a"]), to: out)
    let names = try folder.snapshot("out").keys.sorted()
    #expect(names == [".wgnapi-gen.json", "M/", "M/.wgnapi-gen-mine.tmp", "M/a.swift"])
  }

  @Test func removesAFolderThatAnInterruptedRunEmptied() throws {
    write(tree(["M/Old/a.swift": "a", "M/b.swift": "b"]), to: out)
    try folder.remove("out/M/Old/a.swift")
    write(tree(["M/b.swift": "b"]), to: out)
    #expect(try folder.snapshot("out").keys.sorted() == [".wgnapi-gen.json", "M/", "M/b.swift"])
  }

  @Test func aPlanChangesNothing() throws {
    write(tree(["a.swift": "a", "b.swift": "b", "c.swift": "c"]), to: out)
    try folder.write("half", to: "out/.wgnapi-gen-123-0.tmp")
    let before = try folder.snapshot("out")
    let (made, diagnostics) = plan(tree(["b.swift": "b", "c.swift": "new", "d.swift": "d"]), for: out)
    #expect(diagnostics.isEmpty)
    #expect(made?.paths(.added) == ["d.swift"])
    #expect(made?.paths(.changed) == [".wgnapi-gen.json", "c.swift"])
    #expect(made?.paths(.orphaned) == ["a.swift"])
    #expect(made?.isUpToDate == false)
    #expect(try folder.snapshot("out") == before)
    let absent = plan(tree(["a.swift": "a"]), for: folder.path("absent"))
    #expect(absent.plan?.paths(.added) == [".wgnapi-gen.json", "a.swift"])
    #expect(!folder.exists("absent"))
  }

  @Test func looksAfterItsOwnFolderOnly() throws {
    write(tree(["a.swift": "a"]), to: out + "/Inner")
    let (_, diagnostics) = write(tree(["Inner/b.swift": "b"]), to: out)
    #expect(diagnostics.isEmpty)
    #expect(folder.exists("out/Inner/a.swift"))
  }

  @Test func waitsForAnotherRunAndSaysSoInTheEnd() throws {
    write(tree(["a.swift": "a"]), to: out)
    let held = try Folder.open(out)
    #expect(try held.lock(exclusively: true))
    let output = OutputFolder(out, patience: 0)
    var sink = DiagnosticSink()
    #expect(output.write(tree(["a.swift": "b"]), into: &sink) == nil)
    #expect(output.plan(for: tree(["a.swift": "b"]), into: &sink) == nil)
    #expect(sink.diagnostics.map(\.id) == [.lockedOutput, .lockedOutput])
    #expect(try folder.read("out/a.swift") == generated("a"))
  }
}
