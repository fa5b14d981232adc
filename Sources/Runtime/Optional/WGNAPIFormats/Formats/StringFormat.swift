import WGNAPIJSON
import WGNAPISupport

/// The formats that can be asserted: all of JSON Schema (validation 2020-12, section 7.3), and `byte` of
/// OpenAPI.
///
/// Formats of numbers, and undefined names, don't apply to strings, so there are no cases for them.
package enum StringFormat: String, CaseIterable, TextRule {
  case dateTime = "date-time"
  case date, time, duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4, ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uuid
  case uriTemplate = "uri-template"
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex
  case byte

  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool? {
    accepts(bytes)
  }

  /// Returns whether valid UTF-8 text has the format, in time proportional to its length.
  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .dateTime: DateTimeFormat.acceptsDateTime(bytes)
    case .date: DateTimeFormat.acceptsDate(bytes)
    case .time: DateTimeFormat.acceptsTime(bytes)
    case .duration: DurationFormat.accepts(bytes)
    case .email: MailboxFormat.accepts(bytes, isInternational: false)
    case .idnEmail: MailboxFormat.accepts(bytes, isInternational: true)
    case .hostname: HostnameFormat.accepts(bytes, isInternational: false)
    case .idnHostname: HostnameFormat.accepts(bytes, isInternational: true)
    case .ipv4: IPAddressFormat.acceptsV4(FormatScanner(bytes))
    case .ipv6: IPAddressFormat.acceptsV6(FormatScanner(bytes))
    case .uri: URIFormat.accepts(bytes, mayBeRelative: false, isInternational: false)
    case .uriReference: URIFormat.accepts(bytes, mayBeRelative: true, isInternational: false)
    case .iri: URIFormat.accepts(bytes, mayBeRelative: false, isInternational: true)
    case .iriReference: URIFormat.accepts(bytes, mayBeRelative: true, isInternational: true)
    case .uuid: UUIDFormat.accepts(bytes)
    case .uriTemplate: URITemplateFormat.accepts(bytes)
    case .jsonPointer: JSONPointerFormat.accepts(FormatScanner(bytes))
    case .relativeJSONPointer: JSONPointerFormat.acceptsRelative(bytes)
    case .regex: RegexFormat.accepts(bytes)
    case .byte: Base64Format.accepts(bytes)
    }
  }
}
