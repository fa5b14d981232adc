import APIModel
import MockServer
import SchemaValues

/// Gives texts from the command line the types that the spec says.
struct TypedText {
  let checker: ValueChecker
  private var values: TextValue { TextValue(checker) }

  init(_ checker: ValueChecker) { self.checker = checker }

  /// The value that texts mean: a scalar, a list with separators or with one text for each element, or JSON for what no
  /// text can say.
  func value(_ texts: [String], _ schema: Schema, separator: String = ",") throws(CallRefusal) -> Literal {
    let types = ValueTypes(of: schema, in: checker.index)
    guard let text = texts.first else { return .array([]) }
    if texts.count > 1, !types.isAny, types.types.isDisjoint(with: [.array]) {
      throw CallRefusal("is given \(texts.count) times, and is one value")
    }
    if texts.count > 1 { return checker.canonical(values.list(texts, schema), schema) }
    var readings: [Literal] = []
    let isAny = types.isAny
    if isAny || !types.types.isDisjoint(with: [.string, .integer, .number, .boolean, .null]) {
      readings += values.readings(of: text, schema)
    }
    let begins = text.first { $0 != " " }
    let isJSON =
      types.types.contains(.object) && begins == "{" || types.types.contains(.array) && begins == "["
    if isJSON, let json = try? JSONText.value(of: text) { readings.append(json) }
    if types.types.contains(.array) {
      let parts = text.isEmpty ? [] : text.split(separator: separator, omittingEmptySubsequences: false)
      readings.append(values.list(parts.map(String.init), schema))
    }
    if readings.isEmpty, types.types == [.object] {
      throw CallRefusal("is an object; write name:=JSON, or name.property=value")
    }
    // The most probable one, whose violations are reported.
    let best = readings.first { checker.isAccepted($0, schema) }
    let usual = types.types == [.array] ? readings.last : readings.first
    return checker.canonical(best ?? usual ?? .string(text), schema)
  }

  /// JSON from the command line or a file.
  func json(_ text: [UInt8]) throws(CallRefusal) -> Literal {
    do throws(JSONTextError) {
      return try JSONText.value(of: text)
    } catch {
      throw CallRefusal("isn't JSON: \(error.message), at byte \(error.offset)")
    }
  }
}
