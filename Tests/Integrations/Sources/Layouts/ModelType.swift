@testable import WGNAPIJSON
@testable import WGNAPIPartial

struct ModelType<Model: JSONModel>: CheckedType {
  /// The key paths of its properties.
  let paths: [PartialKeyPath<Model>]

  init(_ type: Model.Type, _ paths: [PartialKeyPath<Model>]) { self.paths = paths }

  var name: String { "\(Model.self)" }
  var model: (any JSONModel.Type)? { Model.self }

  func check(_ samples: inout Samples, _ report: inout Report) {
    guard let members = ModelMembers(of: Model.self, .both, from: &samples, depth: 0) else {
      return report.expect(false, "no document found that it reads")
    }
    let full = check(members, { _ in .full }, &report)
    let minimal = check(members, { members.list[$0].least }, hasAdditional: false, &report)
    guard let full, let minimal else { return }
    report.expect((full == minimal) == (members.full == members.minimal), "its values are compared wrongly")
    checkPresence(members, full: full, minimal: minimal, &report)
    checkDamage(members, &report)
    if let smaller = check(members, { _ in .minimal }, &report) {
      checkReplacing(members, full, smaller, &report)
    }
  }

  private func check(
    _ members: ModelMembers, _ choice: (Int) -> ModelMembers.Choice, hasAdditional: Bool = true,
    _ report: inout Report
  ) -> Model? {
    report.roundTrip(
      members.document(hasAdditional: hasAdditional, choice),
      members.document(hasAdditional: hasAdditional) { members.list[$0].written(choice($0)) }, as: Model.self)
  }

  /// Leaves out each entry that may be absent or null, and has each of them alone.
  private func checkPresence(_ members: ModelMembers, full: Model, minimal: Model, _ report: inout Report) {
    for (index, member) in members.list.enumerated() {
      var choices: [ModelMembers.Choice] = [.full]
      let isInside = members.isTuple && index + 1 < members.list.count
      if member.presence.acceptsAbsence, !isInside { choices.append(.absent) }
      if member.presence.acceptsNull, !(isInside && member.presence == .lenient) { choices.append(.null) }
      for choice in choices {
        if let value = check(members, { $0 == index ? choice : .full }, &report) {
          let isSame = choice == .full || choice == .null && member.full == "null"
          report.expect((value == full) == isSame, "entry \(index) is compared wrongly if it is \(choice)")
        }
        let alone = { $0 == index ? choice : members.list[$0].least }
        if let value = check(members, alone, hasAdditional: false, &report) {
          let document = members.document(hasAdditional: false) { members.list[$0].written(alone($0)) }
          report.expect(
            (value == minimal) == (document == members.minimal),
            "entry \(index) alone is compared wrongly as \(choice)")
        }
      }
    }
    let reversed = Array(members.document(isReversed: !members.isTuple) { _ in .full }.utf8)
    let value = report.value(of: "reversed") {
      try Model.decode(reversed, options: JSONDecoding(validation: .off))
    }
    if let value { report.expect(value == full, "the order of keys makes a difference") }
  }

  /// Ends the document early, at many places: what has been read until there has to be given up.
  private func checkDamage(_ members: ModelMembers, _ report: inout Report) {
    let text = Array(members.full.utf8)
    for count in stride(from: 0, to: text.count, by: max(1, text.count / 200)) {
      let value = try? Model.decode(Array(text[..<count]), options: JSONDecoding(validation: .off))
      report.expect(value == nil, "the first \(count) bytes of a document are read")
    }
  }

  /// Replaces each property of one value by that of the other, and back.
  private func checkReplacing(
    _ members: ModelMembers, _ full: Model, _ smaller: Model, _ report: inout Report
  ) {
    for path in paths {
      func open<Value>(_ type: Value.Type) {
        let index = Model.index(of: path)
        // A property that is nil doesn't say whether its key is null or absent.
        if let index, index < members.list.count, members.list[index].isNullOrAbsent { return }
        let changed = full.replacing(path, smaller[keyPath: path], as: type)
        report.countChange()
        guard let changed, let back = changed.replacing(path, full[keyPath: path], as: type) else {
          return report.expect(false, "\(path) can't be replaced")
        }
        report.expect(back == full, "\(path) is not as before after being replaced twice")
        report.expect(back.hashValue == full.hashValue, "\(path): the hash is not as before")
        guard let index else { return report.expect(false, "\(path) has no entry") }
        // The members without an entry are the same in both.
        guard index < members.list.count else { return }
        let isSame = members.list[index].full == members.list[index].minimal
        report.expect((changed == full) == isSame, "\(path): the change is compared wrongly")
        let written = report.value(of: "\(path)") { String(decoding: try changed.encoded(), as: UTF8.self) }
        let expected = members.document { $0 == index ? .minimal : .full }
        report.expect(written == expected, "\(path): expected \(expected), written \(written ?? "nothing")")
      }
      _openExistential(Swift.type(of: path).valueType, do: open)
    }
  }
}

extension JSONModel {
  fileprivate func replacing<Value>(_ path: PartialKeyPath<Self>, _ value: Any, as type: Value.Type) -> Self?
  {
    guard let value = value as? Value else { return nil }
    if let path = path as? WritableKeyPath<Self, Value> { return replacing(path, with: value) }
    return (path as? KeyPath<Self, Value>).map { replacing($0, with: value) }
  }
}
