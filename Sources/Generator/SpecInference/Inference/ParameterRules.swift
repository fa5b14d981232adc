import APIModel
import TrafficEvidence

/// Types of parameters.
package enum ParameterRules {
  package static func guess(
    _ evidence: ParameterEvidence, in location: Parameter.Location, of requests: Int,
    at file: String, _ endpoint: String, _ builder: inout TypeBuilder
  ) -> Parameter {
    let (name, isList) = plainName(evidence.name)
    var result = Parameter(
      name: Name(guess: evidence.name), location: location, schema: Schema(.string),
      isRequired: evidence.requests >= requests)
    result.specName = name
    let place = TypeBuilder.Place(name: name, type: "", owner: endpoint, file: file)
    if evidence.texts.secrets > 0 {
      result.schema.isSecret = true
      builder.note(place, "a secret parameter, by its name")
      if [.query, .header].contains(location), CredentialRules.isComputed(evidence.name) {
        result.isRequired = false
        result.schema.comment = CredentialRules.computedComment
      }
      return result
    }
    if isList || evidence.repeated > 0, location == .query || location == .form {
      result.schema = list(of: scalar(evidence.texts, name))
      result.listStyle = .repeated
      builder.note(place, "a list: repeated in \(evidence.repeated) of \(evidence.requests) requests")
    } else if isListOfParts(evidence), location != .path {
      result.schema = list(of: scalar(evidence.parts, name))
      builder.note(place, "a list with commas: \(evidence.commas) of \(evidence.requests)")
    } else {
      result.schema = scalar(evidence.texts, name)
    }
    if evidence.texts.empty == evidence.texts.count { result.schema.comment = "always empty so far" }
    if location != .path {
      builder.note(
        place,
        "\(result.isRequired ? "required" : "optional"): in \(evidence.requests) of \(requests) requests")
    }
    return result
  }

  /// `ids[]` is a list `ids`.
  private static func plainName(_ name: String) -> (String, isList: Bool) {
    name.hasSuffix("[]") ? (String(name.dropLast(2)), true) : (name, false)
  }

  /// A list has the comment of its elements.
  private static func list(of element: Schema) -> Schema {
    var element = element
    let comment = element.comment
    element.comment = nil
    var result = Schema.list(of: element)
    result.comment = comment
    return result
  }

  /// Whether the parts between commas look more like values than the whole does.
  ///
  /// Numbers and UUIDs do in one request. Words may be a text with a comma, such as `Berlin,Germany`: they are a list if the name
  /// is a plural, in two requests, or if one of them was also seen elsewhere, alone or beside others.
  private static func isListOfParts(_ evidence: ParameterEvidence) -> Bool {
    guard evidence.commas > 0, evidence.parts.filled == evidence.parts.count else { return false }
    let parts = evidence.parts
    if parts.all(.integer) || parts.all(.uuid) { return true }
    return parts.all(.word)
      && (evidence.commas >= 2 || IdentifierName(evidence.name)?.isPlural == true
        || evidence.name.hasSuffix("s") || parts.values.contains { $0.value > 1 })
  }

  private static func scalar(_ texts: TextEvidence, _ name: String) -> Schema {
    let words = Words.split(name)
    if texts.empty > 0 { return Schema(.string) }
    if texts.all(.boolean) { return Schema(.boolean) }
    let areNumbers = texts.otherNumbers == 0
    if areNumbers, texts.all(.integer) {
      // Texts that are searched for can be numbers, too.
      let isText = words.contains {
        ["q", "query", "search", "name", "text", "zip", "phone", "code"].contains($0)
      }
      return Schema(isText ? .string : .integer)
    }
    if areNumbers, texts.filled > 0,
      texts.count(of: .integer) + texts.count(of: .decimal) == texts.filled
    {
      return Schema(.number)
    }
    if let format = ScalarGuesses.format(of: texts) { return Schema(.string, format) }
    if let values = ScalarGuesses.enumeration(texts, named: name, fewest: 6) {
      var result = Schema.enumeration(of: values)
      result.comment = "\(texts.filled) samples"
      return result
    }
    return Schema(.string)
  }
}

extension Parameter {
  /// What it is called in the spec.
  package var specName: String {
    get { (label ?? name).text }
    set { label = newValue == name.text ? nil : Name(guess: newValue) }
  }

  /// Gives it a new name if its own is empty or taken in Swift: `userId2` for `userId` beside `user_id`.
  ///
  /// - Parameter taken: The names of the endpoint's other parameters, as `Words.folded` returns them.
  package mutating func rename(besides taken: Set<String>) {
    // A question mark at its end would make it optional.
    var base = specName
    while base.hasSuffix("?") { base.removeLast() }
    if Words.folded(base).isEmpty { base = "value" }
    specName = base
    var number = 1
    while taken.contains(Words.folded(specName)) {
      number += 1
      specName = "\(base)\(number)"
    }
  }
}

