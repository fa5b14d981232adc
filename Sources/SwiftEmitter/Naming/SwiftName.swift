import APIModel

/// The rules by which names of the spec become names in Swift.
///
/// What comes out is a legal identifier for every input: nothing from a spec reaches the output unescaped.
enum SwiftName {
  /// The name of a stored property or parameter: `account_id` → `accountID`, `self` → `selfValue`.
  static func member(_ wireName: String, override: String? = nil, avoiding reserved: Set<String> = [])
    -> String
  {
    if let override { return override }
    var name = identifier(lowerCamelCase(wireName), fallback: "value")
    while unusableMemberNames.contains(name) || reserved.contains(name) { name += "Value" }
    return name
  }

  /// The name of a constant of an enumeration.
  static func constant(_ wireName: String, override: String? = nil, avoiding reserved: Set<String> = [])
    -> String
  {
    member(signed(wireName), override: override, avoiding: reserved.union(unusableStaticNames))
  }

  /// The name of a type that the spec's author named: kept, but for the first letter.
  ///
  /// - Parameters:
  ///   - prefix: what all types of the module begin with.
  ///   - others: names that are reserved beside those that always are.
  static func type(
    _ authorName: String, override: String? = nil, prefix: String = "", avoiding others: Set<String> = []
  ) -> String {
    if let override { return override }
    return usableType(prefix + self.authorName(authorName), and: others)
  }

  /// The request type of an endpoint: `searchPlayers` → `SearchPlayersRequest`, so that it never meets a model's name.
  ///
  /// In a group, the group's name comes first: `repos.get` → `ReposGetRequest`.
  static func request(
    _ endpoint: Endpoint, prefix: String = "", avoiding others: Set<String> = []
  ) -> String {
    let base = prefix + groupPrefix(endpoint.group) + endpointName(endpoint)
    return usableType(base.hasSuffix("Request") ? base : base + "Request", and: others)
  }

  /// The client's property for a group: `code-scanning` → `codeScanning`.
  static func group(_ name: Name) -> String { member(name.text, avoiding: unusableClientNames) }

  /// The type that has the methods of a group: `repos` → `ReposEndpoints`.
  static func groupType(_ path: [Name]) -> String { usableType(groupPrefix(path) + "Endpoints") }

  /// What the types of a group begin with.
  static func groupPrefix(_ path: [Name]) -> String {
    path.isEmpty ? "" : identifier(path.map { authorName($0.text) }.joined(), fallback: "Group")
  }

  /// The client's method of an endpoint: `SearchPlayers` → `searchPlayers`, `URLCheck` → `urlCheck`.
  static func method(_ endpoint: Endpoint) -> String {
    let name = endpointName(endpoint)
    let capitals = name.prefix { $0.isUppercase }.count
    let count = capitals == name.count || capitals <= 1 ? max(capitals, 1) : capitals - 1
    let method = name.prefix(count).lowercased() + name.dropFirst(count)
    return unusableClientNames.contains(method) ? method + "Endpoint" : method
  }

  /// What request type and method are called after: never empty, and no beginning that Swift doesn't take.
  private static func endpointName(_ endpoint: Endpoint) -> String {
    identifier(authorName((endpoint.swiftName ?? endpoint.name).text), fallback: "Endpoint")
  }

  /// The constant of a server.
  static func server(_ server: Server) -> String { member(server.name.text, avoiding: unusableServerNames) }

  /// The name of a type that is derived from the wire name of the property that holds it.
  static func nestedType(_ wireName: String) -> String {
    usableType(upperCamelCase(wireName), reserved: unusableNestedTypeNames)
  }

  /// A name as it stands in code: between backticks where Swift needs them.
  static func escaped(_ name: String) -> String {
    swiftKeywords.contains(name) ? "`\(name)`" : name
  }

  /// A name as the label of an argument, where Swift takes most keywords as they are.
  static func label(_ name: String) -> String { name == "inout" ? "`\(name)`" : name }

  private static func usableType(
    _ name: String, reserved: Set<String> = reservedTypeNames, and others: Set<String> = []
  ) -> String {
    var legal = identifier(name, fallback: "Value")
    while reserved.contains(legal) || others.contains(legal) { legal += "Value" }
    return legal
  }

  /// A name that the spec's author chose, with a capital.
  private static func authorName(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    return isPlain ? name.prefix(1).uppercased() + name.dropFirst() : upperCamelCase(name)
  }

  /// A leading digit gets an underscore; nothing at all becomes the fallback.
  private static func identifier(_ name: String, fallback: String) -> String {
    guard let first = name.unicodeScalars.first else { return fallback }
    return first == "_" || first.properties.isXIDStart ? name : "_" + name
  }

  /// `-price` is not `price`, and `-1` is not `1`.
  private static func signed(_ wireName: String) -> String {
    guard wireName.first == "-", wireName.count > 1 else { return wireName }
    return wireName.dropFirst().allSatisfy(\.isNumber)
      ? "minus" + wireName : wireName.dropFirst() + "-descending"
  }
}
