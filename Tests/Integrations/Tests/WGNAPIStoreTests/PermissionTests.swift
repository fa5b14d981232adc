import Foundation
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime

@testable import StoreKillTool
@testable import WGNAPIStore

@Suite struct PermissionTests {
  private let tool = BuiltTool("StoreKillTool")
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectPrivate(source: SourceLocation = #_sourceLocation) throws {
    let names = try folder.files()
    for suffix in [".sqlite", "-wal", "-shm", ".lock"] {
      #expect(names.contains { $0.hasSuffix(suffix) }, sourceLocation: source)
    }
    for name in names { #expect(try folder.mode(name) == 0o600, "\(name)", sourceLocation: source) }
    #expect(try folder.mode("") == 0o700, sourceLocation: source)
  }

  /// In a process of its own, as the umask is the whole process's.
  @Test(arguments: ["umask 0", "umask 022", "umask 777", "umask 277"])
  func filesAreTheOwnersAloneWhateverTheUmask(_ umask: String) throws {
    let output = folder.url.appendingPathComponent("output")
    let input = Pipe()
    let process = try tool.start(
      ["hold", folder.store.path, "1000000"], output: output, input: input, shellPrefix: umask)
    while process.isRunning, try Data(contentsOf: output).isEmpty { usleep(2_000) }
    try expectPrivate()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func wideRightsAreTakenBack() async throws {
    try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: true)
    let first = try DiskResponseStore(at: folder.store)
    try await first.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    try expectPrivate()
    for name in try folder.files() + [""] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o777], ofItemAtPath: folder.store.appendingPathComponent(name).path)
    }
    let second = try DiskResponseStore(at: folder.store)
    #expect(try await second.response(for: KnownContent.key(1)) == KnownContent.response(1, version: 1))
    try expectPrivate()
  }

  @Test func aFolderWithOtherThingsKeepsItsRights() async throws {
    try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.store.path)
    try Data().write(to: folder.store.appendingPathComponent("other"))
    let store = try DiskResponseStore(at: folder.store)
    try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    #expect(try folder.mode("") == 0o755)
    for name in try folder.files() where name != "other" { #expect(try folder.mode(name) == 0o600) }
  }

  @Test func errorsSayWhereWhatAndWhatToDo() throws {
    let file = folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    for url in [file, file.appendingPathComponent("inner/store")] {
      let error = #expect(throws: StoreError.self) { try DiskResponseStore(at: url) }
      #expect(error?.kind == .notAFolder)
      #expect(error?.description.hasPrefix(file.path) == true)
      #expect(
        error?.localizedDescription.hasSuffix("is not a folder; give the store a folder of its own") == true)
    }
    let address = try #require(URL(string: "https://example.com/store?token=secret"))
    let error = #expect(throws: StoreError.self) { try DiskResponseStore(at: address) }
    #expect(error?.kind == .notAFolder && error?.description.contains("secret") == false)
  }

  @Test(.enabled(if: geteuid() != 0, "permissions don't hold back the superuser"))
  func aFolderThatCannotBeWrittenToIsReported() throws {
    let closed = folder.url.appendingPathComponent("closed")
    let files = FileManager.default
    try files.createDirectory(at: closed, withIntermediateDirectories: false)
    try Data().write(to: closed.appendingPathComponent("other"))
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: closed.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed.path) }
    for url in [closed, closed.appendingPathComponent("store"), closed.appendingPathComponent("a/b")] {
      let error = #expect(throws: StoreError.self) { try DiskResponseStore(at: url) }
      #expect(error?.kind == .notPermitted)
      #expect(error?.description.contains("change its permissions, or choose another folder") == true)
    }
  }

  @Test func everyErrorHasASentence() {
    let kinds: [StoreError.Kind] = [
      .notAFolder, .notPermitted, .diskFull, .busy, .damagedAgain, .system(code: ENOSPC),
      .database(code: 522),
    ]
    for kind in kinds {
      let text = StoreError(kind, at: "/store").description
      #expect(text.hasPrefix("/store ") && text.contains("; "), "\(text)")
    }
    #expect(StoreError(errno: EROFS, at: "/").kind == .notPermitted)
    #expect(StoreError(errno: ENOSPC, at: "/").kind == .diskFull)
    #expect(StoreError(errno: EIO, at: "/").kind == .system(code: EIO))
  }
}
