import APIModel
import GeneratorKit
import SpecInference
import TrafficEvidence

/// Types of what is added to a spec, by the rules of inference. They name nothing: what is added stays in one place.
struct AddedTypes {
  /// The entries of new keys and parameters.
  private(set) var entries: [DriftTable.Key: SpecValue.Entry] = [:]

  private enum Added {
    case property(Schema.Property)
    case parameter(Parameter, hasForm: Bool)
  }

  init(_ found: [DriftTable.Key: DriftTable.Entry]) {
    let new = found.filter {
      $0.key.finding.addedName != nil && $0.value.canEdit
    }.sorted {
      let (left, right) = ($0.key, $1.key)
      return (left.place?.file ?? "", left.place?.start ?? 0, left.finding.addedName ?? "") < (
        right.place?.file ?? "", right.place?.start ?? 0, right.finding.addedName ?? ""
      )
    }
    // One builder for all, because the numbers in one place tell what those of the same name are elsewhere.
    var builder = TypeBuilder(tellsUnions: false)
    let all = builder.converge { builder in new.map { Self.guess($0.key, $0.value, &builder) } }
    let naming = GroupNaming(builder.groups, isInline: true)
    var taken: [SpecPlace?: Set<String>] = [:]
    for ((key, entry), added) in zip(new, all) {
      switch added {
      case .property(var property):
        property.schema = naming.named(property.schema)
        property.setSwiftName(besides: &taken[key.place, default: entry.taken])
        entries[key] = Self.writer.schemas.entry(property)
      case .parameter(var parameter, let hasForm):
        parameter.rename(besides: taken[key.place] ?? entry.taken)
        taken[key.place, default: entry.taken].insert(Words.folded(parameter.specName))
        entries[key] = Self.writer.endpoints.entry(parameter, usually: hasForm ? .form : .query)
      }
    }
  }

  private static var writer: ModuleWriter { ModuleWriter(Module(name: Name(guess: "")), hasComments: true) }

  private static func guess(
    _ key: DriftTable.Key, _ entry: DriftTable.Entry, _ builder: inout TypeBuilder
  ) -> Added {
    let file = key.place?.file ?? ""
    if let parameter = entry.parameter {
      // It is optional, because requests without it were accepted before.
      let guess = ParameterRules.guess(
        parameter.evidence, in: parameter.isForm ? .form : .query, of: .max, at: file, entry.label, &builder)
      return .parameter(guess, hasForm: parameter.hasForm)
    }
    let name = key.finding.addedName ?? ""
    var place = TypeBuilder.Place(
      name: name, type: Words.type(Words.split(name)), owner: entry.label, file: file)
    (place.isProperty, place.mayBeAbsent) = (true, true)
    return .property(
      .init(guess: name, builder.guess(entry.shape.value, at: place), isOptional: true))
  }

  /// The type of values in a place that a spec has.
  ///
  /// - Parameter label: The names that lead to the place: `Book.tags[]`.
  static func type(of shape: Shape, at label: String) -> (value: SpecValue, comment: String?) {
    var place = TypeBuilder.Place(name: "", type: "", owner: "", file: "")
    place.isElement = label.hasSuffix("[]") || label.hasSuffix("{}")
    place.isProperty = !place.isElement
    place.name = String((label.split(separator: ".").last ?? "").prefix { !"[{(".contains($0) })
    var builder = TypeBuilder(tellsUnions: false)
    let guess = builder.converge { $0.guess(shape, at: place) }
    let schema = GroupNaming(builder.groups, isInline: true).named(guess)
    return (writer.schemas.value(schema), schema.comment)
  }
}
