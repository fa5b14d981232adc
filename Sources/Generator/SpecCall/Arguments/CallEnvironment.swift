import APIModel
import CallComposing

/// The environment variables of an endpoint's calls, from which credentials and other secrets come.
///
/// No two secrets of a module's client and an endpoint share a variable. If two have the same name, the variable of the one further
/// inside the request also names its place: `WGNAPI_SHOP_BODY_PIN` beside the credential `pin`.
package struct CallEnvironment: Sendable {
  private let values: [String: String]
  private let module: Module
  private let prefix: String
  /// Of credentials, by their names.
  private var credentials: [String: [String]] = [:]
  /// Of parameters, by their places and names.
  private var parameters: [String: String] = [:]
  /// The variable of a token that is given with each call.
  package private(set) var tokenVariable = ""
  /// All of these variables.
  private var taken: Set<String> = []

  package init(_ values: [String: String], of module: Module, _ endpoint: Endpoint, _ index: SchemaIndex) {
    self.values = values
    self.module = module
    prefix = "WGNAPI_" + Self.capitals(module.name.text, splitting: false) + "_"
    for credential in module.credentials where credentials[credential.name.text] == nil {
      let name = free("CREDENTIAL", credential.name.text) { taken in
        Self.variables(taken, credential).contains(where: self.taken.contains)
      }
      let own = Self.variables(name, credential)
      credentials[credential.name.text] = own
      taken.formUnion(own)
    }
    tokenVariable = free("CALL", "token", isTaken)
    var known: [String: String] = [:]
    for parameter in module.clientParameters { known[parameter.name.text] = add(parameter) }
    for parameter in endpoint.parameters
    where parameter.isSecret || index.containsSecret(parameter.schema) {
      // It is sent in place of the client's.
      if let variable = known[parameter.name.text] {
        parameters[Self.key(parameter)] = variable
      } else {
        _ = add(parameter)
      }
    }
  }

  private mutating func add(_ parameter: Parameter) -> String {
    let variable = free(parameter.location.rawValue, parameter.name.text, isTaken)
    parameters[Self.key(parameter)] = variable
    taken.insert(variable)
    return variable
  }

  /// The variable for a name, with its place before it if that is another one's.
  private func free(_ place: String, _ name: String, _ isTaken: (String) -> Bool) -> String {
    var own = Self.capitals(name, splitting: true)
    // Each turn makes it longer than it was.
    while isTaken(prefix + own) { own = Self.capitals(place, splitting: true) + "_" + own }
    return prefix + own
  }

  private func isTaken(_ variable: String) -> Bool {
    taken.contains(variable) || variable == tokenVariable && module.endpoints.contains(where: \.takesToken)
  }

  private static func key(_ parameter: Parameter) -> String {
    "\(parameter.location.rawValue) \(parameter.name.text)"
  }

  private static func variables(_ variable: String, _ credential: CredentialDefinition) -> [String] {
    if case .basic = credential.scheme { return [variable + "_USER", variable + "_PASSWORD"] }
    return [variable]
  }

  /// The variable of a parameter of the client, or of a secret one of the endpoint, by its name in requests:
  /// `WGNAPI_WOT_APPLICATION_ID`.
  package func variable(of parameter: Parameter) -> String {
    parameters[Self.key(parameter)] ?? free(parameter.location.rawValue, parameter.name.text, isTaken)
  }

  /// The variable of a property or a part of the body, by its name or the names that lead to it.
  package func variable(ofBody path: some Collection<String>) -> String {
    free("BODY", path.isEmpty ? "body" : path.joined(separator: "_"), isTaken)
  }

  /// The variables of a credential: two for a user and a password.
  package func variables(_ credential: CredentialDefinition) -> [String] {
    credentials[credential.name.text] ?? []
  }

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
