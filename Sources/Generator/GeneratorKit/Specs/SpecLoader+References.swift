import Diagnostics
import SpecReader

extension SpecLoader {
  /// Reads files that schemas may refer to by URIs with a common prefix.
  ///
  /// - Parameters:
  ///   - path: a folder, or a single file.
  ///   - prefix: the URI of the folder, or of the file.
  ///   - sink: receives the diagnostics.
  public func loadReferences(
    from path: String, as prefix: String, into sink: inout DiagnosticSink
  ) -> [ReferencedFile] {
    if isSpec(path), let bytes = readFile(path, into: &sink) {
      return [ReferencedFile(uri: prefix, file: SpecFile(path: path, displayPath: path, bytes: bytes))]
    }
    if sink.hasErrors { return [] }
    return references(load(path, into: &sink), as: prefix)
  }

  /// Files that schemas may refer to by their paths after a common prefix.
  func references(_ files: [SpecFile], as prefix: String) -> [ReferencedFile] {
    let base = prefix.hasByteSuffix("/") || prefix.hasByteSuffix(":") ? prefix : prefix + "/"
    return files.map { ReferencedFile(uri: base + escaped($0.path), file: $0) }
  }

  /// A path, escaped for a URI.
  private func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, byte > 0x20, byte != 0x7F, !"\"<>\\^`{|}%?#".utf8.contains(byte) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + String([digits[Int(byte >> 4)], digits[Int(byte & 0xF)]])
      }
    }
  }
}
