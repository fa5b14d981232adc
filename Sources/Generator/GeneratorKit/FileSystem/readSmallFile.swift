import Diagnostics

/// Reads a file of settings, at most a mebibyte. A folder and the like is reported.
///
/// - Parameter what: what the file should be, for messages: "settings are a file".
func readSmallFile(_ path: String, what: String, into sink: inout DiagnosticSink) -> [UInt8]? {
  let (folder, name) = OutputPath.split(path)
  do {
    let opened = try Folder.open(folder.isEmpty && path.hasBytePrefix("/") ? "/" : folder)
      .file(name, followingLinks: true)
    let status = try opened.status()
    guard status.kind == .file else {
      sink.error(.fileSystem, "is \(status.kind.description), but \(what)", at: .unknown(file: path))
      return nil
    }
    let limit = 1 << 20
    let bytes = try opened.read(limit: limit + 1)
    guard bytes.count <= limit else {
      sink.error(
        .fileTooLarge, "the file is larger than the limit of \(limit) bytes", at: .unknown(file: path))
      return nil
    }
    return bytes
  } catch {
    sink.append(error.diagnostic)
    return nil
  }
}
