import APIModel
import Diagnostics
import SpecYAML

extension DocumentFolder {
  /// What the folder says of a type of the document, or of a property in it, that holds wherever the document has the same
  /// schema with further keywords, too.
  public struct Choice {
    /// The type's name in the document.
    public var type: String
    /// The wire names of the properties that lead to the schema; empty for the type itself.
    public var properties: [String] = []
    public var isSecret = false
    public var ownType: OwnType?
    public var lenience: Set<Lenience> = []
    /// The other keys, which apply to the type itself only.
    public var others: [String] = []
  }

  /// What doesn't change the values of a type.
  private static let harmlessKeys: Set<String> = [
    "secret", "swift", "lenient", "name", "reason", "deprecated", "properties",
  ]

  /// All such choices. Mistakes in them are reported where the types are corrected.
  public var choices: [Choice] {
    let reader = SchemaReader(folder: folder, report: Report(DiagnosticSink()))
    var choices: [Choice] = []
    var pending = types.map { (choice: Choice(type: $0.name), node: $0.value) }
    while let (choice, node) = pending.popLast() {
      var own = choice
      own.isSecret = node["secret"]?.asBool == true
      own.ownType = node["swift"].flatMap(reader.ownType)
      let words = node["lenient"].map { $0.items ?? [$0] } ?? []
      own.lenience = Set(words.compactMap { $0.text.flatMap(Lenience.init) })
      own.others = (node.entries ?? []).map(\.name).filter { !Self.harmlessKeys.contains($0) }
      // Of a type itself, it is of interest where the document has it, even if nothing is said that holds there.
      let isOfType = own.properties.isEmpty
      let holds = own.isSecret || own.ownType != nil || !own.lenience.isEmpty
      if isOfType || holds || !own.others.isEmpty { choices.append(own) }
      for property in node["properties"]?.entries ?? [] {
        let inner = Choice(type: choice.type, properties: choice.properties + [property.name])
        pending.append((inner, property.value))
      }
    }
    return choices
  }
}
