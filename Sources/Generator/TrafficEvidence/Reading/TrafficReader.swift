import Diagnostics
import Foundation
import WGNAPIJSON
import WGNAPIRecording

/// Reads traffic: HAR files, folders of recordings, and folders of JSON responses.
package struct TrafficReader {
  /// Something that couldn't be read.
  package struct Problem: Hashable, Sendable {
    package var file: String
    /// From 1.
    package var line: Int?
    package var message: String
  }

  private static let mostProblems = 50
  private static let mostFiles = 100_000
  private static let deepestFolder = 16
  private static let longestResponse = 256 << 20

  package private(set) var collector = Collector()
  /// What was in files that had been read before. It doesn't count again, but its secrets are known.
  private var repeated = Collector()
  private var isRepeated = false
  /// How many files had been read before, in another run.
  package private(set) var repeatedFiles = 0
  /// The files of this run. What is given twice, also as a copy, is read once.
  private var ownFiles: Set<String> = []
  /// How many files were given more than once.
  package private(set) var givenAgain = 0
  private let remembersFiles: Bool
  package private(set) var problems: [Problem] = []
  /// How many problems aren't among `problems`.
  package private(set) var furtherProblems = 0
  /// How many files and folders couldn't be read, or not to their end.
  package private(set) var unreadFiles = 0
  private var files = 0
  private let observer: (@Sendable (TrafficExchange) -> Void)?

  /// - Parameters:
  ///   - collector: What was seen before.
  ///   - remembersFiles: Whether a file that was read before doesn't count again.
  ///   - observer: What else is done with each exchange.
  package init(
    _ collector: Collector = Collector(), remembersFiles: Bool = false,
    observer: (@Sendable (TrafficExchange) -> Void)? = nil
  ) {
    (self.collector, self.remembersFiles, self.observer) = (collector, remembersFiles, observer)
  }

  private var exchanges: Int { collector.evidence.exchanges + repeated.evidence.exchanges }

  /// The secrets that were found by their names.
  package var knownSecrets: Set<String> { collector.knownSecrets.union(repeated.knownSecrets) }

  /// Notes that a file begins, whose exchanges count unless it was read before.
  ///
  /// - Parameters:
  ///   - name: What tells it from files with the same bytes.
  ///   - parts: The contents of other files that belong to it.
  /// - Returns: false for a file that this run has read already.
  private mutating func begin(_ url: URL, named name: [String] = [], and parts: [[UInt8]] = []) -> Bool {
    guard let handle = try? FileHandle(forReadingFrom: url) else { return true }
    defer { try? handle.close() }
    var digest = FNV1a()
    digest.add(Array(name.joined(separator: "/").utf8))
    var size = 0
    while let chunk = Self.chunk(of: handle) {
      size += chunk.count
      digest.add(chunk)
    }
    for part in parts {
      size += part.count
      digest.add(part)
    }
    let file = "\(String(digest.value, radix: 16))-\(size)"
    guard ownFiles.insert(file).inserted else {
      givenAgain += 1
      return false
    }
    if remembersFiles {
      isRepeated = !collector.begin(file: file)
      if isRepeated { repeatedFiles += 1 }
    }
    return true
  }

  /// The next part of a file; nil at its end.
  private static func chunk(of handle: FileHandle) -> [UInt8]? {
    guard let data = try? handle.read(upToCount: 1 << 20), !data.isEmpty else { return nil }
    // Iterating over `Data` takes far longer than copying it.
    return data.withUnsafeBytes { Array($0) }
  }

  package mutating func add(_ exchange: TrafficExchange) {
    var exchange = exchange
    exchange.isRepeated = isRepeated
    if isRepeated {
      repeated.prepare(&exchange)
      repeated.addPrepared(exchange)
    } else {
      collector.prepare(&exchange)
      collector.addPrepared(exchange)
    }
    observer?(exchange)
  }

  /// Reports what is missing of a file.
  private mutating func reportUnread(_ message: String, file: String, line: Int? = nil) {
    unreadFiles += 1
    report(message, file: file, line: line)
  }

  private mutating func report(_ message: String, file: String, line: Int? = nil) {
    if problems.count < Self.mostProblems {
      problems.append(Problem(file: file, line: line, message: message))
    } else {
      furtherProblems += 1
    }
  }

  /// Reads a file or a folder, and everything in it.
  package mutating func read(_ path: String) {
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return reportUnread("there is no such file or folder", file: path)
    }
    let before = exchanges
    if isFolder.boolValue {
      readFolder(url, path: [], shown: path)
      if exchanges == before, problems.isEmpty, givenAgain == 0 {
        report("the folder has no HAR files, recordings (.http) or JSON responses", file: path)
      }
    } else if Self.isHAR(url) {
      readHAR(url, shown: path)
    } else if url.pathExtension == "http" {
      readRecording(url, shown: path)
    } else {
      readResponse(url, path: [], shown: path)
    }
  }

  /// A HAR file begins with the key `log`, whatever the file's name is.
  private static func isHAR(_ url: URL) -> Bool {
    if url.pathExtension.lowercased() == "har" { return true }
    guard let handle = try? FileHandle(forReadingFrom: url) else { return false }
    defer { try? handle.close() }
    let start = (try? handle.read(upToCount: 256)) ?? Data()
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    return text.hasPrefix("{\"log\":{")
  }

  private mutating func readFolder(_ folder: URL, path: [String], shown: String) {
    guard path.count < Self.deepestFolder else {
      return reportUnread("folders are nested too deep", file: shown)
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      return reportUnread("the folder can't be read", file: shown)
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let url = folder.appendingPathComponent(name)
      let file = "\(shown)/\(name)"
      let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
      if type == .typeDirectory {
        readFolder(url, path: path + [name], shown: file)
        continue
      }
      guard type == .typeRegular else { continue }
      files += 1
      guard files <= Self.mostFiles else { return reportUnread("there are too many files", file: shown) }
      // The bodies of recordings belong to the files of their exchanges.
      if name.contains(".request.") || name.contains(".response.") { continue }
      switch url.pathExtension.lowercased() {
      case "har": readHAR(url, shown: file)
      case "http": readRecording(url, shown: file)
      case "json": readResponse(url, path: path, shown: file)
      default: continue
      }
    }
  }

  // MARK: HAR

  private mutating func readHAR(_ url: URL, shown: String) {
    guard let handle = try? FileHandle(forReadingFrom: url) else {
      return reportUnread("the file can't be read", file: shown)
    }
    defer { try? handle.close() }
    guard begin(url) else { return }
    readHAR(shown: shown) { Self.chunk(of: handle) ?? [] }
  }

  /// Reads a HAR file in parts; the last one is empty.
  package mutating func readHAR(shown: String, next: () -> [UInt8]) {
    var splitter = HARSplitter()
    var isFirst = true
    while true {
      let chunk = next()
      if chunk.isEmpty { break }
      if isFirst, chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF]) {
        return reportUnread("the file is in UTF-16; save it as UTF-8", file: shown)
      }
      isFirst = false
      splitter.add(chunk) { addEntry($0, shown: shown) }
    }
    guard splitter.hasList else {
      return reportUnread("expected a HAR file: it has no list 'entries'", file: shown)
    }
    guard !splitter.isComplete else { return }
    reportUnread("the file ends early, or has a string without an end", file: shown, line: splitter.line)
    if let entry = splitter.entry { recover(entry, shown: shown) }
  }

  private mutating func addEntry(_ entry: HARSplitter.Entry, shown: String, recovers: Bool = true) {
    guard !entry.isTooLong else {
      return report(
        "an entry is longer than \(entry.limit >> 20) MB (from byte \(entry.offset)), so it is left out",
        file: shown,
        line: entry.line)
    }
    let value: JSON
    do throws(JSONError) {
      // A body in it is a string, so entries aren't nested deep.
      value = try JSON(parsing: entry.bytes, options: JSONDecoding(maximumDepth: 256))
    } catch {
      let line = entry.line + max(error.line - 1, 0)
      report(Self.message(error, in: entry), file: shown, line: line)
      if recovers { recover(entry, shown: shown) }
      return
    }
    do throws(HAREntry.Problem) {
      guard let exchange = try HAREntry.exchange(value) else {
        return isRepeated ? () : collector.leaveOut("entries that aren't requests to web servers")
      }
      add(exchange)
    } catch {
      report(error.message, file: shown, line: entry.line)
    }
  }

  /// What is wrong with an entry. The error's own message may quote a secret.
  private static func message(_ error: JSONError, in entry: HARSplitter.Entry) -> String {
    guard let byte = UTF8Check.firstInvalidByte(of: entry.bytes), byte <= error.byteOffset else {
      return "an entry isn't JSON (byte \(entry.offset + error.byteOffset)), so it is left out"
    }
    return "an entry isn't UTF-8 (byte \(entry.offset + byte)), so it is left out; save the file as UTF-8"
  }

  /// Looks for entries behind a place that isn't JSON, where a string may have no end.
  private mutating func recover(_ entry: HARSplitter.Entry, shown: String) {
    let mark = Array("\"request\"".utf8)
    var rest = entry.bytes[...].dropFirst()
    for _ in 0..<100 {
      guard let found = rest.firstBytes(mark) else { return }
      // The entry begins before its request; Chrome writes other keys first.
      var start = found.lowerBound
      while start > rest.startIndex, entry.bytes[start] != UInt8(ascii: "{") { start -= 1 }
      var splitter = HARSplitter()
      var next: HARSplitter.Entry?
      splitter.add(Array("{\"entries\":[".utf8) + entry.bytes[start...]) { if next == nil { next = $0 } }
      guard let next, let value = try? JSON(parsing: next.bytes), value["response"] != nil else {
        rest = rest[found.upperBound...]
        continue
      }
      addEntry(next, shown: shown, recovers: false)
      rest = entry.bytes[min(start + next.bytes.count, entry.bytes.count)...]
    }
  }

  // MARK: Recordings and responses

  private mutating func readRecording(_ url: URL, shown: String) {
    do throws(RecordingError) {
      let recorded = try RecordedExchange(file: url)
      if let problem = TrafficExchange.problem(ofURL: recorded.url) {
        return report("the URL of the request \(problem)", file: shown, line: 2)
      }
      guard
        var exchange = TrafficExchange(method: recorded.method, url: recorded.url, status: recorded.status)
      else {
        return report("expected a request to a web server", file: shown, line: 2)
      }
      // Two recordings with the same bytes are two exchanges.
      let bodies = [recorded.requestBody, recorded.responseBody]
      guard begin(url, named: [url.lastPathComponent], and: bodies) else { return }
      func type(_ fields: [(name: String, value: String)]) -> String {
        fields.first { $0.name.lowercased() == "content-type" }?.value ?? ""
      }
      exchange.requestFields = recorded.requestFields
      exchange.responseFields = recorded.responseFields
      exchange.body = TrafficBody(recorded.requestBody, mediaType: type(recorded.requestFields))
      exchange.response = TrafficBody(recorded.responseBody, mediaType: type(recorded.responseFields))
      add(exchange)
    } catch {
      reportUnread("expected a recorded exchange: \(error.message)", file: shown, line: error.line)
    }
  }

  private mutating func readResponse(_ url: URL, path: [String], shown: String) {
    let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
    guard size <= Self.longestResponse else {
      return reportUnread("the file is longer than \(Self.longestResponse >> 20) MB", file: shown)
    }
    guard let data = try? Data(contentsOf: url) else {
      return reportUnread("the file can't be read", file: shown)
    }
    let name = ResponseName(url.deletingPathExtension().lastPathComponent)
    let parts = path + name.path
    guard var exchange = TrafficExchange(method: name.method, url: "/", status: 200) else { return }
    exchange.hasRequest = false
    exchange.path = parts
    let bytes = [UInt8](data)
    exchange.response = TrafficBody(bytes, mediaType: "application/json")
    guard exchange.response.json != nil else {
      do throws(JSONError) {
        _ = try JSON(parsing: bytes, options: JSONDecoding(maximumDepth: 256))
        reportUnread("expected JSON", file: shown)
      } catch {
        let invalid = UTF8Check.firstInvalidByte(of: bytes).flatMap { $0 <= error.byteOffset ? $0 : nil }
        let expected = invalid == nil ? "JSON" : "UTF-8"
        reportUnread(
          "expected \(expected) (byte \(invalid ?? error.byteOffset))", file: shown, line: max(error.line, 1))
      }
      return
    }
    guard begin(url, named: parts + [url.lastPathComponent]) else { return }
    add(exchange)
  }
}

