import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// The files in the folder of a document, and below it.
struct FilesBeside {
  /// How users see a path below the folder.
  let display: (String) -> String
  /// The bytes of a file; nil if it can't be read.
  let read: (_ below: String, _ sink: inout DiagnosticSink) -> [UInt8]?

  init(
    display: @escaping (String) -> String,
    read: @escaping (_ below: String, _ sink: inout DiagnosticSink) -> [UInt8]?
  ) {
    (self.display, self.read) = (display, read)
  }
}

extension SpecLoader {
  /// An OpenAPI document, and the files below its folder that it refers to. Reads no other file, and fetches nothing.
  ///
  /// - Parameter file: The document, with its name as path.
  func document(
    _ file: SpecFile, in module: String, others: FilesBeside, into sink: inout DiagnosticSink
  ) -> [SpecFile] {
    let name = file.path
    var document = file
    document.path = "\(module)/\(name)"
    var files = [document]
    var known: Set<String> = [name]
    var next = 0
    while next < files.count {
      let current = files[next].path.byteParts(separatedBy: "/").dropFirst().dropLast()
      for reference in referencedFiles(files[next].bytes) {
        guard let below = joined(Array(current), reference), known.insert(below).inserted else { continue }
        guard known.count <= 10_000 else { break }
        // A missing file, or a link out of the folder, is reported at the reference.
        guard let bytes = others.read(below, &sink) else { continue }
        files.append(
          SpecFile(path: "\(module)/\(below)", displayPath: others.display(below), bytes: bytes))
      }
      next += 1
    }
    return files
  }

  /// The module's name: `PetShop` for `pet-shop.openapi.yaml`, and `SchemaAPI` for `schema.yaml`, because a module can't
  /// be called `Schema`.
  func moduleName(ofDocument name: String) -> String {
    let stem = name.split(separator: ".").first ?? "api"
    let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let module = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isUsable = module.first.map { $0.isASCII && $0.isLetter } ?? false
    guard isUsable else { return "API\(module)" }
    var problems = DiagnosticSink()
    checkModuleName(Name(module, span: .unknown(file: name)), into: &problems)
    return problems.hasErrors ? "\(module)API" : module
  }

  private func joined(_ folders: [String], _ reference: String) -> String? {
    var parts = folders
    for part in reference.byteParts(separatedBy: "/") where !part.isEmpty && part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  func readInside(_ below: String, of folder: String, into sink: inout DiagnosticSink) -> [UInt8]? {
    do {
      var parts = below.byteParts(separatedBy: "/")
      guard let name = parts.popLast() else { return nil }
      var current = try Folder.open(trimmingFolderPath(folder))
      // Links could lead anywhere, so they aren't followed.
      for part in parts { current = try current.folder(part) }
      guard let status = try current.status(of: name), status.kind == .file else { return nil }
      let file = try current.file(name, followingLinks: false)
      let bytes = try file.read(limit: documentSizeLimit + 1)
      guard bytes.count <= documentSizeLimit else {
        sink.error(
          .fileTooLarge, "the file is larger than the limit of \(documentSizeLimit) bytes",
          at: .unknown(file: folder.isEmpty ? below : "\(folder)/\(below)"))
        return nil
      }
      return bytes
    } catch {
      if !error.isAbsence, !error.isNoFolder { sink.append(error.diagnostic) }
      return nil
    }
  }
}

/// The relative paths after `$ref` in a text, whatever its syntax. Some may not be paths.
private func referencedFiles(_ bytes: [UInt8]) -> [String] {
  let key = Array("$ref".utf8)
  var result: [String] = []
  var seen: Set<String> = []
  var rest = bytes[...]
  while let range = rest.firstBytes(key) {
    rest = rest[range.upperBound...]
    let value = rest.prefix(1024).drop { byte in
      "\"': \t\r\n>-|".utf8.contains(byte) && byte != UInt8(ascii: "#")
    }
    let text = value.prefix { byte in !"\"'#,}] \t\r\n".utf8.contains(byte) }
    guard !text.isEmpty, let path = removingPercentEncoding(String(decoding: text, as: UTF8.self)) else {
      continue
    }
    if !path.contains(":"), !path.hasBytePrefix("/"), seen.insert(path).inserted { result.append(path) }
  }
  return result
}
