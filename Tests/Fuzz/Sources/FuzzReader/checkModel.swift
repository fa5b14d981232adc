import FuzzHarness
import WGNAPIJSON

/// Reads a document as a model with every strictness, and checks that they differ in what they should only.
///
/// - Parameters:
///   - tree: the same as a tree, if it is one.
///   - holdsDates: whether rounding may change what is written.
func checkModel<Model: JSONValue>(
  _ model: Model.Type, _ document: [UInt8], _ tree: JSON?, _ unknownKeys: JSONDecoding.UnknownKeys,
  holdsDates: Bool = false
) {
  let lax = JSONDecoding(unknownKeys: unknownKeys, validation: .off)
  let reporting = JSONDecoding(unknownKeys: unknownKeys, validation: .report)
  let strict = JSONDecoding(unknownKeys: unknownKeys, validation: .strict)

  let value: Model
  do throws(JSONError) {
    value = try Model.decode(document, options: lax)
  } catch {
    expect(
      error.byteOffset >= 0 && error.byteOffset <= document.count && error.line >= 1,
      "an error beyond the document: \(error)")
    expect((try? Model.decodeReporting(document, options: reporting)) == nil, "only reports, after \(error)")
    expect((try? Model.decode(document, options: strict)) == nil, "strict accepts, after \(error)")
    return
  }
  checkReport(value, document, tree, reporting, strict)
  checkWriting(value, document, lax, holdsDates: holdsDates)
  if let tree { checkReadingTree(value, tree, lax) }
}

/// Report reads what off reads, and strict what has nothing to report.
private func checkReport<Model: JSONValue>(
  _ value: Model, _ document: [UInt8], _ tree: JSON?, _ reporting: JSONDecoding, _ strict: JSONDecoding
) {
  do throws(JSONError) {
    let (reported, violations) = try Model.decodeReporting(document, options: reporting)
    expect(reported == value, "another value when violations are reported")
    for violation in violations {
      expect(violation.byteOffset >= 0 && violation.byteOffset <= document.count, "\(violation) is beyond")
      expect(violation.instanceLocation.isEmpty || violation.instanceLocation.hasPrefix("/"), "\(violation)")
    }
    let accepted = try? Model.decode(document, options: strict)
    // Reading doesn't fail for unknown keys that are only reported. Those of closed models violate a keyword.
    let isAccepted = violations.allSatisfy(\.isUnknown)
    expect((accepted != nil) == isAccepted, "strict doesn't agree with \(violations)")
    if let accepted { expect(accepted == value, "another value when strict") }
    // Schemas say less than types do, as of ranges; and they read unknown values as trees.
    let found = Model.validate(document)
    expect(Model.isValid(document) == found.isEmpty, "valid or not? \(found)")
    if accepted != nil, tree != nil, strict.unknownKeys == .ignore {
      expect(found.isEmpty, "strict reading accepts \(found)")
    }
  } catch {
    expect(
      error.kind == .workExceeded || error.kind == .duplicateKey, "off reads what report doesn't: \(error)")
  }
}

/// What is written is read as the same value.
private func checkWriting<Model: JSONValue>(
  _ value: Model, _ document: [UInt8], _ lax: JSONDecoding, holdsDates: Bool
) {
  do throws(JSONError) {
    let bytes = try value.encoded()
    _ = try JSON(parsing: bytes)
    let copy = try Model.decode(bytes, options: lax)
    guard !holdsDates else { return }
    expect(copy == value && copy.hashValue == value.hashValue, "another value when read again")
    let again = try copy.encoded()
    expect(again == bytes, "other bytes when written again")
  } catch {
    expect(holdsDates && error.kind == .notRepresentable, "what was read can't be written and read: \(error)")
  }
}

/// The same by way of a tree.
private func checkReadingTree<Model: JSONValue>(_ value: Model, _ tree: JSON, _ lax: JSONDecoding) {
  do throws(JSONError) {
    let copy = try tree.decode(as: Model.self, options: lax)
    expect(copy == value, "another value from a tree")
  } catch {
    expect(error.kind == .workExceeded, "can't be read from its tree: \(error)")
  }
}