/// Guesses how responses continue on further pages.
enum PageRule {
  private static let pages = ["page", "page_no", "pageno", "page_number", "pagenumber", "p"]
  private static let sizes = [
    "limit", "per_page", "perpage", "page_size", "pagesize", "size", "count", "rows",
  ]
  private static let offsets = ["offset", "start", "skip"]
  private static let cursors = [
    "cursor", "after", "page_token", "pagetoken", "next_token", "nexttoken", "starting_after", "continuation",
    "start_cursor",
  ]
  private static let next = [
    "next_cursor", "nextcursor", "next_page_token", "nextpagetoken", "next_token", "nexttoken", "cursor",
    "next", "end_cursor",
  ]
  /// Whether a parameter or a property leads to other pages by its name: its values are as many as there are pages.
  static func isCursor(_ name: String) -> Bool {
    let name = name.lowercased()
    return cursors.contains(name) || next.contains(name)
  }

  private static let totals = ["total", "total_count", "totalcount", "total_items"]
  private static let pageCounts = [
    "pages", "total_pages", "totalpages", "page_count", "pagecount", "last_page",
  ]
  private static let more = [
    "has_more", "hasmore", "more", "has_next_page", "hasnextpage", "has_next", "hasnext",
  ]

  /// What the values of a property are.
  private enum Kind { case text, number, flag }

  /// Whether responses have a list, which pages need, or something of which nothing is known.
  static func mayHaveList(_ shape: Shape, depth: Int = 0) -> Bool {
    if depth > 16 || shape.lists != nil || MapRule.isMap(shape) { return true }
    guard let fields = shape.objects?.all.fields, !fields.isEmpty else {
      return shape.booleans == 0 && shape.numbers == nil && shape.texts == nil
    }
    return fields.contains { mayHaveList($0.shape, depth: depth + 1) }
  }

  /// - Parameter members: The root of the responses.
  static func pagination(
    _ parameters: [Parameter], _ members: Members?, links: Int, method: String
  ) -> Policies.Pagination? {
    func parameter(_ names: [String], _ types: [Schema] = [Schema(.integer)]) -> Policies.Pagination.Place? {
      parameters.first { parameter in
        parameter.location == .query && names.contains(parameter.specName.lowercased())
          && types.contains(parameter.schema.bare)
      }.map { .parameter(Name(guess: $0.specName)) }
    }
    func path(_ names: [String], _ kind: Kind) -> FieldPath? {
      self.path(names, in: members, kind).map { FieldPath(guess: $0) }
    }
    let size = parameter(sizes)
    let total = path(totals, .number)
    if let cursor = parameter(cursors, [Schema(.string), Schema(.integer), Schema(.string, .uuid)]),
      let next = path(Self.next, .text)
    {
      var result = Policies.Pagination(style: .cursor(parameter: cursor, next: next))
      (result.size, result.more) = (size, path(Self.more, .flag))
      return result
    }
    if let page = parameter(pages) {
      let count = path(pageCounts, .number)
      return Policies.Pagination(style: .page(parameter: page, size: size), total: total, pages: count)
    }
    if let offset = parameter(offsets), let size {
      return Policies.Pagination(style: .offset(parameter: offset, limit: size), total: total)
    }
    return links > 0 && method == "GET" ? Policies.Pagination(style: .link(page: nil, anyPath: false)) : nil
  }

  private static func path(_ names: [String], in members: Members?, _ kind: Kind) -> String? {
    guard let members else { return nil }
    func fits(_ shape: Shape) -> Bool {
      guard shape.objects == nil, shape.lists == nil else { return false }
      return switch kind {
      // A URL is no cursor.
      case .text:
        shape.booleans == 0 && shape.numbers == nil && shape.texts.map { $0.count(of: .url) == 0 } ?? false
      case .number: shape.booleans == 0 && shape.numbers != nil && shape.texts == nil
      case .flag: shape.booleans > 0 && shape.numbers == nil && shape.texts == nil
      }
    }
    for field in members.fields where names.contains(field.name.lowercased()) && fits(field.shape) {
      return field.name
    }
    for field in members.fields {
      guard field.shape.lists == nil, field.shape.texts == nil, let inner = field.shape.objects?.all else {
        continue
      }
      for other in inner.fields where names.contains(other.name.lowercased()) && fits(other.shape) {
        return "\(field.name).\(other.name)"
      }
    }
    return nil
  }
}
