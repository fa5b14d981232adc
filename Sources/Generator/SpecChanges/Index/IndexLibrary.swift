import CIndexStore
import Foundation

/// Why an index store can't be read, in one line.
package struct IndexFailure: Error {
  package var message: String
}

/// The library that reads index stores. It is a part of each toolchain, and is loaded at run time: without a toolchain, everything
/// but `--app` works.
struct IndexLibrary {
  let open: index_store_open
  let close: index_dispose
  let words: index_error_words
  let disposeError: index_dispose
  var visitUnits: index_visit_units
  let openUnit: index_open_part
  let closeUnit: index_dispose
  let moduleName: index_get_text
  let mainFile: index_get_text
  let isSystem: index_get_flag
  let time: index_get_time
  var visitDependencies: index_visit
  let dependencyKind: index_get_number
  let dependencyName: index_get_text
  let dependencyPath: index_get_text
  let openRecord: index_open_part
  let closeRecord: index_dispose
  var visitOccurrences: index_visit
  let symbol: index_get_part
  let roles: index_get_bits
  let place: index_get_place
  let kind: index_get_number
  let name: index_get_text
  let usr: index_get_text
  /// The version of the index format that the library reads.
  let formatVersion: UInt32

  init(at path: String) throws(IndexFailure) {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
      throw IndexFailure(message: "\(path) can't be loaded: \(reason)")
    }
    func find<Function>(_ name: String) throws(IndexFailure) -> Function {
      guard let address = dlsym(library, "indexstore_\(name)") else {
        throw IndexFailure(message: "\(path) has no 'indexstore_\(name)'; use another toolchain")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    open = try find("store_create")
    close = try find("store_dispose")
    words = try find("error_get_description")
    disposeError = try find("error_dispose")
    visitUnits = try find("store_units_apply_f")
    openUnit = try find("unit_reader_create")
    closeUnit = try find("unit_reader_dispose")
    moduleName = try find("unit_reader_get_module_name")
    mainFile = try find("unit_reader_get_main_file")
    isSystem = try find("unit_reader_is_system_unit")
    time = try find("unit_reader_get_modification_time")
    visitDependencies = try find("unit_reader_dependencies_apply_f")
    dependencyKind = try find("unit_dependency_get_kind")
    dependencyName = try find("unit_dependency_get_name")
    dependencyPath = try find("unit_dependency_get_filepath")
    openRecord = try find("record_reader_create")
    closeRecord = try find("record_reader_dispose")
    visitOccurrences = try find("record_reader_occurrences_apply_f")
    symbol = try find("occurrence_get_symbol")
    roles = try find("occurrence_get_roles")
    place = try find("occurrence_get_line_col")
    kind = try find("symbol_get_kind")
    name = try find("symbol_get_name")
    usr = try find("symbol_get_usr")
    let version: @convention(c) () -> UInt32 = try find("format_version")
    formatVersion = version()
  }

  /// The library of the toolchain on the `PATH`.
  static func ofToolchain() throws(IndexFailure) -> IndexLibrary {
    #if os(macOS)
      // Not tested on macOS.
      let name = "libIndexStore.dylib"
    #else
      let name = "libIndexStore.so"
    #endif
    guard let compiler = InstalledTool("swiftc") else {
      throw IndexFailure(
        message:
          "reading an index store needs the library of a Swift toolchain, and there is no 'swiftc' on the PATH"
      )
    }
    func library(beside folder: URL) -> String? {
      let path = folder.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path) ? path : nil
    }
    let tools = compiler.url.resolvingSymlinksInPath().deletingLastPathComponent()
    let usual = tools.deletingLastPathComponent().appendingPathComponent("lib")
    if let path = library(beside: usual) { return try IndexLibrary(at: path) }
    // A program that stands in for those of several toolchains, such as Xcode's and swiftly's: `…/usr/lib/swift`.
    if let output = try? compiler.run(["-print-target-info"]),
      let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(output.bytes)),
      let path = library(
        beside: URL(fileURLWithPath: info.paths.runtimeResourcePath).deletingLastPathComponent())
    {
      return try IndexLibrary(at: path)
    }
    throw IndexFailure(message: "the toolchain of \(compiler.url.path) has no \(name)")
  }

  private struct TargetInfo: Decodable {
    struct Paths: Decodable {
      var runtimeResourcePath: String
    }

    var paths: Paths
  }
}
