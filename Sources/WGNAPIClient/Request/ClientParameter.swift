import WGNAPIJSON

/// A parameter set once on the client and sent with every request, such as an application's id or a language.
///
/// A request's own parameter of the same name wins; ``Endpoint/omit`` leaves it out. Its value, where secret,
/// appears in no description and no mirror.
public struct ClientParameter: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Where a common parameter travels.
  public enum Location: Hashable, Sendable {
    /// With the endpoint's own: in the form where the request sends one, else in the query.
    case automatic
    /// Always in the query.
    case query
    /// In a header field.
    case header
  }

  /// The name on the wire.
  public let name: String
  /// Where it travels.
  public let location: Location
  /// Whether its value must never reach a log or an error text.
  public let isSecret: Bool
  let text: String?
  /// What is wrong with its value.
  let violations: [Violation]

  /// Makes a common parameter; one whose value is nil isn't sent. A list is joined by commas.
  ///
  /// - Parameter constraint: What the value must satisfy beside being of its type; a request with a value that doesn't
  ///   isn't sent.
  public init<Value: JSONValue>(
    _ name: String, _ value: Value?, satisfying constraint: Schema? = nil, secret: Bool = false,
    location: Location = .automatic
  ) {
    self.init(
      name, value, as: Value.self, satisfying: constraint, secret: secret, location: location)
  }

  /// Makes a common parameter whose text `coder` writes; one whose value is nil isn't sent.
  ///
  /// - Parameter constraint: What the value must satisfy beside what the coder sees to.
  public init<Coder: JSONCoder>(
    _ name: String, _ value: Coder.Decoded?, as coder: Coder.Type, satisfying constraint: Schema? = nil,
    secret: Bool = false, location: Location = .automatic
  ) {
    self.name = name
    self.location = location
    isSecret = secret
    func violation(_ keyword: String, _ message: String, in place: String = "") -> Violation {
      Violation(
        instanceLocation: "/\(name)\(place)", keyword: keyword,
        message: secret ? "the secret value breaks '\(keyword)'" : message, byteOffset: 0)
    }
    do throws(JSONError) {
      guard let value else {
        (text, violations) = (nil, [])
        return
      }
      let json = try Coder.encode(value)
      text = try ParameterText.texts(ofJSON: json).texts.joined(separator: ",")
      var found = Coder.schemaReference.validate(json)
      if found.isEmpty, let constraint { found = constraint.validate(json) }
      violations = found.map { violation($0.keyword, $0.message, in: $0.instanceLocation) }
    } catch {
      text = nil
      violations = [violation("encoding", error.message)]
    }
  }

  /// The name and, unless it is secret, the value.
  public var description: String { "\(name)=\(isSecret ? Redaction.mark : text ?? "nil")" }
  /// As ``description``.
  public var debugDescription: String { description }
  /// As ``description``.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": isSecret ? Redaction.mark : text ?? "nil"])
  }
}
