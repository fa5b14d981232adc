import WGNAPIJSON
import WGNAPISupport

/// A parameter that is set once on the client and sent with every request, such as an application ID or a
/// language.
///
/// A request's own parameter of the same name overrides it, and `omit` in the endpoint excludes it. A secret value
/// doesn't appear in descriptions or mirrors.
public struct ClientParameter: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The place of a common parameter in a request.
  public enum Location: Hashable, Sendable {
    /// The place of the endpoint's own parameters: the form if the request has one, otherwise the query.
    case automatic
    /// The URL's query, always.
    case query
    /// A header field.
    case header
    /// The `Cookie` field, percent-encoded.
    case cookie
  }

  /// The name on the wire.
  package let name: String
  /// The place in the request.
  package let location: Location
  /// Whether the value must never appear in a log or an error message.
  package let isSecret: Bool
  let text: String?
  /// The violations in its value.
  let violations: [Violation]

  /// Creates a common parameter. If the value is nil, it isn't sent. A list is joined with commas. Requests with a
  /// value that violates `constraint`, in addition to those of the value's type, aren't sent.
  public init<Value: JSONValue>(
    _ name: String, _ value: Value?, satisfying constraint: Constraint? = nil, secret: Bool = false,
    location: Location = .automatic
  ) {
    self.init(
      name, value, as: Value.self, satisfying: constraint, secret: secret, location: location)
  }

  /// Creates a common parameter that `coder` writes as text. If the value is nil, it isn't sent. Requests with a
  /// value that violates `constraint`, in addition to those that the coder checks, aren't sent.
  public init<Coder: JSONCoder>(
    _ name: String, _ value: Coder.Decoded?, as coder: Coder.Type, satisfying constraint: Constraint? = nil,
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
      violations = Coder.validate(json, satisfying: constraint, isOwn: true).map {
        violation($0.keyword, $0.message, in: $0.instanceLocation)
      }
    } catch {
      text = nil
      violations = [violation("encoding", error.message)]
    }
  }

  /// The name and the value; a secret value is redacted.
  public var description: String { "\(name)=\(isSecret ? Redaction.mark : text ?? "nil")" }
  /// Same as ``description``.
  public var debugDescription: String { description }
  /// Same as ``description``.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": isSecret ? Redaction.mark : text ?? "nil"])
  }
}
