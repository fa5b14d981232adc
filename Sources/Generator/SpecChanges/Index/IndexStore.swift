import CIndexStore
import Foundation

/// The folder in which the compiler records, while it builds, where each declaration is used.
final class IndexStore {
  /// One compilation of a source file.
  struct Unit {
    var module: String
    var file: String
    /// When it was compiled, in nanoseconds since 1970.
    var time: Int64
    var records: [String]
  }

  /// A place where a declaration is used or defined.
  struct Occurrence {
    var name: String
    /// The declaration's unique identifier: its mangled name.
    var usr: String
    var kind: UInt32
    var roles: Roles
    var line: Int
    /// In bytes of UTF-8.
    var column: Int
  }

  struct Roles: OptionSet {
    var rawValue: UInt64

    static let definition = Roles(rawValue: 1 << 1)
    static let reference = Roles(rawValue: 1 << 2)
    static let read = Roles(rawValue: 1 << 3)
    static let write = Roles(rawValue: 1 << 4)
    static let call = Roles(rawValue: 1 << 5)
    static let implicit = Roles(rawValue: 1 << 8)
    /// Of a member that is what a protocol requires.
    static let overrideOf = Roles(rawValue: 1 << 11)
  }

  private let library: IndexLibrary
  private let store: index_ref

  init(at path: String, _ library: IndexLibrary) throws(IndexFailure) {
    self.library = library
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
      $0.hasPrefix("v") && UInt32($0.dropFirst()) != nil
    }
    guard !versions.isEmpty else {
      throw IndexFailure(
        message: "'\(path)' isn't an index store: it has no folder 'v\(library.formatVersion)'")
    }
    guard versions.contains("v\(library.formatVersion)") else {
      throw IndexFailure(
        message: """
          the index store '\(path)' comes from another compiler: its format is \(versions.sorted().joined(separator: ", ")), and \
          that of this toolchain v\(library.formatVersion); build the app with this toolchain
          """)
    }
    var error: index_ref?
    guard let store = library.open(path, &error) else {
      throw library.failure("the index store '\(path)' can't be opened", error)
    }
    self.store = store
  }

  deinit { library.close(store) }

  // The library's visitors return whether the one passed to them always did, which ours do, and whether everything could be read.

  /// The units of the store, without system modules.
  func units() throws(IndexFailure) -> [Unit] {
    let names = Texts()
    let isRead = library.visitUnits(store, 1, names.pointer) { context, text in
      Texts.add(context, text)
      return true
    }
    guard isRead else { throw .damaged("its units can't be listed") }
    var units: [Unit] = []
    for name in names.found {
      if let unit = try unit(named: name) { units.append(unit) }
    }
    return units
  }

  private func unit(named name: String) throws(IndexFailure) -> Unit? {
    var error: index_ref?
    guard let reader = library.openUnit(store, name, &error) else {
      throw library.failure("the index store is damaged: its unit '\(name)' can't be read", error)
    }
    defer { library.closeUnit(reader) }
    guard !library.isSystem(reader) else { return nil }
    let file = library.mainFile(reader).string
    guard file.hasSuffix(".swift") else { return nil }
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    library.time(reader, &seconds, &nanoseconds)
    let records = Records(library, of: file)
    let isRead = library.visitDependencies(reader, records.pointer) { context, dependency in
      Records.add(context, dependency)
      return true
    }
    guard isRead else { throw .damaged("its unit '\(name)' can't be read to its end") }
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return Unit(
      module: library.moduleName(reader).string, file: file,
      time: isTooLarge ? 0 : product &+ nanoseconds, records: records.found)
  }

  /// The occurrences of declarations in a record.
  ///
  /// - Parameter prefixes: Prefixes of the declarations' USRs; other declarations are ignored.
  func occurrences(in record: String, of prefixes: [String]) throws(IndexFailure) -> [Occurrence] {
    var error: index_ref?
    guard let reader = library.openRecord(store, record, &error) else {
      throw library.failure("the index store is damaged: its record '\(record)' can't be read", error)
    }
    defer { library.closeRecord(reader) }
    let occurrences = Occurrences(library, prefixes)
    let isRead = library.visitOccurrences(reader, occurrences.pointer) { context, occurrence in
      Occurrences.add(context, occurrence)
      return true
    }
    guard isRead else { throw .damaged("its record '\(record)' can't be read to its end") }
    return occurrences.found
  }
}

// Objects collect what the library passes, because its callbacks are C functions, which can't capture anything.

private final class Texts {
  var found: [String] = []

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func add(_ context: UnsafeMutableRawPointer?, _ text: index_text) {
    guard let context else { return }
    Unmanaged<Texts>.fromOpaque(context).takeUnretainedValue().found.append(text.string)
  }
}

private final class Records {
  private let library: IndexLibrary
  private let file: String
  var found: [String] = []

  init(_ library: IndexLibrary, of file: String) { (self.library, self.file) = (library, file) }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func add(_ context: UnsafeMutableRawPointer?, _ dependency: index_ref) {
    guard let context else { return }
    let own = Unmanaged<Records>.fromOpaque(context).takeUnretainedValue()
    // `INDEXSTORE_UNIT_DEPENDENCY_RECORD`; the other kinds are units and files.
    let record: UInt32 = 2
    guard own.library.dependencyKind(dependency) == record,
      own.library.dependencyPath(dependency).string == own.file
    else { return }
    own.found.append(own.library.dependencyName(dependency).string)
  }
}

private final class Occurrences {
  private let library: IndexLibrary
  private let prefixes: [[UInt8]]
  var found: [IndexStore.Occurrence] = []

  init(_ library: IndexLibrary, _ prefixes: [String]) {
    (self.library, self.prefixes) = (library, prefixes.map { Array($0.utf8) })
  }

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func add(_ context: UnsafeMutableRawPointer?, _ occurrence: index_ref) {
    guard let context else { return }
    Unmanaged<Occurrences>.fromOpaque(context).takeUnretainedValue().add(occurrence)
  }

  private func add(_ occurrence: index_ref) {
    guard let symbol = library.symbol(occurrence) else { return }
    let usr = library.usr(symbol)
    guard prefixes.contains(where: usr.hasPrefix) else { return }
    var (line, column): (UInt32, UInt32) = (0, 0)
    library.place(occurrence, &line, &column)
    found.append(
      IndexStore.Occurrence(
        name: library.name(symbol).string, usr: usr.string, kind: library.kind(symbol),
        roles: .init(rawValue: library.roles(occurrence)), line: Int(line), column: Int(column)))
  }
}

extension IndexFailure {
  fileprivate static func damaged(_ problem: String) -> IndexFailure {
    IndexFailure(message: "the index store is damaged: \(problem); build the app again")
  }
}

extension IndexLibrary {
  fileprivate func failure(_ message: String, _ error: index_ref?) -> IndexFailure {
    guard let error else { return IndexFailure(message: message) }
    defer { disposeError(error) }
    return IndexFailure(message: message + (words(error).map { ": \(String(cString: $0))" } ?? ""))
  }
}

extension index_text {
  private var bytes: UnsafeRawBufferPointer { .init(start: data, count: data == nil ? 0 : length) }

  fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }

  fileprivate func hasPrefix(_ prefix: [UInt8]) -> Bool {
    bytes.count >= prefix.count && bytes.starts(with: prefix)
  }
}
