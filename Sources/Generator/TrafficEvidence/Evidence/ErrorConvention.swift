import WGNAPIJSON

/// How services say in JSON that something went wrong.
package enum ErrorConvention {
  static let flags = ["status", "ok", "success", "succeeded", "result", "state"]
  package static let members = ["error", "errors"]
  package static let codes = [
    "code", "error_code", "errorCode", "status_code", "statusCode", "type", "status", "id", "error",
  ]
  package static let messages = [
    "message", "detail", "details", "error_description", "errorMessage", "error_message", "reason", "title",
    "description",
    "msg", "error_msg", "errmsg",
  ]
  static let failures: Set<String> = ["error", "fail", "failed", "failure", "ko"]

  /// Whether a response with a successful status says that something went wrong.
  static func isFailure(_ value: JSON) -> Bool {
    guard let object = value.object else { return false }
    for name in flags {
      switch object[name] {
      case .bool(false)? where name == "ok" || name == "success" || name == "succeeded": return true
      case .string(let text)? where failures.contains(text.lowercased()): return true
      default: continue
      }
    }
    for name in members {
      switch object[name] {
      case nil, .null?, .bool(false)?: continue
      // As in GraphQL: the data may be beside it, and no envelope tells such a failure.
      case .array?: continue
      case .object(let members)? where members.isEmpty: continue
      case .string(let text)? where text.isEmpty: continue
      case .number(let number)? where number.double == 0: continue
      default: return true
      }
    }
    return false
  }

  /// Whether a response has a list of errors and no payload: that something went wrong isn't told by an envelope, but clients
  /// that take it for success have nothing.
  static func lacksPayload(_ value: JSON) -> Bool {
    guard let object = value.object, let errors = object["errors"]?.array, !errors.isEmpty else {
      return false
    }
    return object.allSatisfy { $0.key == "errors" || $0.value == .null || !payloads.contains($0.key) }
  }

  /// Members with the payload of a response.
  package static let payloads = ["data", "result", "results", "response", "payload"]

  /// The message of an error with a number; nil if there is none.
  static func message(of value: JSON) -> String? {
    guard let object = value.object else { return nil }
    let inner = members.lazy.compactMap { object[$0] }.first
    let holder = inner?.object ?? inner?.array?.first?.object ?? object
    return messages.lazy.compactMap { holder[$0]?.string }.first
  }

  /// The code and the message of an error.
  package static func code(of value: JSON, _ collector: inout Collector) -> ResponseEvidence.Code? {
    codes(of: value, &collector).first
  }

  /// The codes of an error, with its message: details in a list may be about parts of the request, and the code beside them. Which
  /// one clients read isn't known yet.
  static func codes(of value: JSON, _ collector: inout Collector) -> [ResponseEvidence.Code] {
    guard let object = value.object else { return [] }
    guard let name = members.first(where: { object[$0] != nil }), let inner = object[name] else {
      return [code(in: object, codes, below: "", &collector)].compactMap(\.self)
    }
    if case .string(let text) = inner {
      return word(text, &collector).map { [.init(code: $0, isNumber: false, message: "", path: name)] } ?? []
    }
    guard let holder = inner.object ?? inner.array?.first?.object else {
      return [code(in: object, codes, below: "", &collector)].compactMap(\.self)
    }
    let beside = codes.filter { !["type", "status", "id", "error"].contains($0) }
    return [
      code(in: holder, codes, below: "\(name).", &collector),
      code(in: object, beside, below: "", &collector),
    ].compactMap(\.self)
  }

  private static func code(
    in holder: JSONObject, _ names: [String], below prefix: String, _ collector: inout Collector
  ) -> ResponseEvidence.Code? {
    for name in names {
      switch holder[name] {
      case .number(let number)? where Int64(number.text) != nil:
        let message = messages.lazy.compactMap { holder[$0]?.string }.first ?? ""
        return .init(
          code: number.text, isNumber: true, message: word(message, &collector) ?? "", path: prefix + name)
      case .string(let text)?:
        guard let code = word(text, &collector), !failures.contains(code) else { continue }
        return .init(code: code, isNumber: false, message: "", path: prefix + name)
      default: continue
      }
    }
    return nil
  }

  /// A text that programs compare, such as `INVALID_NAME`; nil for other texts.
  private static func word(_ text: String, _ collector: inout Collector) -> String? {
    let forms = TextForms(text)
    guard forms.contains(.word), !forms.contains(.random), !text.contains("/"), !text.contains(":"),
      text.utf8.contains(where: \.isASCIILetter), !collector.looksSecret(text)
    else {
      // Words of errors are longer than other ones.
      let isLong = text.utf8.count > 32 && text.utf8.count <= 64
      let isWord = text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
      return isLong && isWord ? text : nil
    }
    return text
  }
}
