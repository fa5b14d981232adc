/// The files of a new project.
enum StarterTexts {
  private static let schemas = "https://raw.githubusercontent.com/OWNER/wgnapi-gen/main/Specs"

  static func settings(_ lines: String) -> String {
    """
    # yaml-language-server: $schema=\(schemas)/wgnapi-gen.schema.json
    # After a change of the specs, run 'wgnapi-gen', or keep 'wgnapi-gen --watch' running.
    \(lines)
    """
  }

  /// An example with an endpoint and a schema.
  static func spec(module: String) -> String {
    """
    # yaml-language-server: $schema=\(schemas)/wgnapi.schema.json
    wgnapi: 1

    # The API as a whole. This folder becomes the Swift module \(module).
    module:
      summary: An example; describe your API instead.
      servers: {main: https://api.example.com/}

    # Each endpoint becomes a method of the client: 'client.item(id: 42)'.
    endpoints:
      item:
        get: items/{id}
        summary: One thing to buy.
        # A name with a question mark, such as 'language?', is optional.
        parameters: {id: ItemID}
        response: Item

    # Each schema becomes a type, and what it says is checked.
    schemas:
      # A type of its own, so that it isn't mistaken for another number.
      ItemID: {type: integer, minimum: 1, newtype: true}
      Item:
        description: A thing to buy.
        properties:
          id: ItemID
          title: {type: string, minLength: 1}
          price?: {type: number, minimum: 0}
        # What 'wgnapi-gen mock' answers with.
        example: {id: 42, title: A lamp, price: 19.5}

    """
  }

  /// The settings of a module beside its document.
  static func module(document: String, name: String?) -> String {
    """
    # yaml-language-server: $schema=\(schemas)/wgnapi.schema.json
    wgnapi: 1
    module:
    \(name.map { "  name: \($0)\n" } ?? "")  openapi: \(document)
      # What the document can't say belongs here: 'include', 'exclude', 'cache', 'retry', names and corrections.

    """
  }

  static func main(module: String) -> String {
    """
    import \(module)
    import WGNAPIRuntime

    // 'wgnapi-gen mock', in another terminal, answers at this address. The API itself is the server '.main'.
    let client = Client(server: Server(url: "http://127.0.0.1:8080/", like: .main))
    do {
      let item = try await client.item(id: 42)
      print(item.title, item.price.map { "costs \\($0)" } ?? "has no price")
    } catch let error as APIError {
      print(error)
    }

    """
  }
}
