import APIModel

extension Literal {
  /// The object with a member at a path set.
  func setting(_ path: ArraySlice<String>, to value: Literal) -> Literal {
    guard let first = path.first else { return value }
    var members: [Member] = []
    if case .object(let known) = self { members = known }
    let rest = path.dropFirst()
    if let position = members.firstIndex(where: { $0.name == first }) {
      members[position].value = members[position].value.setting(rest, to: value)
    } else {
      members.append(Member(name: first, value: Literal.object([]).setting(rest, to: value)))
    }
    return .object(members)
  }
}
