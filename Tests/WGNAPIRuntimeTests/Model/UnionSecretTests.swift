import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIJSON
@testable import WGNAPISchema

/// Unions look into a value before its model, which knows what is secret, reads it.
@Suite struct UnionSecretTests {
  private func silence<Value: JSONValue>(_ type: Value.Type, _ text: String, alsoIn schema: JSONSchema? = nil)
  {
    for validation in [JSONDecoding.Validation.strict, .report, .off] {
      let error = #expect(throws: JSONError.self, "\(text)") {
        _ = try type.decode([UInt8](text.utf8), options: JSONDecoding(validation: validation))
      }
      guard let error else { continue }
      #expect(!"\(error)".contains("hunter"), "\(text): \(error)")
    }
    let violations = (schema ?? JSONSchema(of: type)).validate([UInt8](text.utf8))
    #expect(!violations.isEmpty && !"\(violations)".contains("hunter"), "\(text): \(violations)")
  }

  @Test(arguments: [
    #"{"password":"abc"hunter2"}"#, #"{"password":"abc",hunter2"}"#, #"{"password":hunter2}"#,
  ]) func malformedText(_ text: String) {
    silence(Login.self, text)
    silence(Keyed.self, text)
    silence(Tried.self, text)
    // Its own schema accepts anything, so it leads to no secret.
    silence(Anything.self, text, alsoIn: JSONSchema(of: Tried.self))
    silence(Tagged.self, text)
    silence(Wrapping.self, text)
    silence(Outer.self, #"{"inner":\#(text)}"#)
    silence([Outer].self, #"[{"inner":\#(text)}]"#)
  }

  @Test(arguments: [
    #"{"tokens":{"hunter2":1,"hunter2":2}}"#, #"{"tokens":{"hunter2":{"a":1,"a":2}}}"#,
    #"{"tokens":{"hunter2":nul}}"#,
  ]) func keys(_ text: String) {
    silence(Tokens.self, text)
    silence(TokensOrLogin.self, text)
  }

  /// A limit of a map's values says which map, and not which member.
  @Test func limitsInMapsWithSecretKeys() throws {
    let bytes = [UInt8](#"{"tokens":{"hunter2":{"a":1,"b":2}}}"#.utf8)
    let error = #expect(throws: JSONError.self) { try LimitedTokens.decode(bytes) }
    #expect(error?.path == ["tokens"])
    let violations = try LimitedTokens.decodeReporting(bytes).violations
    #expect(
      violations.map(\.instanceLocation) == ["/tokens"] && violations.map(\.keyword) == ["maxProperties"])
    #expect(!"\(violations)\(String(describing: error))".contains("hunter"))
  }

  /// A limit of keys doesn't show them: neither on a document, nor on an alternative, nor on additional members.
  @Test func limitsOfSecretKeys() throws {
    let limit: Constraint = [.propertyNames([.maxLength(3)]), .additionalProperties([.maximum(1)])]
    func check<Value: JSONValue>(_ type: Value.Type, _ text: String, _ constraint: Constraint?) throws {
      let bytes = [UInt8](text.utf8)
      let found = type.validate(bytes, satisfying: constraint)
      #expect(!found.isEmpty && !"\(found)".contains("hunter"), "\(found)")
      let error = #expect(throws: JSONError.self) {
        try type.decodeReporting(bytes, constraint: constraint, selection: nil, options: JSONDecoding())
      }
      #expect(!"\(String(describing: error))".contains("hunter"))
    }
    try check([Token: Int].self, #"{"hunter2":7}"#, limit)
    try check(LimitedAlternative.self, #"{"hunter2":7}"#, nil)
    try check(LimitedMembers.self, #"{"member":{"hunter2":7}}"#, nil)
    try check([Token].self, #"["hunter2"]"#, [.items([.enumeration(["a", "b"])])])
  }

  /// After an error in an envelope's payload, the rest of the payload is skipped.
  @Test func payloads() {
    for text in [#"{"a":"","data":{"password":7,"x":hunter2}}"#, #"{"a":"","data":{"password":hunter2}}"#] {
      let error = #expect(throws: JSONError.self) {
        _ = try Other.decode([UInt8](text.utf8), payload: "data", as: Login.self)
      }
      guard let error else { continue }
      #expect(error.kind == .syntax && !"\(error)".contains("hunter"), "\(error)")
    }
  }

  /// What has nothing to hide says what is wrong.
  @Test func othersAreQuoted() {
    let error = #expect(throws: JSONError.self) { try Shown.decode([UInt8](#"{"a":"abc"hunter2"}"#.utf8)) }
    #expect(error?.message == #"expected ',' or '}', found hunter2"#)
    #expect(error?.byteOffset == 10)
  }
}

// MARK: Types

private struct Login: JSONModel {
  let password: String
  static let layout = ModelLayout<Self> {
    $0.required("password", \.password)
    $0.secret(\.password)
  }
}

private struct Other: JSONModel {
  let a: String
  static let layout = ModelLayout<Self> { $0.required("a", \.a) }
}

private struct Another: JSONModel {
  let b: String
  static let layout = ModelLayout<Self> { $0.required("b", \.b) }
}

private enum Keyed: JSONUnion {
  case login(Login)
  case other(Other)
  static let union = Union<Self> {
    $0.alternative(having: ["password"], Login.self, Self.login) {
      if case .login(let value) = $0 { value } else { nil }
    }
    $0.alternative(having: ["a"], Other.self, Self.other) {
      if case .other(let value) = $0 { value } else { nil }
    }
  }
}

private enum Tried: JSONUnion {
  case other(Other)
  case login(Login)
  static let union = Union<Self> {
    $0.alternative(Other.self, Self.other) { if case .other(let value) = $0 { value } else { nil } }
    $0.alternative(Login.self, Self.login) { if case .login(let value) = $0 { value } else { nil } }
  }
}

/// The schema accepts anything.
private enum Anything: JSONUnion {
  case login(Login)
  case other(Other)
  case unknown(JSON)
  static let union = Union<Self> {
    $0.alternative(Login.self, Self.login) { if case .login(let value) = $0 { value } else { nil } }
    $0.alternative(Other.self, Self.other) { if case .other(let value) = $0 { value } else { nil } }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

private enum Tagged: JSONUnion {
  case login(Login)
  case other(Other)
  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("login", Login.self, Self.login) { if case .login(let value) = $0 { value } else { nil } }
    $0.alternative("other", Other.self, Self.other) { if case .other(let value) = $0 { value } else { nil } }
  }
}

private struct Wrapped: Newtype {
  var rawValue: Login
}

/// The secret is behind a newtype.
private enum Wrapping: JSONUnion {
  case other(Other)
  case wrapped(Wrapped)
  static let union = Union<Self> {
    $0.alternative(Other.self, Self.other) { if case .other(let value) = $0 { value } else { nil } }
    $0.alternative(Wrapped.self, Self.wrapped) { if case .wrapped(let value) = $0 { value } else { nil } }
  }
}

private struct Holder: JSONModel {
  let inner: Login
  static let layout = ModelLayout<Self> { $0.required("inner", \.inner) }
}

/// The model itself has no secret, but what it contains.
private enum Outer: JSONUnion {
  case other(Other)
  case holder(Holder)
  static let union = Union<Self> {
    $0.alternative(Other.self, Self.other) { if case .other(let value) = $0 { value } else { nil } }
    $0.alternative(Holder.self, Self.holder) { if case .holder(let value) = $0 { value } else { nil } }
  }
}

private struct Token: SecretNewtype, StringNewtype {
  var rawValue: String
}

private struct Tokens: JSONModel {
  let tokens: [Token: [String: Int]]
  static let layout = ModelLayout<Self> {
    $0.required("tokens", \.tokens)
    $0.secret(\.tokens)
  }
}

private struct LimitedTokens: JSONModel {
  let tokens: [Token: [String: Int]]
  static let layout = ModelLayout<Self> {
    $0.required("tokens", \.tokens, [.additionalProperties([.maxProperties(1)])])
    $0.secret(\.tokens)
  }
}

private enum TokensOrLogin: JSONUnion {
  case login(Login)
  case tokens(Tokens)
  static let union = Union<Self> {
    $0.alternative(Login.self, Self.login) { if case .login(let value) = $0 { value } else { nil } }
    $0.alternative(Tokens.self, Self.tokens) { if case .tokens(let value) = $0 { value } else { nil } }
  }
}

private enum Shown: JSONUnion {
  case other(Other)
  case another(Another)
  static let union = Union<Self> {
    $0.alternative(Other.self, Self.other) { if case .other(let value) = $0 { value } else { nil } }
    $0.alternative(Another.self, Self.another) { if case .another(let value) = $0 { value } else { nil } }
  }
}

private enum LimitedAlternative: JSONUnion {
  case tokens([Token: Int])
  static let union = Union<Self> {
    $0.alternative(
      of: .object, [Token: Int].self,
      satisfying: [.propertyNames([.maxLength(3)]), .additionalProperties([.maximum(1)])],
      Self.tokens
    ) {
      if case .tokens(let value) = $0 { value } else { nil }
    }
  }
}

private struct LimitedMembers: JSONModel {
  let members: [String: [Token: Int]]
  static let layout = ModelLayout<Self> {
    $0.additional(\.members, [.propertyNames([.maxLength(3)]), .additionalProperties([.maximum(1)])])
  }
}
