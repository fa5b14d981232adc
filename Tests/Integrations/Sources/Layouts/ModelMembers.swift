@testable import WGNAPIJSON
@testable import WGNAPIPartial

/// A model's entries with JSON for each, from which documents are put together.
struct ModelMembers {
  /// What a document has for an entry.
  enum Choice {
    case full, minimal, null, absent
  }

  struct Member {
    /// The key with quotes and colon; empty in a tuple.
    let key: String
    let presence: FieldTable.Presence
    var full: String
    var minimal: String

    /// The choice that says least.
    var least: Choice {
      if presence.acceptsAbsence { .absent } else if presence.acceptsNull { .null } else { .minimal }
    }

    /// Whether nothing but null was found for a key that may also be absent.
    var isNullOrAbsent: Bool { presence == .optionalNullable && full == "null" }

    /// Returns the choice that is written for another: null where the key may be absent isn't always kept.
    func written(_ choice: Choice) -> Choice {
      choice == .null && presence == .lenient ? .absent : choice
    }
  }

  /// For which documents there is JSON.
  enum Extent {
    case full, minimal, both
  }

  let isTuple: Bool
  private let extent: Extent
  private(set) var list: [Member] = []
  /// A member without an entry, as the model writes it.
  private(set) var additional: String?

  /// Finds JSON for each entry that is wanted; nil if that fails for a required one.
  init?(of model: any JSONModel.Type, _ extent: Extent, from samples: inout Samples, depth: Int) {
    let table = model.table
    isTuple = table.count > 0 && table.name(at: 0) == nil
    self.extent = extent
    guard depth < 12 else { return nil }
    for index in 0..<table.count {
      let field = table.fields[index]
      guard let coder = field.operations.coder, let key = try? JSON.encode(field.key.text) else { return nil }
      var member = Member(
        key: isTuple ? "" : String(decoding: key, as: UTF8.self) + ":", presence: field.presence,
        full: "null",
        minimal: "null")
      if extent != .minimal || member.least == .minimal {
        let texts = (extent == .both ? [true, false] : [extent == .full]).compactMap {
          samples.text(for: coder, satisfying: field.constraint, isFull: $0, depth: depth)
        }
        guard let full = texts.first, let minimal = texts.last else { return nil }
        member.full = full
        member.minimal = minimal
      }
      list.append(member)
    }
    mend(for: model, &samples, depth)
    // Models in others are simpler.
    guard extent == .both else { return }
    additional = samples.additionalMember(of: table, in: model, among: members { _ in .full })
  }

  /// A document with all entries.
  var full: String { document { _ in .full } }

  /// A document with as little as possible.
  var minimal: String {
    document(hasAdditional: false) { list[$0].least }
  }

  /// The document with the most of what there is JSON for.
  var largest: String { extent == .minimal ? minimal : full }

  /// Puts a document together.
  func document(isReversed: Bool = false, hasAdditional: Bool = true, _ choice: (Int) -> Choice) -> String {
    var parts = members(isReversed: isReversed, choice)
    if hasAdditional, let additional { parts += parts.isEmpty ? additional : "," + additional }
    return isTuple ? "[\(parts)]" : "{\(parts)}"
  }

  private func members(isReversed: Bool = false, _ choice: (Int) -> Choice) -> String {
    // A tuple only lacks elements at its end.
    let end = isTuple ? list.indices.last { choice($0) != .absent } ?? 0 : 0
    let parts = list.indices.compactMap { index -> String? in
      switch choice(index) {
      case .absent where index < end: list[index].full
      case .full: list[index].key + list[index].full
      case .minimal: list[index].key + list[index].minimal
      case .null: list[index].key + "null"
      case .absent: nil
      }
    }
    return (isReversed ? parts.reversed() : parts).joined(separator: ",")
  }

  /// Chooses other values where the model as a whole says more of an entry than the entry itself.
  private mutating func mend(for model: any JSONModel.Type, _ samples: inout Samples, _ depth: Int) {
    let table = model.table
    for index in list.indices where !isTuple {
      let location = "/" + table.fields[index].key.text
      let isWanted = { (violation: Violation) in violation.instanceLocation == location }
      let violations = model.validate(Array(largest.utf8)).filter(isWanted)
      guard !violations.isEmpty, let coder = table.fields[index].operations.coder else { continue }
      let candidates =
        violations.flatMap(\.expectedTexts)
        + samples.candidates(for: coder, isFull: extent != .minimal, depth: depth)
      for candidate in candidates where quality(candidate, coder, table.fields[index].constraint) == .valid {
        var mended = self
        mended.list[index].full = candidate
        mended.list[index].minimal = candidate
        guard !model.validate(Array(mended.largest.utf8)).contains(where: isWanted) else { continue }
        self = mended
        break
      }
    }
  }
}

extension JSONModel {
  static var table: FieldTable { layout.table }
}
