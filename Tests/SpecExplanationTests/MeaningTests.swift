import Foundation
import Testing

@testable import SpecExplanation

/// Names that mean several things.
struct MeaningTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [{url: https://api.example.com}]
    paths:
      /pets/first:
        get:
          operationId: Pet
          summary: Finds the first pet.
          responses:
            "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
    webhooks:
      pet: {post: {summary: A pet was sold., requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}, responses: {"204": {description: ok}}}}
    components:
      schemas:
        Pet: {type: object, description: An animal., properties: {id: {type: string}}}
    """

  private static let spec = """
    wgnapi: 1
    module:
      servers: {main: "https://api.example.com/"}
      parameters: [item]
      envelope: reply
      webhooks: {event: {header: X}}
    envelopes: {reply: {properties: {error?: string, data: payload}, failure: {when: error, code: error}}}
    parameters: {item: {type: string, description: The item of all requests.}}
    errors: {item: There is no item.}
    endpoints:
      item: {get: item, response: Thing}
      list.first: {get: first, response: Thing}
      list.second: {get: second, response: Thing}
      things.other: {get: list, response: Thing}
    schemas:
      Thing: {properties: {id: integer}}
    webhooks: {item: {summary: An item was sold., payload: Thing}}
    """

  @Test func endpointsAndTypesOfOneNameAreListed() throws {
    let specs = try ExplainedSpecs(document: Self.document)
    let explanation = try specs.explanation("Pet")
    #expect(explanation.kind == .meanings)
    let meanings = try #require(explanation.meanings)
    #expect(meanings.map(\.kind) == [.endpoint, .type])
    #expect(meanings.map(\.name) == ["Shop.pet", "Shop.Pet"])
    #expect(meanings.map(\.summary) == ["Finds the first pet.", "An animal."])
    #expect(
      explanation.text == """
        This name means several things. Explain one by its full name:
          endpoint  Shop.pet  GET pets/first. Finds the first pet.
          type      Shop.Pet  An animal.

        """)
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(explanation)) as? [String: Any]
    #expect(
      (json?["meanings"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Shop.pet", "Shop.Pet"])
    // A full name is that of one.
    #expect(try specs.explanation("Shop.Pet").type?.name == "Pet")
  }

  /// The full name of several things explains each of them.
  @Test func fullNamesOfSeveralThingsExplainAll() throws {
    let document = try ExplainedSpecs(document: Self.document)
    #expect(try document.explanations("Shop.pet").map(\.kind) == [.endpoint, .webhook])
    let specs = try ExplainedSpecs(specs: Self.spec)
    #expect(try specs.explanations("Shop.item").map(\.kind) == [.endpoint, .webhook, .parameter])
    #expect(try specs.explanation("item").meanings?.map(\.kind) == [.endpoint, .error, .webhook, .parameter])
    let text = try specs.explanation("item").text
    #expect(text.contains("\n  error code  Shop.ErrorCode.item\n"), "\(text)")
    #expect(text.contains("\n  webhook     Shop.item            An item was sold.\n"), "\(text)")
  }

  /// A part of an endpoint's name or its path isn't meant where something else has the name.
  @Test func partsOfNamesComeLast() throws {
    let specs = try ExplainedSpecs(specs: Self.spec)
    #expect(try specs.explanation("list").group?.name == "Shop.list")
    #expect(try specs.explanation("first").endpoint?.name == "Shop.list.first")
  }

  /// The name that an endpoint has in Swift in one module doesn't hide the endpoints that other specs call so.
  @Test func endpointsOfSeveralModulesAreListed() throws {
    let specs = try ExplainedSpecs(modules: [
      "Depot": """
      wgnapi: 1
      module: {servers: {main: "https://depot.example/"}}
      endpoints:
        get: {get: "items/{id}", parameters: {id: integer}, response: integer}
        items.get: {get: items/first, response: integer}
        x: {get: x, response: integer}
      """,
      "Farm": """
      wgnapi: 1
      module: {servers: {main: "https://farm.example/"}}
      group: animals
      endpoints:
        get: {get: "animals/{id}", parameters: {id: integer}, response: Depot}
        list: {get: animals, response: "[Depot]"}
        x: {group: x, get: x, response: integer}
      schemas: {Depot: {properties: {id: integer}}}
      """,
    ])
    #expect(try specs.explanation("get").meanings?.map(\.name) == ["Depot.get", "Farm.animals.get"])
    #expect(try specs.explanation("x").meanings?.map(\.name) == ["Depot.x", "Farm.x.x", "Farm.x"])
    #expect(try specs.explanation("list").endpoint?.name == "Farm.animals.list")
    #expect(try specs.explanation("Depot.get").endpoint?.name == "Depot.get")
    #expect(try specs.explanation("Farm.get").endpoint?.name == "Farm.animals.get")
    // The name of a module is its full name, and the type has another one.
    #expect(try specs.explanations("Depot").map(\.kind) == [.module, .type])
  }
}
