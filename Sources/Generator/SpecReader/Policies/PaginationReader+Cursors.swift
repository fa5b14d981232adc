import APIModel
import Diagnostics
import SpecYAML

// Cursors and links.
extension PaginationReader {
  /// `{cursor: …, next: …}`, or `{cursor: …, last: …}` for a property of the last element.
  func cursorStyle(_ fields: Fields, in context: PaginationContext) -> Policies.Pagination.Style? {
    let parameter = place(fields, "cursor", .cursor, in: context)
    fields.requireAtMostOne(of: ["next", "last"], in: "pagination by cursor")
    if fields["last"] != nil {
      let (path, elements) = elements(fields, in: context)
      guard let parameter, let property = property(fields, of: elements, sentAs: parameter, in: context),
        path != nil || fields["elements"] == nil
      else { return nil }
      return .lastElement(parameter: parameter, property: property, elements: path)
    }
    if fields["elements"] != nil {
      report.error(
        .conflictingKeys, "'elements' is for 'last', which names the property of the last element",
        at: fields.keySpan("elements"))
    }
    guard fields["next"] != nil else {
      report.error(
        .missingKey,
        "pagination by cursor needs 'next', the place of the next cursor, or 'last', the property of the last "
          + "element that is the cursor", at: fields.node.startSpan)
      return nil
    }
    guard let parameter, let next = path(fields, "next", .cursor, in: context) else { return nil }
    checkCursor(fields, "next", next, fits: parameter, "cursor", in: context)
    warnOfAddress(next, sentAs: parameter, in: context)
    return .cursor(parameter: parameter, next: next)
  }

  /// `before`, and `previous` if the cursor isn't an element's property.
  func backward(_ fields: Fields, in context: PaginationContext) -> Policies.Pagination.Backward? {
    let before = place(fields, "before", .cursor, in: context)
    let previous = path(fields, "previous", .cursor, in: context)
    if let before, let previous {
      checkCursor(fields, "previous", previous, fits: before, "before", in: context)
    }
    if fields["previous"] != nil, fields["last"] != nil {
      report.error(
        .conflictingKeys, "'previous' is for 'next'; with 'last', the first element's property is the cursor",
        at: fields.keySpan("previous"))
    } else if fields["previous"] != nil, fields["before"] == nil {
      report.error(
        .missingKey, "'previous' needs 'before', the parameter for that cursor",
        at: fields.keySpan("previous"))
    } else if fields["before"] != nil, fields["last"] == nil, fields["previous"] == nil {
      report.error(
        .missingKey, "'before' needs 'previous', the place of the previous page's cursor",
        at: fields.keySpan("before"))
    }
    return before.map { .init(parameter: $0, previous: previous) }
  }

  /// Warns of the address of the next page, which isn't a cursor.
  private func warnOfAddress(
    _ next: FieldPath, sentAs parameter: Policies.Pagination.Place, in context: PaginationContext
  ) {
    func isNamedSo(_ name: String) -> Bool {
      ["uri", "url", "href", "nextlink", "next_link"].contains(where: name.lowercased().hasSuffix)
    }
    switch parameter {
    case .parameter(let name) where isNamedSo(name.text): return
    case .body(let path) where path.components.last.map(isNamedSo) ?? false: return
    default: break
    }
    let found = schemas(at: next, from: context.shape, payload: context.payload) ?? []
    let isAddress =
      found.contains { schemas.resolved($0).format == .uri }
      || next.components.last.map(isNamedSo) ?? false
    guard isAddress else { return }
    report.warning(
      .probableMistake,
      "'\(abbreviate(next.components.joined(separator: ".")))' seems to be the address of the next page, not a cursor",
      at: next.span, suggestion: "{style: link, next: \(next.components.joined(separator: "."))}")
  }

  /// Where the body of a response names other pages; nil if `Link` fields do.
  func links(_ fields: Fields, in context: PaginationContext) -> Policies.Pagination.Links? {
    guard fields["next"] != nil else {
      for key in ["previous", "last", "more"] where fields[key] != nil {
        report.error(
          .missingKey,
          "'\(key)' needs 'next', the place of the next page's address in the body; `Link` fields need neither",
          at: fields.keySpan(key))
      }
      return nil
    }
    let previous = path(fields, "previous", .address, in: context)
    let last = path(fields, "last", .address, in: context)
    return path(fields, "next", .address, in: context).map { .init(next: $0, previous: previous, last: last) }
  }

  func linkStyle(_ fields: Fields, in context: PaginationContext) -> Policies.Pagination.Style {
    if !context.methods.contains(.get) {
      report.error(
        .conflictingKeys,
        "pages that link to each other are requested with GET, which the endpoint doesn't have",
        at: fields.keySpan("style"))
    }
    let paths = fields.text("paths")
    if let paths, paths != "same", paths != "any" {
      report.error(
        .invalidValue, "'paths' is 'same' or 'any', not '\(abbreviate(paths))'",
        at: fields["paths"]?.occurrence ?? fields.keySpan("paths"),
        suggestion: report.suggestion(for: paths, in: ["same", "any"]))
    }
    let page = place(
      fields, "page", .count, in: context, hint: "leave 'page' out if the links contain no numbers of pages")
    if case .body(let path) = page {
      report.error(
        .conflictingKeys, "links lead to a URL, so the number of the page is a parameter in the query",
        at: path.span)
    }
    return .link(page: page, anyPath: paths == "any")
  }

  /// The path of the list of elements, and its schema; nil if it may be anything.
  private func elements(
    _ fields: Fields, in context: PaginationContext
  ) -> (path: FieldPath?, schema: [Schema]?) {
    var list = [context.payload ?? context.shape]
    let path = path(fields, "elements", nil, in: context)
    if fields["elements"] != nil {
      guard let path else { return (nil, nil) }
      list = [context.shape]
      for name in path.components {
        guard case .found(let next) = schemas.step(name, from: list) else { return (path, nil) }
        list = next.map { $0.isPayloadHole ? context.payload ?? $0 : $0 }
      }
    }
    let resolved = list.map(schemas.resolved)
    if resolved.contains(where: { $0.types.contains(.array) || $0[.items] != nil }) {
      return (path, list)
    }
    // Unknown types and alternatives can't be checked.
    if resolved.contains(where: { $0.types.isEmpty || !($0.anyOf + $0.oneOf + $0.allOf).isEmpty }) {
      return (path, nil)
    }
    let place = path.map { "'\($0.components.joined(separator: "."))' of \(context.place)" } ?? "the response"
    report.error(
      .invalidValue,
      "'last' needs a list, which \(place) isn't"
        + (path == nil ? "; 'elements' says where the list is" : ""),
      at: fields["elements"]?.occurrence ?? fields.keySpan("last"))
    return (path, nil)
  }

  /// The property of the last element.
  private func property(
    _ fields: Fields, of elements: [Schema]?, sentAs parameter: Policies.Pagination.Place,
    in context: PaginationContext
  ) -> FieldPath? {
    guard let node = fields["last"] else { return nil }
    let schema = elements?.count == 1 ? elements?.first : nil
    let path = schemas.fieldPath(
      node, for: "'last'", in: schema ?? Schema(span: context.shape.span), of: "an element of the list")
    let items = schema.flatMap { schemas.resolved($0)[.items] }
    if let path, let items, let found = schemas(at: path, from: items) {
      checkFit(found, "last", parameter, "cursor", at: node.occurrence, in: context)
    }
    return path
  }
}
