import Diagnostics

/// Reads a JSON text (RFC 8259) into a tree of the same nodes that YAML becomes.
///
/// JSON has a reader of its own, because YAML's refuses some of what JSON allows: escaped pairs of surrogates, keys of
/// more than 1,024 characters, DEL in strings. Strings are scalars in double quotes; numbers, `true`, `false` and
/// `null` are plain scalars, so that `YAMLScalar.coreType` tells them apart.
///
/// - Parameters:
///   - bytes: the whole file, UTF-8 with or without a byte order mark.
///   - file: the path to name in spans.
///   - limits: what the file may cost to read.
///   - sink: receives the errors. After a duplicate key (the first one stays) reading goes on, else it ends.
/// - Returns: the value; nil after an error that ended reading.
public func parseJSON(
  bytes: [UInt8], file: String, limits: YAMLLimits = .default, into sink: inout DiagnosticSink
) -> YAMLNode? {
  guard bytes.count <= limits.fileSize else {
    sink.error(
      .fileTooLarge, "the file has \(bytes.count) bytes, more than the limit of \(limits.fileSize)",
      at: .unknown(file: file))
    return nil
  }
  return bytes.withUnsafeBufferPointer { buffer in
    var builder = JSONTreeBuilder(bytes: buffer, file: file, limits: limits)
    let node = builder.build()
    sink.append(contentsOf: builder.sink)
    return node
  }
}
