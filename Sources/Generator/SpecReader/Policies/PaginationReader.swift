import APIModel
import Diagnostics
import SpecYAML

/// The definitions that `pagination` may refer to.
struct PaginationContext {
  /// The endpoint's parameters by label and by wire name.
  var parameters: ParameterNames
  /// The envelope, or the response without one.
  var shape: Schema
  /// The shape's name in messages.
  var place: String
  var payload: Schema?
  var methods: [Endpoint.Method] = []
  /// The endpoint's own parameters by wire name.
  var parameterSchemas: [String: Schema] = [:]
  var body: Endpoint.Body?
}

/// Reads `pagination`.
struct PaginationReader {
  let schemas: SchemaReader
  var folder: SpecFolder { schemas.folder }
  var report: Report { schemas.report }

  private static let paginationKeys: [String: (required: [String], optional: [String])] = [
    "page": (["page"], ["size", "total", "pages", "identity"]),
    "offset": (["offset", "limit"], ["total", "pages", "identity"]),
    "cursor": (
      ["cursor"],
      ["next", "last", "elements", "more", "before", "previous", "size", "total", "pages", "identity"]
    ),
    "link": (
      [],
      ["next", "previous", "last", "more", "page", "size", "paths", "total", "pages", "identity"]
    ),
    "snapshot": (["ids", "fetch", "parameter", "size"], ["total", "pages", "identity"]),
  ]

  func pagination(_ node: YAMLNode, in context: PaginationContext) -> Policies.Pagination? {
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "a mapping with 'style'", for: "'pagination'",
        hint: "write {style: page, page: parameter}")
      return nil
    }
    guard let style = node["style"] else {
      report.error(.missingKey, "'pagination' needs 'style'", at: node.startSpan)
      return nil
    }
    guard let name = report.text(style, for: "'style'") else { return nil }
    guard let keys = Self.paginationKeys[name] else {
      let known = ["page", "offset", "cursor", "link", "snapshot"]
      report.error(
        .invalidValue, "'style' must be \(alternatives(known)), not '\(abbreviate(name))'",
        at: style.occurrence, suggestion: report.suggestion(for: name, in: known))
      return nil
    }
    let what = "pagination by \(name)"
    guard
      let fields = Fields(node, what: what, keys: ["style"] + keys.required + keys.optional, report: report)
    else {
      return nil
    }
    for key in keys.required { fields.require(key, in: what) }
    if name != "snapshot" { checkList(node, in: context) }
    let total = path(fields, "total", .count, in: context)
    let pages = path(fields, "pages", .count, in: context)
    let identity = identity(fields, in: context)
    guard let style = paginationStyle(name, fields, in: context) else { return nil }
    var pagination = Policies.Pagination(style: style, total: total, pages: pages, identity: identity)
    if name == "cursor" || name == "link" {
      pagination.size = place(fields, "size", .count, in: context)
    }
    pagination.maximumSize = maximumSize(of: pagination, in: context)
    if name == "link" { pagination.links = links(fields, in: context) }
    if name == "cursor" || pagination.links != nil {
      pagination.more = path(fields, "more", .flag, in: context)
    }
    if name == "cursor" {
      pagination.backward = backward(fields, in: context)
    }
    checkPlaces(of: pagination, fields)
    return pagination
  }

  private func paginationStyle(_ name: String, _ fields: Fields, in context: PaginationContext)
    -> Policies.Pagination.Style?
  {
    switch name {
    case "page":
      let page = place(
        fields, "page", .count, in: context,
        hint: "a text that leads to the next page is a cursor (style: cursor)")
      let size = place(fields, "size", .count, in: context)
      return page.map { .page(parameter: $0, size: size) }
    case "offset":
      let offset = place(fields, "offset", .count, in: context)
      let limit = place(fields, "limit", .count, in: context)
      guard let offset, let limit else { return nil }
      return .offset(parameter: offset, limit: limit)
    case "cursor": return cursorStyle(fields, in: context)
    case "link": return linkStyle(fields, in: context)
    default:
      let (ids, size) = (path(fields, "ids", .list, in: context), fields.integer("size", in: 1...Int.max))
      guard let fetch = fields.name("fetch"), checkEndpoint(fetch) else { return nil }
      guard let parameter = fields["parameter"], let ids, let size else { return nil }
      guard let resolved = placeOfEndpoint(fetch.text, parameter) else { return nil }
      return .snapshot(ids: ids, fetch: fetch, parameter: resolved, size: size)
    }
  }

  /// Reports a parameter that would say two things about pages.
  private func checkPlaces(of pagination: Policies.Pagination, _ fields: Fields) {
    var places: [(key: String, place: Policies.Pagination.Place?)] =
      switch pagination.style {
      case .page(let page, let size): [("page", page), ("size", size)]
      case .offset(let offset, let limit): [("offset", offset), ("limit", limit)]
      case .cursor(let cursor, _), .lastElement(let cursor, _, _): [("cursor", cursor)]
      case .link(let page, _): [("page", page)]
      case .snapshot: []
      }
    if !places.contains(where: { $0.key == "size" }) { places.append(("size", pagination.size)) }
    // One parameter may be for the cursors in both directions.
    if let before = pagination.backward?.parameter { places.append(("before", before)) }
    var known: [String: String] = [:]
    for (key, place) in places {
      guard let name = place?.text else { continue }
      guard let other = known.updateValue(key, forKey: name), !(other == "cursor" && key == "before") else {
        continue
      }
      report.error(
        .conflictingKeys,
        "'\(key)' is the same as '\(other)', but '\(abbreviate(name))' can't say both; name another parameter, or leave "
          + "'\(key)' out if there is none",
        at: fields[key]?.occurrence ?? fields.keySpan(key),
        notes: [.init("'\(other)' is here", at: fields[other]?.occurrence)])
    }
  }

  /// Whether this module has an endpoint of that name; reports if not.
  func checkEndpoint(_ name: Name) -> Bool {
    let endpoints = folder.index[.endpoints] ?? [:]
    if endpoints[name.text] != nil { return true }
    // Endpoints of this name in a group were probably meant.
    let grouped = endpoints.values.filter { !$0.group.isEmpty && $0.ownName.text == name.text }
    let tail =
      grouped.isEmpty
      ? "" : "; write \(alternatives(grouped.map(\.name.text).sorted())), with the name of the group"
    report.unknown(
      .unknownEndpoint, "endpoint", name,
      among: grouped.isEmpty ? Array(endpoints.keys) : [], tail: tail)
    return false
  }
}
