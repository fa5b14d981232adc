import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Whether a file looks like an OpenAPI document: a root with `openapi` or `swagger`.
///
/// A quick check, which avoids parsing a file twice.
public func isOpenAPIDocument(_ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBufferPointer { bytes in
    ["openapi", "swagger"].contains { hasRootKey(Array($0.utf8), in: bytes) }
  }
}

/// Returns whether a key is at the beginning of a line, or in quotes.
private func hasRootKey(_ key: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var position = 0
  while position + key.count < bytes.count {
    defer { position += 1 }
    guard bytes[position] == key[0], bytes[position + 1] == key[1] else { continue }
    guard bytes[position..<position + key.count].elementsEqual(key) else { continue }
    let before = position > 0 ? bytes[position - 1] : 0x0A
    let isQuoted = before == UInt8(ascii: "\"") || before == UInt8(ascii: "'")
    guard isQuoted || [0x0A, 0x0D, 0xBF].contains(before) else { continue }
    let rest = bytes[(position + key.count + (isQuoted ? 1 : 0))...]
    if rest.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: ":") { return true }
  }
  return false
}

/// Reads an OpenAPI document (3.0, 3.1 or 3.2) as a module.
///
/// Mistakes and unsupported parts are left out, with a warning. The only error is a file that isn't an OpenAPI
/// document.
///
/// - Parameters:
///   - files: the document, followed by the files that it may refer to, with their paths below the document's folder.
///   - module: the module's name.
///   - overlays: overlays, which are applied in this order.
///   - folder: what is said beside the document.
///   - sink: receives the diagnostics.
public func readOpenAPI(
  _ files: [SpecFile], module: String, overlays: [SpecFile] = [], adjustedBy folder: DocumentFolder? = nil,
  into sink: inout DiagnosticSink
) -> API {
  let findings = Findings(sink)
  defer { sink = findings.sink }
  let documents = DocumentSet(files, overlays: overlays, findings)
  let path = files.first?.path ?? ""
  guard let root = documents.root else {
    if !findings.sink.hasErrors {
      findings.sink.error(
        .notOpenAPI, "the file is empty; expected an OpenAPI document", at: .unknown(file: path))
    }
    return API(modules: [])
  }
  guard let version = version(of: root, findings) else { return API(modules: []) }
  // A folder's name is checked where it is read.
  if folder == nil {
    checkModuleName(Name(module, span: root.node.occurrence), into: &findings.sink)
  }
  let marker = Array("[DONE]".utf8)
  let reader = APIReader(
    documents, root: root, module: Name(module, span: root.node.occurrence), isVersion30: version == "3.0",
    endsStreams: files.contains { $0.bytes.firstRange(of: marker) != nil }, folder: folder)
  documents.allowsReferencesToMediaTypes = version == "3.2"
  checkDocument(root, version: version, documents)
  let module = reader.read()
  documents.reportMisplaced()
  return API(modules: [module])
}

/// `3.0`, `3.1` or `3.2`. Reports anything else and returns nil.
private func version(of root: Located, _ findings: Findings) -> String? {
  if let swagger = root.node["swagger"] {
    findings.sink.error(
      .unsupportedVersion,
      "this is an OpenAPI 2 document, which isn't supported; convert it to OpenAPI 3, which many tools do",
      at: swagger.occurrence)
    return nil
  }
  guard let node = root.node["openapi"] else {
    findings.sink.error(
      .notOpenAPI, "expected an OpenAPI document, which begins with 'openapi: 3.1.0' or another version",
      at: root.node.occurrence)
    return nil
  }
  let text = node.text ?? ""
  for version in ["3.0", "3.1", "3.2"] where text == version || text.hasPrefix(version + ".") {
    return version
  }
  findings.sink.error(
    .unsupportedVersion,
    "the version of OpenAPI is '\(abbreviate(text))', but only 3.0, 3.1 and 3.2 are supported",
    at: node.occurrence)
  return nil
}