/// What the name of a file with a response says.
///
/// Folders are parts of the path, and so is the name: `users/list.json` is `GET users/list`. A number at its end, after `_`, `-`,
/// `.` or a space, tells responses of the same endpoint apart (`list-2`, `list (2)`), and so does `error` (`list-error-2`). A
/// method may come first: `POST-orders`. A name in braces is a parameter of the path: `users/{id}`.
struct ResponseName: Equatable {
  var method = "GET"
  var path: [String]

  init(_ name: String) {
    var text = name[...]
    for method in TrafficExchange.methods {
      for separator in ["-", "_", " ", "."] where text.hasPrefix(method + separator) {
        self.method = method
        text = text.dropFirst(method.count + 1)
      }
    }
    text = Self.withoutNumber(text)
    for separator in ["-", "_", ".", " "] where text.hasSuffix(separator + "error") && text.count > 6 {
      text = text.dropLast(6)
    }
    path = [String(text)]
  }

  private static func withoutNumber(_ text: Substring) -> Substring {
    var rest = text
    if rest.hasSuffix(")") { rest = rest.dropLast() }
    let digits = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0 else { return text }
    rest = rest.dropLast(digits)
    if rest.hasSuffix("(") { rest = rest.dropLast() }
    guard let separator = rest.last, "-_. ".contains(separator), rest.count > 1 else { return text }
    return rest.dropLast()
  }
}
