import APIModel
import TrafficEvidence

/// Where an error is in a response.
package struct FailurePlace: Hashable, Sendable {
  /// The property that tells failures, and its value; only the property if it is there in failures only.
  package var flag: (name: String, value: String)?
  package var isBoolean = false
  package var code: String?
  package var codeIsNumber = false
  package var message: String?
  package var field: String?
  package var value: String?

  /// Whether errors are found at the same places; which other parts they have, may differ from response to response.
  package static func == (left: FailurePlace, right: FailurePlace) -> Bool {
    left.code == right.code && left.message == right.message && left.flag?.name == right.flag?.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Finds the parts of an error.
  ///
  /// - Parameter inLists: Whether they may be in the first element of a list. In a response with the status of success, a list of
  ///   errors is a part of the response.
  package init?(_ members: Members, inLists: Bool = false) {
    let names = ErrorConvention.members.filter { members.shape(of: $0) != nil }
    if let name = names.first, let shape = members.shape(of: name) {
      if let inner = shape.objects?.all, shape.lists == nil, shape.texts == nil {
        find(in: inner, prefix: "\(name).")
      } else if shape.texts != nil, shape.objects == nil, shape.lists == nil, shape.numbers == nil {
        // A sentence isn't a code.
        let isCode = shape.texts.map { !$0.hasOthers && $0.secrets == 0 } ?? false
        if isCode { code = name } else { message = name }
      } else if inLists, let inner = shape.onlyElements {
        find(in: inner, prefix: "\(name).")
        // Details may be about parts of the request, and the code beside them.
        if code == nil, let whole = FailurePlace(members.without([name])), whole.code != nil { self = whole }
      }
    }
    if code == nil, message == nil { find(in: members, prefix: "") }
    if message == nil, code == "error" {
      message = Self.text(in: members, ErrorConvention.messages, prefix: "")
    }
    if code == nil, message == nil { return nil }
  }

  private mutating func find(in members: Members, prefix: String) {
    for name in ErrorConvention.codes
    where code == nil && !(prefix.isEmpty && ["type", "status", "id"].contains(name)) {
      guard let shape = members.shape(of: name), shape.lists == nil, shape.objects == nil, shape.booleans == 0
      else { continue }
      if let numbers = shape.numbers, shape.texts == nil, numbers.fractions == 0 {
        (code, codeIsNumber) = (prefix + name, true)
      } else if shape.texts != nil, shape.numbers == nil {
        code = prefix + name
      }
    }
    message = Self.text(in: members, ErrorConvention.messages, prefix: prefix)
    field = Self.text(in: members, ["field", "param", "parameter"], prefix: prefix)
    if members.shape(of: "value") != nil, !prefix.isEmpty { value = prefix + "value" }
  }

  private static func text(in members: Members, _ names: [String], prefix: String) -> String? {
    names.first { members.shape(of: $0)?.isText == true }.map { prefix + $0 }
  }
}

extension FailurePlace {
  /// The same places in a spec.
  var paths: FailurePaths {
    FailurePaths(
      code: code.map { FieldPath(guess: $0) }, message: message.map { FieldPath(guess: $0) },
      field: field.map { FieldPath(guess: $0) }, rejectedValue: value.map { FieldPath(guess: $0) })
  }

  /// The bodies with plain texts where codes and messages are: a code that looks like a UUID or a URL is a code nevertheless.
  func plain(_ members: Members) -> Members {
    var members = members
    for path in [code, message, field].compactMap(\.self) {
      members.forgetForms(at: path.split(separator: ".").map(String.init))
    }
    return members
  }
}

extension FailurePlace {
  /// Where most bodies have their code and their message. If their types exclude each other, the rarer one isn't read.
  init?(mostOf bodies: [Members]) {
    let places = bodies.map { FailurePlace($0, inLists: true) }
    var (codes, messages): ([String: Int], [String: Int]) = ([:], [:])
    for (place, members) in zip(places, bodies) {
      if let code = place?.code { codes[code, default: 0] += members.count }
      if let message = place?.message { messages[message, default: 0] += members.count }
    }
    func most(_ counts: [String: Int]) -> String? {
      counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
    let (code, message) = (most(codes), most(messages))
    let isCode = codes[code ?? ""] ?? 0 >= messages[message ?? ""] ?? 0
    guard let main = isCode ? code : message else { return nil }
    func merged(_ isIncluded: (FailurePlace) -> Bool) -> Members {
      var result = Members()
      for (place, members) in zip(places, bodies) where place.map(isIncluded) == true {
        result.merge(members)
      }
      return result
    }
    let own = merged { isCode ? $0.code == main : $0.message == main }
    guard var form = FailurePlace(own, inLists: true) else { return nil }
    form.code = code
    form.message = message
    if !isCode, let code {
      // Both have to be readable in one body.
      var both = own
      both.merge(merged { $0.code == code })
      if both.shape(at: main)?.isText != true || both.shape(at: code)?.isCode != true { form.code = nil }
    }
    if let code = form.code {
      form.codeIsNumber = merged { $0.code == code }.shape(at: code)?.numbers != nil
    }
    self = form
  }

  /// Whether clients can read the code, or the message if there is no code, in bodies.
  func isReadable(in members: Members) -> Bool {
    if let code, let shape = members.shape(at: code) {
      guard shape.isCode, (shape.numbers != nil) == codeIsNumber else { return false }
    } else if let code, members.hides(code) {
      return false
    }
    guard let message else { return true }
    return members.shape(at: message).map(\.isText) ?? !members.hides(message)
  }
}

extension Members {
  /// The shape at a path; nil if no object has it, or if something on the way isn't always an object or a list of objects.
  fileprivate func shape(at path: String) -> Shape? {
    var members = self
    var parts = path.split(separator: ".").map(String.init)
    guard let last = parts.popLast() else { return nil }
    for part in parts {
      guard let inner = members.shape(of: part)?.onlyMembers else { return nil }
      members = inner
    }
    return members.shape(of: last)
  }

  /// Whether something on the way to a path can't be followed, because it has several types.
  fileprivate func hides(_ path: String) -> Bool {
    guard let first = path.split(separator: ".").first, let shape = shape(of: String(first)) else {
      return false
    }
    return first.utf8.count < path.utf8.count && shape.values > 0 && shape.onlyMembers == nil
  }
}

extension Shape {
  /// The members of the objects, or of the elements of lists, if there are only those.
  fileprivate var onlyMembers: Members? {
    if lists == nil, texts == nil, numbers == nil, booleans == 0 { return objects?.all }
    return onlyElements
  }

  /// The members of the elements, if there are only lists of objects.
  fileprivate var onlyElements: Members? {
    guard objects == nil, texts == nil, numbers == nil, booleans == 0, let element = lists?.element,
      let inner = element.objects, inner.count == element.count
    else { return nil }
    return inner.all
  }

  fileprivate var isText: Bool {
    texts != nil && numbers == nil && lists == nil && objects == nil && booleans == 0
  }

  fileprivate var isCode: Bool {
    isText || numbers?.fractions == 0 && texts == nil && lists == nil && objects == nil && booleans == 0
  }
}
