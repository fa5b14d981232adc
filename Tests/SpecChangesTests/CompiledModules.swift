import Foundation
import SpecReader
import SwiftEmitter

@testable import SpecChanges

/// Compiles generated modules, and apps against them.
final class CompiledModules {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "wgnapi-changes-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Compiles a module `Shop` for the apps of a version.
  ///
  /// - Parameter skippingBodies: Whether to read declarations only: apps depend on nothing else, and it is three times as fast.
  /// - Returns: The errors.
  func addModule(
    _ version: String, _ files: [SpecFile], shims: [String: [Shim]] = [:], options: [String] = [],
    warnings: Bool = false, skippingBodies: Bool = false
  ) throws -> [String] {
    let place = folder.appendingPathComponent(version)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let sources = try ComparedVersions.generated(files, shims: shims).enumerated().map { position, text in
      let file = place.appendingPathComponent("File\(position).swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let module = place.appendingPathComponent("Shop.swiftmodule").path
    let bodies = skippingBodies ? ["-Xfrontend", "-experimental-skip-all-function-bodies"] : []
    let log = try compile(
      [
        "-emit-module", "-wmo", "-emit-module-path", module, "-module-name", "Shop", "-package-name", "shop",
      ] + bodies + options + sources, warnings: warnings)
    return Self.errors(in: log) + (warnings ? Self.lines(with: "warning: ", in: log) : [])
  }

  /// Type-checks an app against a version of the module.
  ///
  /// - Returns: The numbers of the lines with errors, and what the compiler says.
  func check(_ app: String, against version: String) throws -> (lines: Set<Int>, log: [String]) {
    let file = folder.appendingPathComponent("App.swift")
    try app.write(to: file, atomically: true, encoding: .utf8)
    let log = try compile([
      "-typecheck", "-module-name", "App", "-I", folder.appendingPathComponent(version).path, file.path,
    ])
    let errors = Self.errors(in: log)
    return (Set(errors.compactMap(Self.line)), errors)
  }

  /// The line of an app with an error; nil if the error isn't in the app.
  static func line(of error: String) -> Int? {
    error.firstMatch(of: /App\.swift:(\d+):/).flatMap { Int($0.1) }
  }

  /// Compiles an app, and writes what it and the module use into an index store.
  ///
  /// - Returns: The errors.
  func index(_ app: String, _ files: [SpecFile]) throws -> [String] {
    let place = folder.appendingPathComponent("indexed/Shop")
    let appFolder = folder.appendingPathComponent("App/Sources")
    for folder in [place, appFolder] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let sources = try ComparedVersions.generated(files).enumerated().map { position, text in
      let file = place.appendingPathComponent("File\(position).swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let store = ["-index-store-path", indexStore]
    let log = try compile(
      [
        "-c", "-emit-module", "-emit-module-path", place.appendingPathComponent("Shop.swiftmodule").path,
        "-module-name", "Shop", "-package-name", "shop",
      ] + store + sources)
    let file = appFolder.appendingPathComponent("App.swift")
    try app.write(to: file, atomically: true, encoding: .utf8)
    let appLog = try compile(["-c", "-module-name", "App", "-I", place.path] + store + [file.path])
    return Self.errors(in: log + appLog)
  }

  var indexStore: String { folder.appendingPathComponent("store").path }
  /// The folder of the app that was indexed.
  var app: String { folder.appendingPathComponent("App").path }

  private static func errors(in log: String) -> [String] { lines(with: "error: ", in: log) }

  private static func lines(with text: String, in log: String) -> [String] {
    log.split(separator: "\n").filter { $0.contains(text) }.map(String.init)
  }

  private func compile(_ arguments: [String], warnings: Bool = false) throws -> String {
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments =
      [
        "swiftc", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm",
      ] + (warnings ? [] : ["-suppress-warnings"])
      // First the modules that were made here: other tests have a module of the same name.
      + arguments
      // SwiftPM's build systems have modules in different places.
      + [built.appendingPathComponent("Modules"), built].flatMap { ["-I", $0.path] }
      + ["CWGNAPICurl", "CWGNAPIZlib"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(package.path)/Sources/Runtime/Core/\($0)/module.modulemap"]
      }
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let log = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus != 0 && !log.contains("error: ") ? "error: \(log)" : log
  }
}
