// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Fleet

enum FleetTypes: ModuleTypes {
  static let module = "Fleet"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(AccountPostLoginRequest.Payload.self, [\.userName, \.password, \.rememberMe]),
      ModelType(LoginResult.self, [\.token, \.expiresIn]),
      ModelType(Position.self, [\.latitude, \.longitude]),
      ModelType(Vehicle.self, [\.id, \.name, \.wheels, \.price, \.consumption, \.status, \.rights, \.built, \.opens, \.interval, \.engine, \.owner, \.counts, \.anything, \.tree, \.letter]),
      ModelType(NewVehicle.self, [\.name, \.wheels, \.status, \.engine]),
      ModelType(Node.self, [\.name]),
      UnionType(Engine.self),
      ModelType(EngineElectric.self, [\.type, \.kilowatts]),
      ModelType(EngineDiesel.self, [\.type, \.litres]),
      ModelType(EngineBase.self, []),
      ModelType(Owner.self, [\.name]),
      UnionType(JsonPatchDocumentElement.self),
      ModelType(JsonPatchDocumentElement.AddReplaceTest.self, [\.op, \.path, \.value]),
      ModelType(JsonPatchDocumentElement.MoveCopy.self, [\.op, \.path, \.from]),
      ModelType(JsonPatchDocumentElement.Remove.self, [\.op, \.path]),
      ModelType(ProblemDetails.self, []),
      ModelType(HttpValidationProblemDetails.self, [\.errors]),
    ]
  }
}
