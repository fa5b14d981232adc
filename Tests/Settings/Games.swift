import WGN
import WGNAPIFormats
import WGNAPIGenerated
public import WGNAPIJSON
import WGNAPIRuntime
import WGNAPISchema
import WOTB
import WOTX
import WOWP
import WOWS

/// The other clients, and models and unions written by hand.
public final class Games {
  public var names: [String] = []

  public func load(application: String) async throws {
    let wgn = WGN.Client(server: .eu, applicationID: application)
    names += try await wgn.searchAccounts(search: "gar").map(\.nickname)
    let blitz = WOTB.Client(server: .eu, applicationID: application)
    names += try await blitz.searchPlayers(search: "gar").map(\.nickname)
    let console = WOTX.Client(server: .console, applicationID: application)
    names += try await console.searchPlayers(search: "gar").map(\.nickname)
    let planes = WOWP.Client(server: .eu, applicationID: application)
    names += try await planes.searchPlayers(search: "gar").map(\.nickname)
    let ships = WOWS.Client(server: .eu, applicationID: application)
    names += try await ships.searchPlayers(search: "gar").map(\.nickname)
  }
}

public struct Note: JSONModel {
  public var text: String
  public var isDone: Bool

  public static let layout = ModelLayout<Self> {
    $0.required("text", \.text, [.minLength(1), .pattern("^[a-z ]+$")])
    $0.required("done", \.isDone)
    $0.constrained(by: [.schema([.not([.properties(["text": [.const("done")]]), .required(["text"])])])])
  }
}

public enum NoteOrText: JSONUnion {
  case note(Note)
  case text(String)

  public static let union = Union<Self> {
    $0.alternative(of: .object, Note.self, Self.note) { if case .note(let value) = $0 { value } else { nil } }
    $0.alternative(of: .string, String.self, Self.text) {
      if case .text(let value) = $0 { value } else { nil }
    }
  }
}
