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
  let problem: String?

  /// Makes a common parameter; one whose value is nil isn't sent. A list is joined by commas.
  public init<Value: JSONValue>(
    _ name: String, _ value: Value?, secret: Bool = false, location: Location = .automatic
  ) {
    self.init(name, value, as: Value.self, secret: secret, location: location)
  }

  /// Makes a common parameter whose text `coder` writes; one whose value is nil isn't sent.
  public init<Coder: JSONCoder>(
    _ name: String, _ value: Coder.Decoded?, as coder: Coder.Type, secret: Bool = false,
    location: Location = .automatic
  ) {
    self.name = name
    self.location = location
    isSecret = secret
    do throws(JSONError) {
      let json = try value.map { (value) throws(JSONError) in try Coder.encode(value) }
      text = try json.map { (json) throws(JSONError) in
        try ParameterText.texts(ofJSON: json).texts.joined(separator: ",")
      }
      problem = nil
    } catch {
      text = nil
      problem = secret ? "its value can't be written" : error.message
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
