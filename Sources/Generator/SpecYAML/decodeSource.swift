import Diagnostics

/// Reads a file's bytes as text: UTF-8 with or without a byte order mark, or UTF-16 with one.
///
/// - Returns: nil if the bytes aren't text, or contain something that YAML forbids; the errors are in `sink`.
func decodeSource(
  _ bytes: [UInt8], file: String, limits: YAMLLimits, into sink: inout DiagnosticSink
) -> DecodedSource? {
  guard limits.allow(bytes, file: file, into: &sink) else { return nil }
  let errorsBefore = sink.errorCount
  let problemLimit = max(1, min(10, limits.errorCount))
  let source: DecodedSource
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
    let text = transcodeUTF16(bytes, isBigEndian: bytes[0] == 0xFE)
    source = DecodedSource(
      file: file, bytes: text.bytes, textStart: 0, surrogates: text.surrogates, problemLimit: problemLimit)
    if bytes.count % 2 == 1 {
      let end = source.location(ofScalar: source.scalarCount, hint: 0)
      sink.error(
        .invalidEncoding, "the UTF-16 text ends in the middle of a character",
        at: SourceSpan(file: file, start: end, end: end))
    }
  } else {
    let textStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    source = DecodedSource(
      file: file, bytes: bytes, textStart: textStart, surrogates: [], problemLimit: problemLimit)
  }
  for problem in source.problems { report(problem, into: &sink) }
  if source.tagDirectiveCount > maximumTagDirectives {
    // libyaml compares each directive with all others.
    sink.error(
      .tooManyTagDirectives,
      "the file has \(source.tagDirectiveCount) %TAG directives, more than the limit of "
        + "\(maximumTagDirectives)",
      at: .unknown(file: file))
  }
  return sink.errorCount == errorsBefore ? source : nil
}

private let maximumTagDirectives = 100

private func report(_ problem: DecodedSource.Problem, into sink: inout DiagnosticSink) {
  switch problem.kind {
  case .invalidByte(let byte):
    sink.error(
      .invalidEncoding, "the byte 0x\(hexadecimal(UInt32(byte), 2)) is not valid UTF-8 here", at: problem.span
    )
  case .unpairedSurrogate:
    sink.error(.invalidEncoding, "half of a UTF-16 surrogate pair is missing here", at: problem.span)
  case .formerLineBreak(let value):
    let escape = [0x85: "\\N", 0x2028: "\\L", 0x2029: "\\P"][value] ?? ""
    sink.error(
      .controlCharacter,
      "U+\(hexadecimal(value, 4)) ends a line for some YAML readers and not for others; "
        + "remove it, or write '\(escape)' in double quotes", at: problem.span)
  case .byteOrderMark:
    sink.error(
      .controlCharacter,
      "a byte order mark is allowed only at the start of the file; remove it, or write '\\uFEFF' in double quotes",
      at: problem.span)
  case .controlCharacter(0):
    sink.error(
      .controlCharacter, "the file contains a zero byte; UTF-16 needs a byte order mark to be recognised",
      at: problem.span)
  case .controlCharacter(let value):
    sink.error(
      .controlCharacter,
      "the control character U+\(hexadecimal(value, 4)) is not allowed; "
        + "in double quotes it can be written as an escape", at: problem.span)
  }
}

private func hexadecimal(_ value: UInt32, _ width: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Converts UTF-16 after a byte order mark to UTF-8 without one. Unpaired surrogates become U+FFFD; their offsets are
/// returned.
private func transcodeUTF16(_ bytes: [UInt8], isBigEndian: Bool) -> (bytes: [UInt8], surrogates: Set<Int>) {
  func unit(_ index: Int) -> UInt32? {
    guard index + 1 < bytes.count else { return nil }
    let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count / 2)
  var surrogates = Set<Int>()
  var index = 2
  while let first = unit(index) {
    index += 2
    var value = first
    if (0xD800...0xDBFF).contains(first), let second = unit(index), (0xDC00...0xDFFF).contains(second) {
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      index += 2
    }
    if let scalar = Unicode.Scalar(value) {
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      surrogates.insert(result.count)
      result.append(contentsOf: UTF8.encodedReplacementCharacter)
    }
  }
  return (result, surrogates)
}
