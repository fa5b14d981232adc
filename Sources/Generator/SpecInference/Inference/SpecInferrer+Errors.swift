import Diagnostics
import TrafficEvidence

extension SpecInferrer {
  /// What was seen of a code.
  private struct SeenCode {
    /// The indices of the endpoints that returned it; -1 for any that the spec lacks.
    var places: Set<Int> = []
    /// Messages that are words.
    var words: Set<String> = []
    /// The responses with another message, or none.
    var others = 0
    var phrase: ErrorPhrase?
  }

  /// Codes that several endpoints return belong to the module. A number needs a name: the word that is its message, or what its
  /// messages begin with. Without one, it is reported.
  func addErrors(to model: inout SpecModel, hasCodes: Bool, besides foreign: Set<FailureBodies.Place>) {
    guard hasCodes else { return }
    let isNumber = envelope?.failure?.codeIsNumber ?? model.failure?.form?.codeIsNumber ?? false
    let seen = seenCodes(areNumbers: isNumber, besides: foreign)
    // A name makes one constant only, whichever code it has.
    var taken: Set<String> = []
    func take(_ name: String) -> Bool {
      let folded = Words.folded(name)
      return folded.utf8.first?.isDigit == false && taken.insert(folded).inserted
    }
    var own: [Int: [ErrorGuess]] = [:]
    for (code, found) in seen.sorted(by: { $0.key < $1.key }) {
      var guess = ErrorGuess(code: code, messages: [])
      if !isNumber {
        guard take(code) else { continue }
      } else if found.others == 0 {
        guess.messages = found.words.sorted().filter(take)
        guard !guess.messages.isEmpty else { continue }
      } else {
        let name = name(of: code, found)
        guard !name.isEmpty, take(name) else {
          model.crowded.append(Self.note(code, found.others))
          continue
        }
        guess.name = name
      }
      own[found.places.count == 1 ? found.places.first ?? -1 : -1, default: []].append(guess)
    }
    for (owner, guesses) in own {
      if model.endpoints.indices.contains(owner) {
        model.endpoints[owner].errors = guesses
      } else {
        model.errors = guesses
      }
    }
  }

  private func seenCodes(areNumbers: Bool, besides foreign: Set<FailureBodies.Place>) -> [String: SeenCode] {
    var seen: [String: SeenCode] = [:]
    for (index, endpoint) in (endpoints + failed).enumerated() {
      for (status, response) in endpoint.operation.responses.sorted(by: { $0.key < $1.key })
      where !foreign.contains(.init(endpoint: index, status: status)) {
        for (code, count) in response.codes where code.isNumber == areNumbers {
          var known = seen[code.code] ?? SeenCode()
          known.places.insert(index < endpoints.count ? index : -1)
          if !code.message.isEmpty {
            known.words.insert(code.message)
          } else if areNumbers {
            known.others += count
          }
          seen[code.code] = known
        }
        for (code, phrase) in response.phrases where seen[code] != nil {
          if seen[code]?.phrase?.merge(phrase) == nil { seen[code]?.phrase = phrase }
        }
      }
    }
    return seen
  }

  private func name(of code: String, _ found: SeenCode) -> String {
    if let name = RPCRule.errors[code], (endpoints + failed).contains(where: { $0.call != nil }) {
      return name
    }
    let name = Words.member(found.phrase?.words ?? [])
    return name.isEmpty ? found.words.min().map { Words.member(Words.split($0)) } ?? "" : name
  }

  private static func note(_ code: String, _ count: Int) -> InferenceNote {
    InferenceNote(
      place: "errors",
      text:
        "\(counted(count, "response")) with the error \(code), whose messages give it no name: list it under 'errors'"
    )
  }
}
