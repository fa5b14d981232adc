// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Kennel

enum KennelTypes: ModuleTypes {
  static let module = "Kennel"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(DogsChangeDogRequest.Payload.self, [\.name, \.legs]),
      ModelType(DogsFeedDogRequest.Payload.self, [\.food, \.grams, \.hours, \.bowls, \.mixed]),
      UnionType(Animal.self),
      ModelType(Dog.self, [\.kind, \.name, \.id, \.legs, \.coat]),
      ModelType(DogInput.self, [\.kind, \.name, \.legs, \.coat]),
      ModelType(Cat.self, [\.kind, \.name, \.id, \.lives]),
      ModelType(Problem.self, [\.message]),
      ModelType(Visit.self, [\.day, \.weights, \.guest]),
      ModelType(Guest.self, [\.`as`]),
    ]
  }
}
