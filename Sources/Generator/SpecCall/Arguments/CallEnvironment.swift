import APIModel

/// The environment variables of a module, from which credentials and other secrets come.
package struct CallEnvironment: Sendable {
  private let values: [String: String]
  private let prefix: String

  package init(_ values: [String: String], of module: Module) {
    self.values = values
    prefix = "WGNAPI_" + Self.capitals(module.name.text, splitting: false) + "_"
  }

  /// The variable for a name in the spec: `WGNAPI_WOT_APPLICATION_ID`.
  package func variable(_ name: String) -> String { prefix + Self.capitals(name, splitting: true) }

  /// The variables of a credential: two for a user and a password.
  package func variables(_ credential: CredentialDefinition) -> [String] {
    let variable = variable(credential.name.text)
    if case .basic = credential.scheme { return [variable + "_USER", variable + "_PASSWORD"] }
    return [variable]
  }

  /// The variable of a token that is given with each call.
  package var tokenVariable: String { variable("token") }

  /// The value of a variable; nil if it is empty.
  package subscript(variable: String) -> String? { values[variable].flatMap { $0.isEmpty ? nil : $0 } }

  /// A credential: a token, a key, or `user:password`; nil if the environment doesn't have it.
  package subscript(credential: CredentialDefinition) -> String? {
    let texts = variables(credential).map { self[$0] }
    guard let first = texts.first ?? nil else { return nil }
    return texts.count == 1 ? first : "\(first):\((texts.last ?? nil) ?? "")"
  }

  /// Capitals, with `_` between words and in place of all that isn't a letter or a digit.
  private static func capitals(_ name: String, splitting: Bool) -> String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in name.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if !isPlain {
        if result.last != "_" { result += "_" }
      } else {
        let begins = splitting && scalar.properties.isUppercase && previous?.properties.isLowercase == true
        result += (begins ? "_" : "") + String(scalar).uppercased()
      }
      previous = scalar
    }
    return result
  }
}
