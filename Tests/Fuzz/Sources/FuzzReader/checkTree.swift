import Foundation
import FuzzHarness
import WGNAPIJSON
import WGNAPISchema

/// Passes over a value without keeping it.
private enum Skipped: JSONCoder {
  static func read(from reader: inout JSONReader) throws(JSONError) -> Int {
    try reader.skipValue()
    return reader.offset
  }

  static func write(_ value: Int, to writer: inout JSONWriter) throws(JSONError) { writer.writeNull() }
}

/// Reads a document as a tree, and checks that other ways to read it agree.
///
/// - Returns: nil where it isn't JSON.
func checkTree(_ document: [UInt8]) -> JSON? {
  let isSkipped = (try? Skipped.decode(document)) != nil
  do throws(JSONError) {
    let tree = try JSON(parsing: document)
    expect(isSkipped, "can be read and not be skipped")
    checkRoundTrip(tree)
    var remainingNumbers = 50
    let areOrdinary = checkNumbers(in: tree, &remainingNumbers)
    // Foundation has no numbers beyond doubles.
    if areOrdinary { expect(accepts(document) ?? true, "Foundation rejects what is read") }
    return tree
  } catch {
    expect(
      error.byteOffset >= 0 && error.byteOffset <= document.count && error.line >= 1,
      "an error beyond the document: \(error)")
    expect(!error.description.isEmpty, "an error without words")
    expect(!isSkipped || error.kind == .duplicateKey, "can be skipped, but not read: \(error)")
    return nil
  }
}

/// What isn't JSON must not be so for Foundation either, and must give the same kind of error for schemas.
func checkRejection(_ document: [UInt8]) {
  guard (try? Skipped.decode(document)) == nil else { return }
  expect(!JSONSchema.any.isValid(document), "a schema accepts what isn't JSON")
  expect(JSONSchema.any.validate(document).map(\.keyword) == ["json"], "a schema accepts what isn't JSON")
  do throws(JSONError) {
    _ = try JSON(parsing: document)
  } catch {
    guard error.kind == .syntax, !isAfterComma(error.byteOffset, in: document) else { return }
    expect(accepts(document) != true, "Foundation reads what is rejected: \(error)")
  }
}

/// Whether Foundation takes the document for JSON; nil where its rules are others.
private func accepts(_ document: [UInt8]) -> Bool? {
  // It looks for other encodings.
  guard document.count < 2000, !document.prefix(4).contains(0),
    !document.prefix(4).contains(where: { $0 >= 0xEF })
  else { return nil }
  return (try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)) != nil
}

/// Foundation takes `[1,]` for `[1]`.
private func isAfterComma(_ offset: Int, in document: [UInt8]) -> Bool {
  document.prefix(offset).last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ",")
}

/// What is written is read as the same value, and written as the same bytes.
private func checkRoundTrip(_ tree: JSON) {
  do throws(JSONError) {
    let bytes = try tree.encoded()
    let copy = try JSON(parsing: bytes)
    expect(copy == tree && copy.hashValue == tree.hashValue, "another tree when read again")
    let again = try copy.encoded()
    expect(again == bytes, "other bytes when written again")
  } catch {
    expect(false, "what was read can't be written and read: \(error)")
  }
}
