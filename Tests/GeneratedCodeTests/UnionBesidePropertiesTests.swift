import Alternatives
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// Unions beside properties, and base types that list their subtypes.
@Suite struct UnionBesidePropertiesTests {
  @Test func tagsOfMergedAlternatives() throws {
    let text = #"{"via":"drop","cost":1}"#
    let route = try Route.decode(Array(text.utf8))
    guard case .dropped(let dropped) = route else {
      Issue.record("\(route)")
      return
    }
    #expect(dropped.cost == 1)
    #expect(String(decoding: try Route.encode(route), as: UTF8.self) == text)
    guard case .tunnel(let tunnel) = try Route.decode(Array(#"{"via":"tunnel","peer":"p"}"#.utf8)) else {
      Issue.record("no tunnel")
      return
    }
    #expect(tunnel.peer == "p")
    #expect(Route.validate(Array(text.utf8)).isEmpty)
  }

  @Test func basesThatListTheirSubtypes() throws {
    let text = #"{"form":"Square","name":"n","side":2.5}"#
    let shape = try Shape.decode(Array(text.utf8))
    guard case .square(let square) = shape else {
      Issue.record("\(shape)")
      return
    }
    #expect(square.side == 2.5 && square.name == "n")
    #expect(String(decoding: try Shape.encode(shape), as: UTF8.self) == text)
    #expect(Shape.validate(Array(text.utf8)).isEmpty)
  }
}
