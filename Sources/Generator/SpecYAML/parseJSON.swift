import Diagnostics

/// Parses JSON text (RFC 8259) into the same nodes as YAML.
///
/// JSON has its own parser because the YAML parser rejects some valid JSON: escaped surrogate pairs, keys of more
/// than 1,024 characters, DEL in strings. Strings are double-quoted scalars; numbers, `true`, `false` and `null` are
/// plain scalars, so `YAMLScalar.coreType` distinguishes them.
///
/// - Parameters:
///   - bytes: the whole file, UTF-8 with or without a byte order mark.
///   - file: the path in spans.
///   - limits: the limits for reading.
///   - sink: receives the errors. Only a duplicate key isn't fatal; its first value is used.
/// - Returns: the value; nil after a fatal error.
public func parseJSON(
  bytes: [UInt8], file: String, limits: YAMLLimits = .default, into sink: inout DiagnosticSink
) -> YAMLNode? {
  guard limits.allow(bytes, file: file, into: &sink) else { return nil }
  return bytes.withUnsafeBufferPointer { buffer in
    var builder = JSONTreeBuilder(bytes: buffer, file: file, limits: limits)
    let node = builder.build()
    sink.append(contentsOf: builder.sink)
    return node
  }
}
