import Diagnostics
import SpecReader
import WGNAPIJSON

/// The texts of files, as they are in the editor or on the disk, for ranges in them as clients count.
struct Texts {
  private let documents: [String: Document]
  private let files: [String: [UInt8]]
  private let encoding: PositionEncoding
  private var read: [String: TextLines] = [:]

  init(_ documents: [String: Document], _ files: [SpecFile], _ encoding: PositionEncoding) {
    (self.documents, self.encoding) = (documents, encoding)
    self.files = Dictionary(files.map { ($0.displayPath, $0.bytes) }) { first, _ in first }
  }

  subscript(path: String) -> TextLines? {
    mutating get {
      if let lines = documents[path]?.lines ?? read[path] { return lines }
      read[path] = files[path].map { TextLines(bytes: $0, encoding) }
      return read[path]
    }
  }

  func uri(of path: String) -> String { documents[path]?.uri ?? FileURI.uri(of: path) }

  /// The range of a span; the beginning of the file for a span of the whole file.
  mutating func range(of span: SourceSpan) -> JSON {
    if let lines = self[span.file] { return lines.json(lines.range(of: span)) }
    let start = TextPosition(line: max(0, span.start.line - 1), character: max(0, span.start.column - 1))
    return ["start": start.json, "end": start.json]
  }

  mutating func location(of span: SourceSpan) -> JSON {
    ["uri": .string(uri(of: span.file)), "range": range(of: span)]
  }
}
