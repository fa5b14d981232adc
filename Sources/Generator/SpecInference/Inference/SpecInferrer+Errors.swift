import APIModel
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
  ///
  /// - Parameter form: Where failures that the envelope doesn't describe have their codes.
  func addErrors(
    to model: inout ModuleGuess, _ form: FailurePlace?, besides foreign: Set<FailureBodies.Place>
  ) {
    guard envelope?.failure?.code != nil || form?.code != nil else { return }
    let isNumber = envelope?.failure?.codeIsNumber ?? form?.codeIsNumber ?? false
    let paths = [envelope?.failure?.code, form?.code].compactMap(\.self)
    let seen = seenCodes(at: paths, areNumbers: isNumber, besides: foreign)
    // A name makes one constant only, whichever code it has.
    var taken: Set<String> = []
    func take(_ name: String) -> Bool {
      let folded = Words.folded(name)
      return folded.utf8.first?.isDigit == false && taken.insert(folded).inserted
    }
    var own: [Int: [ErrorCase]] = [:]
    for (code, found) in seen.sorted(by: { $0.key < $1.key }) {
      var errors = [ErrorCase(code: .text(Name(guess: code)), message: Name(guess: "*"))]
      if !isNumber {
        guard take(code) else { continue }
      } else if found.others == 0 {
        errors = found.words.sorted().filter(take).map {
          ErrorCase(code: .text(Name(guess: code)), message: Name(guess: $0))
        }
      } else {
        let name = name(of: code, found)
        guard !name.isEmpty, take(name) else {
          model.crowded.append(Self.note(code, found.others))
          continue
        }
        errors[0].swiftName = Name(guess: name)
      }
      own[found.places.count == 1 ? found.places.first ?? -1 : -1, default: []] += errors
    }
    for (owner, errors) in own {
      if model.module.endpoints.indices.contains(owner) {
        // Nothing else reads codes.
        let readsCodes = model.module.endpoints[owner].envelope != nil || form?.code != nil
        model.module.endpoints[owner].errors = readsCodes ? errors : []
      } else {
        model.module.errors = errors
      }
    }
  }

  /// - Parameter paths: Where clients read codes.
  private func seenCodes(
    at paths: [String], areNumbers: Bool, besides foreign: Set<FailureBodies.Place>
  ) -> [String: SeenCode] {
    var seen: [String: SeenCode] = [:]
    for (index, endpoint) in (endpoints + failed).enumerated() {
      for (status, response) in endpoint.operation.responses.sorted(by: { $0.key < $1.key })
      where !foreign.contains(.init(endpoint: index, status: status)) {
        for (code, count) in response.codes
        where code.isNumber == areNumbers && (code.path.isEmpty || paths.contains(code.path)) {
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
