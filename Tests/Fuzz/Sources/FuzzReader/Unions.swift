import WGNAPIJSON

struct Cat: JSONModel {
  var lives: Int

  static let layout = ModelLayout<Self> { $0.required("lives", \.lives, [.maximum(9)]) }
}

struct Dog: JSONModel {
  var kind: String
  var name: String?

  static let layout = ModelLayout<Self> {
    $0.required("kind", \.kind)
    $0.optional("name", \.name, [.minLength(1)])
  }
}

enum Pet: JSONUnion {
  case cat(Cat)
  case dog(Dog)
  case unknown(JSON)

  static let union = Union<Self>(discriminator: "kind") {
    $0.alternative("cat", Cat.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.alternative("dog", Dog.self, Self.dog) { if case .dog(let value) = $0 { value } else { nil } }
    $0.unknown(Self.unknown) { if case .unknown(let value) = $0 { value } else { nil } }
  }
}

enum Either: JSONUnion {
  case text(String)
  case number(Int)
  case several([Either])
  case cat(Cat)
  case branch(Branch)

  static let union = Union<Self> {
    $0.alternative(String.self, Self.text) { if case .text(let value) = $0 { value } else { nil } }
    $0.alternative(Int.self, Self.number) { if case .number(let value) = $0 { value } else { nil } }
    $0.alternative([Either].self, Self.several) { if case .several(let value) = $0 { value } else { nil } }
    $0.alternative(Cat.self, Self.cat) { if case .cat(let value) = $0 { value } else { nil } }
    $0.alternative(Branch.self, Self.branch) { if case .branch(let value) = $0 { value } else { nil } }
  }
}
