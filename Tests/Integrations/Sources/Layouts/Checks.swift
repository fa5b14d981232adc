import Foundation

@testable import WGNAPIJSON

/// The types of a generated module that have a layout or a union.
protocol ModuleTypes: Sendable {
  static var module: String { get }
  static var types: [any CheckedType] { get }
}

/// A type of a generated module, with all that is checked of it.
protocol CheckedType {
  var name: String { get }
  /// The type if it is a model.
  var model: (any JSONModel.Type)? { get }
  /// Reads and writes documents, and reports what goes wrong.
  func check(_ samples: inout Samples, _ report: inout Report)
}

/// What has been checked, and what was wrong.
struct Report {
  var type = ""
  private(set) var documents = 0
  private(set) var validDocuments = 0
  private(set) var changes = 0
  private(set) var problems: [String] = []

  mutating func count(isValid: Bool) {
    documents += 1
    validDocuments += isValid ? 1 : 0
  }

  mutating func countChange() { changes += 1 }

  mutating func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append("\(type): \(problem())") }
  }

  /// Returns the value of an expression; nil if it throws an error, which is a problem.
  mutating func value<Value>(of what: @autoclosure () -> String, _ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      problems.append("\(type): \(what()): \(error)")
      return nil
    }
  }
}

struct UnionType<Union: JSONUnion>: CheckedType {
  init(_ type: Union.Type) {}

  var name: String { "\(Union.self)" }
  var model: (any JSONModel.Type)? { nil }

  func check(_ samples: inout Samples, _ report: inout Report) {
    let texts = samples.texts(of: Union.self)
    report.expect(!texts.isEmpty, "no document found that it reads")
    let values = texts.compactMap { text in report.roundTrip(text, text, as: Union.self).map { (text, $0) } }
    for (position, (text, value)) in values.enumerated() {
      for (other, otherValue) in values[..<position] {
        report.expect((value == otherValue) == (text == other), "\(text) and \(other) are compared wrongly")
      }
    }
    construct(texts, &report)
  }

  /// Makes each case of values that the union reads, and writes it, whichever case the union would read it as.
  private func construct(_ texts: [String], _ report: inout Report) {
    for position in 0..<Union.union.count {
      CaseOf<Union>.position = position
      for text in texts {
        guard let value = try? CaseOf<Union>.decode(Array(text.utf8)) else { continue }
        // A discriminator must name the case.
        if Union.union.hasTags, (try? JSON.encode(value)) == nil { continue }
        let place = "\(text) as case \(position)"
        guard let written = report.value(of: place, { try JSON.encode(value) }) else { continue }
        report.expect(JSON.isValid(written, as: Union.self), "\(place) isn't valid")
        guard let again = report.value(of: place, { try JSON.decode(Union.self, from: written) }) else {
          continue
        }
        let rewritten = report.value(of: place, { try JSON.encode(again) })
        report.expect(rewritten == written, "\(place) is another value when it is read")
      }
    }
  }
}

/// Reads values as one case of a union.
private enum CaseOf<Union: JSONUnion>: JSONCoder {
  static var position: Int {
    get { CasePosition.current }
    set { CasePosition.current = newValue }
  }

  static func read(from reader: inout JSONReader) throws(JSONError) -> Union {
    try Union.union.read(as: position, from: &reader)
  }

  static func write(_ value: Union, to writer: inout JSONWriter) throws(JSONError) {
    try Union.write(value, to: &writer)
  }
}

/// A generic type can't store it. The program has a single thread.
private enum CasePosition {
  nonisolated(unsafe) static var current = 0
}

extension Report {
  /// Reads a document, writes it, and reads that again, in all ways there are. Returns the value.
  mutating func roundTrip<Value: JSONValue & Codable>(
    _ text: String, _ written: String, as type: Value.Type
  ) -> Value? {
    let bytes = Array(text.utf8)
    let isValid = JSON.isValid(bytes, as: Value.self)
    count(isValid: isValid)
    let options = JSONDecoding(validation: isValid ? .strict : .off)
    guard let value = self.value(of: text, { try JSON.decode(Value.self, from: bytes, options: options) }),
      let encoded = self.value(of: text, { try JSON.encode(value) })
    else { return nil }
    let result = String(decoding: encoded, as: UTF8.self)
    expect(result == written, "\(text) is written as \(result)")
    let copy = value
    expect(value == copy && value.hashValue == copy.hashValue, "\(text) differs from its copy")

    if let again = self.value(of: result, { try JSON.decode(Value.self, from: encoded, options: options) }) {
      expect(value == again, "\(text) differs when it is read again")
      expect(value.hashValue == again.hashValue, "\(text) has another hash when it is read again")
      expect(Set([value, again]).count == 1, "\(text) is twice in a set")
    }
    if let (reported, violations) = self.value(
      of: text, { try JSON.decodeReporting(Value.self, from: bytes) })
    {
      expect(value == reported, "\(text) differs when violations are reported")
      expect(
        violations.isEmpty == isValid,
        "\(text): \(violations.first.map(String.init(describing:)) ?? "no violation")")
    }
    // Foundation has no numbers beyond those of `Double`.
    if isValid, !text.contains("e400") {
      let coded = self.value(of: "Codable: \(text)") {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
      }
      if let coded { expect(value == coded, "\(text) differs after Codable") }
    }
    return value
  }
}
