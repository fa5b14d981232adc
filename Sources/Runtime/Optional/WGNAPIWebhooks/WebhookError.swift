import WGNAPIClient
import WGNAPIJSON

/// The reason why a webhook isn't accepted. Its description contains neither secrets nor signatures.
public enum WebhookError: SecretFreeError, Hashable, Sendable {
  /// A header field is missing.
  case missingField(String)
  /// A header field doesn't have the form that the service gives it.
  case malformedField(String)
  /// No secret makes the signature: the message isn't from the service, was changed, or the secret is wrong.
  case wrongSignature
  /// The message was signed longer ago than the tolerance allows, by this time before now.
  case tooOld(Duration)
  /// The message was signed later than the tolerance allows, by this time after now: the clocks differ.
  case tooNew(Duration)
  /// The body has more bytes than the receiver accepts.
  case tooLarge(bytes: Int, maximum: Int)
  /// The body doesn't say which event it is about.
  case missingEvent
  /// The body isn't what the event's payload should be.
  case unreadableBody(event: String?, JSONError)
  /// There is no secret, one that the service can't have issued, or neither the API nor the receiver says how messages are
  /// signed.
  case configuration(String)

  /// A sentence with the problem and the solution.
  public var description: String {
    switch self {
    case .missingField(let name): "the header field '\(name)' is missing"
    case .malformedField(let name):
      "the header field '\(name)' doesn't have the form that the service gives it"
    case .wrongSignature:
      "the signature doesn't match: the message isn't from the service, its body was changed on the way (the signature is of "
        + "the bytes as they were received), or the secret is wrong"
    case .tooOld(let age): "the message was signed \(Self.seconds(age)) ago, which is too long"
    case .tooNew(let lead): "the message was signed \(Self.seconds(lead)) in the future; compare the clocks"
    case .tooLarge(let bytes, let maximum): "the body has \(bytes) bytes; at most \(maximum) are accepted"
    case .missingEvent: "the message doesn't say which event it is about"
    case .unreadableBody(let event, let error):
      "the payload\(event.map { " of '\($0)'" } ?? "") can't be read: \(error)"
    case .configuration(let problem): problem
    }
  }

  private static func seconds(_ duration: Duration) -> String { "\(duration.components.seconds) s" }
}
