import TrafficEvidence

/// Types of parameters.
package enum ParameterRules {
  package static func guess(
    _ evidence: ParameterEvidence, in location: ParameterGuess.Location, of requests: Int,
    at file: String, _ endpoint: String, _ builder: inout TypeBuilder
  ) -> ParameterGuess {
    let (name, isList) = plainName(evidence.name)
    var result = ParameterGuess(
      name: name, location: location, isRequired: evidence.requests >= requests,
      guess: Guess(.scalar("string")))
    if name != evidence.name { result.wireName = evidence.name }
    let place = TypeBuilder.Place(name: name, type: "", owner: endpoint, file: file)
    if evidence.texts.secrets > 0 {
      result.guess.isSecret = true
      builder.note(place, "a secret parameter, by its name")
      if [.query, .header].contains(location), CredentialRules.isComputed(evidence.name) {
        result.isRequired = false
        result.comment = CredentialRules.computedComment
      }
      return result
    }
    if isList || evidence.repeated > 0, location == .query || location == .form {
      result.guess = list(of: scalar(evidence.texts, name))
      result.separator = "repeat"
      builder.note(place, "a list: repeated in \(evidence.repeated) of \(evidence.requests) requests")
    } else if isListOfParts(evidence), location != .path {
      result.guess = list(of: scalar(evidence.parts, name))
      builder.note(place, "a list with commas: \(evidence.commas) of \(evidence.requests)")
    } else {
      result.guess = scalar(evidence.texts, name)
    }
    if evidence.texts.empty == evidence.texts.count { result.comment = "always empty so far" }
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
  private static func list(of element: Guess) -> Guess {
    var element = element
    let comment = element.comment
    element.comment = nil
    var result = Guess(.list(element))
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

  private static func scalar(_ texts: TextEvidence, _ name: String) -> Guess {
    let words = Words.split(name)
    if texts.empty > 0 { return Guess(.scalar("string")) }
    if texts.all(.boolean) { return Guess(.scalar("boolean")) }
    if texts.all(.integer) {
      // Texts that are searched for can be numbers, too.
      let isText = words.contains {
        ["q", "query", "search", "name", "text", "zip", "phone", "code"].contains($0)
      }
      return Guess(.scalar(isText ? "string" : "integer"))
    }
    if texts.filled > 0, texts.count(of: .integer) + texts.count(of: .decimal) == texts.filled {
      return Guess(.scalar("number"))
    }
    if let format = ScalarGuesses.format(of: texts) {
      return Guess(format == "email" ? .format(format) : .scalar(format))
    }
    if let values = ScalarGuesses.enumeration(texts, named: name, fewest: 6) {
      var result = Guess(.enumeration(values))
      result.comment = "\(texts.filled) samples"
      return result
    }
    return Guess(.scalar("string"))
  }
}

extension ParameterGuess {
  /// Gives it a new name if its own is empty or taken in Swift: `userId2` for `userId` beside `user_id`.
  ///
  /// - Parameter taken: The names of the endpoint's other parameters, as `Words.folded` returns them.
  package mutating func rename(besides taken: Set<String>) {
    let own = wireName ?? name
    // A question mark at its end would make it optional.
    var base = name
    while base.hasSuffix("?") { base.removeLast() }
    if Words.folded(base).isEmpty { base = "value" }
    (name, wireName) = (base, nil)
    var number = 1
    while taken.contains(Words.folded(name)) {
      number += 1
      name = "\(base)\(number)"
    }
    if name != own { wireName = own }
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
    _ parameters: [ParameterGuess], _ members: Members?, links: Int, method: String
  ) -> [(key: String, value: String)] {
    func parameter(_ names: [String], _ types: [String]) -> String? {
      parameters.first { parameter in
        parameter.location == .query && names.contains(parameter.name.lowercased())
          && types.contains { parameter.guess.kind == .scalar($0) }
      }?.name
    }
    let size = parameter(sizes, ["integer"])
    var result: [(key: String, value: String)] = []
    if let cursor = parameter(cursors, ["string", "integer", "uuid"]),
      let path = path(next, in: members, .text)
    {
      result = [("style", "cursor"), ("cursor", cursor), ("next", path)]
      if let more = self.path(more, in: members, .flag) { result.append(("more", more)) }
      if let size { result.append(("size", size)) }
    } else if let page = parameter(pages, ["integer"]) {
      result = [("style", "page"), ("page", page)]
      if let size { result.append(("size", size)) }
      if let total = path(totals, in: members, .number) { result.append(("total", total)) }
      if let count = path(pageCounts, in: members, .number) { result.append(("pages", count)) }
    } else if let offset = parameter(offsets, ["integer"]), let size {
      result = [("style", "offset"), ("offset", offset), ("limit", size)]
      if let total = path(totals, in: members, .number) { result.append(("total", total)) }
    } else if links > 0, method == "GET" {
      result = [("style", "link")]
    }
    return result
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
