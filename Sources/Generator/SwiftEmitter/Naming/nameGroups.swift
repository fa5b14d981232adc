import APIModel
import Diagnostics

/// Numbers groups of a document whose names would be the same, such as `self` and `self value`, and shortens long names.
///
/// - Returns: a note on each name that was shortened or has a number.
func nameGroups(of module: inout Module) -> [Diagnostic] {
  var notes: [Diagnostic] = []
  var members: [[String]: NumberedNames] = [:]
  var types = NumberedNames(ignoringCase: true)
  var known: [[String]: Name] = [:]
  // The last number of each name, because many may be the same.
  var numbers: [[String]: Int] = [:]
  for position in module.endpoints.indices {
    var path: [Name] = []
    for (depth, own) in module.endpoints[position].group.enumerated() {
      let original = module.endpoints[position].group.prefix(depth + 1).map(\.text)
      var name = known[original] ?? own
      if known[original] == nil {
        // Half of what a type's name may have: the method's name follows.
        let short = shortened(SwiftName.groupPrefix([own]), to: longestDerivedName / 2)
        if short != SwiftName.groupPrefix([own]) {
          name.text = short
          notes.append(note(on: "the group", own, is: SwiftName.group(name, isInner: depth > 0)))
        }
        let base = name.text
        var scope = members.removeValue(forKey: path.map(\.text)) ?? NumberedNames(ignoringCase: true)
        let wanted = path.map(\.text) + [SwiftName.group(name, isInner: depth > 0).lowercased()]
        var number = 1
        while !scope.takeIfFree(SwiftName.group(name, isInner: depth > 0))
          || !types.takeIfFree(SwiftName.groupType(path + [name]))
        {
          number = max(number, numbers[wanted] ?? 1) + 1
          name.text = "\(base)\(number)"
        }
        if number > 1 { numbers[wanted] = number }
        if number > 1 { notes.append(noteOnGroup(own, isCalled: SwiftName.group(name, isInner: depth > 0))) }
        members[path.map(\.text)] = scope
        known[original] = name
      }
      path.append(name)
    }
    module.endpoints[position].group = path
  }
  for position in module.groups.indices {
    guard let name = known[module.groups[position].path.map(\.text)], !module.groups[position].path.isEmpty
    else { continue }
    module.groups[position].path[module.groups[position].path.count - 1] = name
  }
  return notes
}

private func noteOnGroup(_ name: Name, isCalled group: String) -> Diagnostic {
  Diagnostic(
    .note, .nameCollision,
    "another group has the Swift name of the group '\(name.text.prefix(40))', so this one is called '\(group)'; beside the "
      + "document, 'tags' in a spec chooses another name", at: name.span)
}
