import APIModel

/// The rules for deriving Swift names from names of the spec.
///
/// Every input becomes a legal identifier: nothing from a spec reaches the output unescaped.
enum SwiftName {
  /// The name of a stored property or parameter: `account_id` → `accountID`, `self` → `selfValue`.
  static func member(_ wireName: String, override: String? = nil, avoiding reserved: Set<String> = [])
    -> String
  {
    if let override { return override }
    var name = identifier(lowerCamelCase(spoken(wireName)), fallback: "value")
    while unusableMemberNames.contains(name) || reserved.contains(name) { name += "Value" }
    return name
  }

  /// The name of a constant of an enumeration.
  static func constant(_ wireName: String, override: String? = nil, avoiding reserved: Set<String> = [])
    -> String
  {
    member(
      namedFloats[wireName] ?? orderly(wireName), override: override,
      avoiding: reserved.union(unusableStaticNames).union(namesOfOptional))
  }

  /// The type name for a name chosen by the spec's author: unchanged except for its first letter.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of the module's types.
  ///   - others: further reserved names.
  static func type(
    _ authorName: String, override: String? = nil, prefix: String = "", avoiding others: Set<String> = []
  ) -> String {
    if let override { return override }
    return usableType(prefix + self.authorName(authorName), and: others)
  }

  /// The request type of an endpoint: `searchPlayers` → `SearchPlayersRequest`, which never collides with a model.
  ///
  /// In a group, the group's name comes first: `repos.get` → `ReposGetRequest`.
  static func request(
    _ endpoint: Endpoint, prefix: String = "", avoiding others: Set<String> = []
  ) -> String {
    let base = prefix + groupPrefix(endpoint.group) + endpointName(endpoint)
    return usableType(base.hasSuffix("Request") ? base : base + "Request", and: others)
  }

  /// The property for a group, the last of a path, of the client or of the group around it: `code-scanning` → `codeScanning`.
  static func group(_ name: Name, isInner: Bool = false) -> String {
    member(name.text, avoiding: isInner ? unusableGroupNames : unusableClientNames)
  }

  /// The properties for the groups of a path.
  static func groups(_ path: [Name]) -> [String] {
    path.enumerated().map { group($1, isInner: $0 > 0) }
  }

  /// The type that has the methods of a group: `repos` → `ReposEndpoints`.
  static func groupType(_ path: [Name]) -> String { usableType(groupPrefix(path) + "Endpoints") }

  /// The prefix of a group's types.
  static func groupPrefix(_ path: [Name]) -> String {
    path.isEmpty ? "" : identifier(path.map { authorName($0.text) }.joined(), fallback: "Group")
  }

  /// The client's method of an endpoint: `SearchPlayers` → `searchPlayers`, `URLCheck` → `urlCheck`.
  static func method(_ endpoint: Endpoint) -> String {
    let method = wantedMethod(endpoint)
    let taken = endpoint.group.isEmpty ? unusableClientNames : unusableGroupNames
    return taken.contains(method) ? method + "Endpoint" : method
  }

  /// The method's name if clients had no members of their own, such as `send`.
  static func wantedMethod(_ endpoint: Endpoint) -> String {
    let name = endpointName(endpoint)
    guard let first = words(of: name).first, name.hasPrefix(first) else { return name }
    return first.lowercased() + name.dropFirst(first.count)
  }

  /// The common part of the request type's and the method's name: never empty, and with a valid beginning.
  private static func endpointName(_ endpoint: Endpoint) -> String {
    identifier(authorName((endpoint.swiftName ?? endpoint.name).text), fallback: "Endpoint")
  }

  /// The client's parameter for a credential.
  static func credential(_ credential: CredentialDefinition) -> String {
    member(
      credential.name.text, override: credential.swiftName?.text, avoiding: unusableClientParameterNames)
  }

  /// The constant of a listed value; nil for one that an enumeration can't have, such as null.
  static func constant(of known: Enumeration.Case) -> String? {
    known.wireText.map { constant($0, override: known.swiftName?.text) }
  }

  /// The constant of a server.
  static func server(_ server: Server) -> String { member(server.name.text, avoiding: unusableServerNames) }

  /// The name of a nested type, from the name of the property that contains it.
  ///
  /// It differs from the property's name, even if the first character has no capital: `_2fa` and `_2faValue`.
  static func nestedType(_ word: String) -> String {
    let name = usableType(upperCamelCase(spoken(word)), reserved: unusableNestedTypeNames)
    return name.first?.isUppercase == true ? name : name + "Value"
  }

  /// A name as written in code, between backticks if Swift needs them.
  static func escaped(_ name: String) -> String {
    swiftKeywords.contains(name) ? "`\(name)`" : name
  }

  /// A name as an argument label, where Swift accepts most keywords.
  static func label(_ name: String) -> String { name == "inout" ? "`\(name)`" : name }

  private static func usableType(
    _ name: String, reserved: Set<String> = reservedTypeNames, and others: Set<String> = []
  ) -> String {
    var legal = identifier(name, fallback: "Value")
    while reserved.contains(legal) || others.contains(legal) { legal += "Value" }
    return legal
  }

  /// A capitalized name from the spec's author.
  private static func authorName(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    return isPlain ? name.prefix(1).uppercased() + name.dropFirst() : upperCamelCase(name)
  }

  /// A leading digit gets an underscore; an empty name becomes the fallback.
  private static func identifier(_ name: String, fallback: String) -> String {
    guard let first = name.unicodeScalars.first else { return fallback }
    return first == "_" || first.properties.isXIDStart ? name : "_" + name
  }

  /// What JSON's numbers lack, as .NET and others write it.
  private static let namedFloats = ["NaN": "nan", "-Infinity": "negative-infinity"]

  /// Distinguishes `-price` from `price`.
  private static func orderly(_ wireName: String) -> String {
    guard wireName.first == "-", let second = wireName.dropFirst().first, !second.isNumber,
      !words(of: wireName).isEmpty
    else { return wireName }
    return wireName.dropFirst() + "-descending"
  }
}
