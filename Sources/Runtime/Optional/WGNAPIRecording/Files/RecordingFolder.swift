import Foundation

/// The files of a recording.
struct RecordingFolder: Sendable {
  let url: URL

  /// The names of the files with exchanges, sorted.
  private func names() throws(RecordingError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: url.path)
        .filter { $0.hasSuffix(ExchangeFile.suffix) && !$0.hasPrefix(".") }.sorted()
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return []
    } catch {
      throw RecordingError("can't read the folder \(url.path): \(error.localizedDescription)")
    }
  }

  /// Reads all exchanges in the order of their names; those of the same request in the order of recording.
  func exchanges() throws(RecordingError) -> [RecordingEntry] {
    var entries: [RecordingEntry] = []
    for name in try names() {
      let exchange = try ExchangeFile.read(try text(of: name), file: name) { (body) throws(RecordingError) in
        try bytes(of: body, referredToBy: name)
      }
      entries.append(RecordingEntry(file: name, exchange: exchange))
    }
    return entries.sorted { ($0.stem, $0.number) < ($1.stem, $1.number) }
  }

  private func text(of name: String) throws(RecordingError) -> String {
    let bytes = try bytes(of: name)
    guard BodyText.isUTF8(bytes) else { throw RecordingError("the file isn't UTF-8", file: name, line: 1) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a body. Only files beside an exchange, with its name, can be bodies.
  private func bytes(of body: String, referredToBy file: String) throws(RecordingError) -> [UInt8] {
    let names = Self.bodies(of: file)
    guard names.contains(body) else {
      throw RecordingError("expected the name of a body's file: \(names.joined(separator: ", "))")
    }
    return try bytes(of: body)
  }

  private func bytes(of name: String) throws(RecordingError) -> [UInt8] {
    let file = url.appendingPathComponent(name)
    do {
      let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
      guard type == .typeRegular else { throw RecordingError("'\(name)' isn't a regular file", file: name) }
      return [UInt8](try Data(contentsOf: file))
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError("can't read '\(name)': \(error.localizedDescription)", file: name)
    }
  }

  /// Writes an exchange.
  func write(_ exchange: Exchange, stem: String) throws(RecordingError) {
    let file = ExchangeFile(exchange, stem: stem)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for body in file.bodies { try write(body.bytes, to: body.name) }
      try write(Array(file.text.utf8), to: file.name)
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError("can't write: \(error.localizedDescription)", file: file.name)
    }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = url.appendingPathComponent(name)
    // It would lead to somebody else's file.
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) == nil else {
      throw RecordingError("'\(name)' is a symbolic link, and links aren't followed; remove it", file: name)
    }
    try Data(bytes).write(to: file, options: .atomic)
  }

  /// Removes an exchange and its bodies.
  func remove(_ name: String) throws(RecordingError) {
    do {
      for name in [name] + Self.bodies(of: name) {
        let file = url.appendingPathComponent(name)
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
      }
    } catch {
      throw RecordingError("can't be removed: \(error.localizedDescription)", file: name)
    }
  }

  /// Removes all exchanges, even damaged ones, and nothing else.
  func removeExchanges() throws(RecordingError) {
    for name in try names() where try bytes(of: name).starts(with: "### request ".utf8) { try remove(name) }
  }

  /// The names that files with the bodies of an exchange can have.
  private static func bodies(of file: String) -> [String] {
    let stem = file.dropLast(ExchangeFile.suffix.count)
    return ["request", "response"].flatMap { part in ["json", "txt", "bin"].map { "\(stem).\(part).\($0)" } }
  }
}

/// An exchange with its file.
struct RecordingEntry: Sendable {
  let file: String
  var exchange: Exchange
  /// How many requests it has answered.
  var uses = 0
  /// Whether this object recorded it.
  var isNew = false

  init(file: String, exchange: Exchange) {
    self.file = file
    self.exchange = exchange
  }

  /// The file's name without its suffix.
  var fileStem: String { String(file.dropLast(ExchangeFile.suffix.count)) }

  /// The file's name without its number.
  var stem: String {
    let parts = fileStem.split(separator: "-", omittingEmptySubsequences: false)
    return number > 1 ? parts.dropLast().joined(separator: "-") : fileStem
  }

  /// Its position among the responses to the same request, from 1.
  var number: Int {
    let parts = fileStem.split(separator: "-")
    // The digest has eight digits.
    guard parts.count > 2, let last = parts.last, last.count < 8, let number = Int(last), number > 1 else {
      return 1
    }
    return number
  }
}
