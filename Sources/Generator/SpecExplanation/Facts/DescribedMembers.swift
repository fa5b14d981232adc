import APIModel
import SwiftEmitter

/// What the members of a type are in the spec. What they share is looked up once, because enumerations may have thousands.
struct DescribedMembers {
  private enum Form {
    case cases([Schema?])
    case fields([ResponseHeader])
    case object(FlatObject?)
    case elements([Schema])
    case value(Schema)
  }

  private let form: Form
  /// The summaries of an enumeration's constants, by their identities.
  private var summaries: [String: String?] = [:]

  /// The members of an enumeration of responses, bodies or events, or of a union.
  init(cases: [Schema?]) { form = .cases(cases) }

  /// The members of a response's header fields.
  init(fields: [ResponseHeader]) { form = .fields(fields) }

  /// - Parameter object: the object that the schema describes, if it does.
  init(of schema: Schema, object: FlatObject?, in index: SchemaIndex) {
    let own = index.resolved(schema).schema
    switch index.shape(of: own) {
    case .object: form = .object(object)
    case .tuple: form = .elements(own.array.prefixItems)
    case .union: form = .cases(own.oneOf + own.anyOf)
    default: form = .value(schema)
    }
    summaries = Dictionary(
      (own.enumeration?.cases ?? []).map { ("value \($0.wireText ?? $0.value.json)", $0.summary) }
    ) { first, _ in first }
  }

  /// The schema of a member's value; nil if it has none.
  func schema(of member: SurfaceMember, at position: Int) -> Schema? {
    switch form {
    case .cases(let cases): return position < cases.count ? cases[position] : nil
    case .fields: return header(of: member)?.schema
    case .object(let object):
      return member.identity == "other keys" ? object?.additional : object?.property(member.identity)?.schema
    case .elements(let elements):
      guard member.identity.hasPrefix("element "), let number = Int(member.identity.dropFirst(8)) else {
        return nil
      }
      return elements.indices.contains(number) ? elements[number] : nil
    case .value(let schema):
      return member.identity == "rawValue" || member.identity == "type" ? schema : nil
    }
  }

  /// The header field that a member stands for; nil for another member.
  func header(of member: SurfaceMember) -> ResponseHeader? {
    guard case .fields(let fields) = form else { return nil }
    return fields.first { "field \($0.name.text.lowercased())" == member.identity }
  }

  /// The summary of an enumeration's constant.
  func summary(ofValue identity: String) -> String? { summaries[identity] ?? nil }
}
