import FuzzHarness
import WGNAPIJSON
import WGNAPISchema

/// The input is a schema, the byte 0xFF and a document. The schema is one of a list, chosen by its first byte, or is made
/// of the bytes. The document is what follows; or made of it, where that begins with another 0xFF.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzValidator(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = UnsafeBufferPointer(start: start, count: count).split(
    separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let choice = parts[0].first else { return 0 }
  if fixedSchemas.indices.contains(Int(choice)) {
    check(knownSchemas[Int(choice)].schema, fixedSchemas[Int(choice)], Array(parts[1]))
  } else {
    var generator = SchemaGenerator(Array(parts[0]))
    let resources = generator.resources()
    let made = MadeSchema(of: resources)
    check(made.schema, resources, Array(parts[1]))
    made.clear()
  }
  return 0
}

private let knownSchemas = fixedSchemas.map { MadeSchema(of: $0) }

private func check(_ schema: JSONSchema, _ resources: [JSON], _ bytes: [UInt8]) {
  if bytes.first == 0xFF {
    var generator = ValueGenerator(bytes: ByteSource(Array(bytes.dropFirst())))
    let value = generator.value()
    guard let document = try? value.encoded() else { return }
    check(schema, resources, document, value)
  } else {
    check(schema, resources, bytes, try? JSON(parsing: bytes))
  }
}

/// Asks in each way whether the schema accepts the document, and a validator that is as simple as can be.
private func check(_ schema: JSONSchema, _ resources: [JSON], _ document: [UInt8], _ value: JSON?) {
  let violations = schema.validate(document)
  let isValid = schema.isValid(document)
  expect(isValid == violations.isEmpty, "valid or not? \(violations)")
  let evaluation = schema.evaluate(document)
  expect(evaluation.isValid == isValid, "valid or not? \(evaluation.violations)")
  expect(evaluation.violations == violations, "\(evaluation.violations) or \(violations)")
  checkOutput(evaluation, document)
  checkReading(schema, isValid, document)
  for violation in violations { checkLocation(of: violation, resources, document, value) }

  // What isn't JSON, but for duplicate keys that nobody looks at, is not valid.
  guard let value else {
    if isValid { expect(hasDuplicateKeys(document), "accepts what isn't JSON") }
    return
  }
  guard let plain = PlainValue(value), violations.first?.keyword != "json" else { return }
  var validator = PlainValidator(resources: resources)
  guard let expected = validator.accepts(plain) else { return }
  expect(isValid == expected, "\(resources) \(expected ? "accepts" : "rejects") \(value): \(violations)")
}

/// A tree that is held to the schema.
private struct Judged: Newtype {
  var rawValue: JSON

  nonisolated(unsafe) static var schemaInUse = JSONSchema.any
  static var constraints: Constraint? { Constraint(schemaInUse) }
}

/// Reading with the schema must come to the same end. (Reporting looks at valid documents too, which `evaluate` doesn't.)
private func checkReading(_ schema: JSONSchema, _ isValid: Bool, _ document: [UInt8]) {
  Judged.schemaInUse = schema
  guard let read = try? Judged.decodeReporting(document) else { return }
  expect(read.violations.isEmpty == isValid, "valid or not? \(read.violations)")
  expect(((try? Judged.decode(document)) != nil) == isValid, "valid or not? \(read.violations)")
}

private func hasDuplicateKeys(_ document: [UInt8]) -> Bool {
  do throws(JSONError) {
    _ = try JSON(parsing: document)
    return false
  } catch {
    return error.kind == .duplicateKey
  }
}

/// The basic output is what the violations say (JSON Schema 2020-12, section 12.4.2).
private func checkOutput(_ evaluation: SchemaEvaluation, _ document: [UInt8]) {
  let output = evaluation.basicOutput
  expect(output["valid"]?.bool == evaluation.isValid, "valid or not? \(output)")
  let errors = output["errors"]?.array ?? []
  expect(errors.count == evaluation.violations.count, "other errors in \(output)")
  for error in errors {
    expect(error["keywordLocation"]?.string != nil && error["instanceLocation"]?.string != nil, "\(error)")
  }
}
