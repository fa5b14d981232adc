import FuzzHarness
import WGNAPIJSON

/// The first byte chooses a model and what becomes of keys that it doesn't know, the rest is the document.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let choice = input.first else { return 0 }
  // Memory of its own, so that reading past its end is noticed.
  let document = Array(input.dropFirst())
  let tree = checkTree(document)
  if tree == nil { checkRejection(document) }

  let unknownKeys: JSONDecoding.UnknownKeys =
    switch choice >> 6 {
    case 0, 1: .ignore
    case 2: .report
    default: .reject
    }
  switch choice & 0x1F {
  case 1: checkModel(Player.self, document, tree, unknownKeys)
  case 2: checkModel(Numbers.self, document, tree, unknownKeys)
  case 3: checkModel(Branch.self, document, tree, unknownKeys)
  case 4: checkModel(Maps.self, document, tree, unknownKeys)
  case 5: checkModel(Lenient.self, document, tree, unknownKeys)
  case 6: checkModel([Pet].self, document, tree, unknownKeys)
  case 7: checkModel(Either.self, document, tree, unknownKeys)
  case 8: checkModel(Moments.self, document, tree, unknownKeys, holdsDates: true)
  case 9: checkModel([Strict?].self, document, tree, unknownKeys)
  case 10: checkPayload(document, unknownKeys)
  default: break
  }
  return 0
}

/// An envelope is read in one pass with its payload.
private func checkPayload(_ document: [UInt8], _ unknownKeys: JSONDecoding.UnknownKeys) {
  let options = JSONDecoding(unknownKeys: unknownKeys, validation: .report)
  guard let whole = try? Status.decode(document, payload: "data", as: [Player].self, options: options) else {
    return
  }
  switch whole.payload {
  case nil: break
  case .success(let players):
    guard let bytes = try? players.encoded() else { return expect(false, "a payload that can't be written") }
    expect((try? [Player].decode(bytes, options: options)) == players, "another payload when read again")
  case .failure(let error):
    expect(error.byteOffset <= document.count && error.line >= 1, "an error beyond the document: \(error)")
  }
}
