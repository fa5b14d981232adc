import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Whether a file looks like an OpenAPI document: a root with `openapi` or `swagger`.
///
/// A quick check, which avoids parsing a file twice.
public func isOpenAPIDocument(_ bytes: [UInt8]) -> Bool {
  inUTF8(bytes).withUnsafeBufferPointer { bytes in
    let keys = ["openapi", "swagger"]
    return keys.contains { hasRootKey(Array($0.utf8), in: bytes) } || hasFlowRoot(with: keys, bytes)
  }
}

/// Text in UTF-16 with a byte order mark, as UTF-8.
private func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
  let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
  guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
  let units = stride(from: 3, to: bytes.count, by: 2).map { second -> UInt16 in
    let (high, low) = isBigEndian ? (bytes[second - 1], bytes[second]) : (bytes[second], bytes[second - 1])
    return UInt16(high) << 8 | UInt16(low)
  }
  return Array(String(decoding: units, as: UTF16.self).utf8)
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

/// Returns whether a file in flow style, `{openapi: 3.1.0, …}`, has a plain key at its root.
private func hasFlowRoot(with keys: [String], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var depth = 0
  var quote: UInt8?
  var isComment = false
  // The text since the last character that separates entries.
  var token: [UInt8] = []
  for (position, byte) in bytes.enumerated() {
    if isComment || quote != nil {
      if isComment, byte == 0x0A { isComment = false }
      if byte == quote { quote = nil }
      continue
    }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      // Elsewhere, it is an apostrophe.
      if token.isEmpty { quote = byte }
    case UInt8(ascii: "#") where position == 0 || [0x09, 0x0A, 0x20].contains(bytes[position - 1]):
      isComment = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: ":"):
      if depth == 1, keys.contains(where: { token.elementsEqual($0.utf8) }) { return true }
    case UInt8(ascii: ","): break
    case 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF: continue
    default:
      // Before the root, there may be `---` and directives, which have lines of their own.
      if depth == 0, ![UInt8(ascii: "-"), UInt8(ascii: "%")].contains(byte), token.isEmpty { return false }
      token.append(byte)
      continue
    }
    token = []
  }
  return false
}

/// Reads an OpenAPI document (2.0, which is called Swagger, 3.0, 3.1 or 3.2) as a module.
///
/// Mistakes and unsupported parts are left out, with a warning. The only error is a file that isn't an OpenAPI
/// document.
///
/// - Parameters:
///   - files: the document, followed by the files that it may refer to, with their paths below the document's folder.
///   - module: the module's name.
///   - overlays: overlays, which are applied in this order.
///   - folder: overrides from the folder's specs.
///   - takesAllSchemas: whether schemas that no operation uses are read, too.
///   - sink: receives the diagnostics.
public func readOpenAPI(
  _ files: [SpecFile], module: String, overlays: [SpecFile] = [], adjustedBy folder: DocumentFolder? = nil,
  takesAllSchemas: Bool = false, into sink: inout DiagnosticSink
) -> API {
  let findings = Findings(DiagnosticSink())
  defer { sink.append(contentsOf: gatherFindings(findings.sink.diagnostics)) }
  let documents = DocumentSet(files, overlays: overlays, findings)
  let path = files.first?.path ?? ""
  guard let root = documents.root else {
    if !findings.sink.hasErrors {
      findings.sink.error(
        .notOpenAPI, "the file is empty; expected an OpenAPI document", at: .unknown(file: path))
    }
    return API(modules: [])
  }
  guard let dialect = Dialect(of: root.node) else {
    reportVersion(of: root, findings)
    return API(modules: [])
  }
  // A folder's name is checked where it is read.
  if folder == nil {
    checkModuleName(Name(module, span: root.node.occurrence), into: &findings.sink)
  }
  let reader = APIReader(
    documents, root: root, module: Name(module, span: root.node.occurrence),
    mentionsEnd: files.contains { $0.bytes.hasBytes(APIReader.usualEnd) }, folder: folder)
  checkDocument(root, dialect, documents)
  let module = reader.read(takingAllSchemas: takesAllSchemas)
  documents.reportMisplaced()
  return API(modules: [module])
}

/// Reports that a document has no version that is supported.
private func reportVersion(of root: Located, _ findings: Findings) {
  if let swagger = root.node["swagger"] {
    findings.sink.error(
      .unsupportedVersion,
      "the version of Swagger is '\(abbreviate(swagger.text ?? ""))', but only 2.0 is supported; OpenAPI 3 has "
        + "'openapi' in place of 'swagger'", at: swagger.occurrence)
    return
  }
  guard let node = root.node["openapi"] else {
    findings.sink.error(
      .notOpenAPI, "expected an OpenAPI document, which begins with 'openapi: 3.1.0' or another version",
      at: root.node.occurrence)
    return
  }
  let text = node.text ?? ""
  let isSwagger = text == "2" || text.hasPrefix("2.")
  findings.sink.error(
    .unsupportedVersion,
    "the version of OpenAPI is '\(abbreviate(text))', but only 3.0, 3.1 and 3.2 are supported"
      + (isSwagger ? "; OpenAPI 2 begins with 'swagger: \"2.0\"'" : ""), at: node.occurrence)
}
