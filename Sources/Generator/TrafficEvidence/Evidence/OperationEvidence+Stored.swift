extension ParameterEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.text("name", &name)
    try fields.count("requests", &requests)
    try fields.count("repeated", &repeated)
    try fields.part("texts", &texts)
    try fields.count("commas", &commas)
    try fields.part("parts", &parts)
    var differs = !isSame
    try fields.flag("differs", &differs)
    isSame = !differs
    var digest = self.digest ?? -1
    try fields.count("digest", &digest, none: -1)
    restore(digest: digest < 0 ? nil : digest)
    try fields.count("shortest", &shortest, none: .max)
  }
}

extension OperationEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("count", &count)
    try fields.count("refused", &refused)
    try fields.count("slashes", &slashes)
    try fields.list("query", &query)
    try fields.list("fields", &self.fields)
    try fields.counts("credentials", &credentials)
    try fields.counts("accepts", &accepts)
    try fields.part("bodies", &bodies)
    try fields.table("answers", &responses, text: { "\($0)" }, key: { Int($0) })
    try fields.names("omitted", &omitted)
    try fields.names("omittedCalls", &omittedCalls)
  }
}

extension ResponseEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("count", &count)
    try fields.counts("media", &media)
    try fields.counts("jsonTypes", &jsonTypes)
    try fields.counts("failureTypes", &failureTypes)
    try fields.count("empty", &empty)
    try fields.count("unreadable", &unreadable)
    try fields.part("success", &success)
    try fields.part("failure", &failure)
    var list = codes.sorted { $0.key < $1.key }.map { CountedCode(code: $0.key, count: $0.value) }
    list.removeAll { fields.isSecret($0.code.code) || fields.isSecret($0.code.message) }
    try fields.list("codes", &list)
    codes = [:]
    for entry in list { codes.count(entry.code, entry.count, most: Self.mostCodes) }
    var begun = phrases.sorted { $0.key < $1.key }.map { CodePhrase(code: $0.key, phrase: $0.value.text) }
    for place in begun.indices where fields.isSecret(begun[place].phrase) { begun[place].phrase = "" }
    try fields.list("phrases", &begun)
    phrases = Dictionary(begun.map { ($0.code, ErrorPhrase(stored: $0.phrase)) }) { first, _ in first }
    try fields.count("links", &links)
  }
}

/// How the messages of a code begin.
private struct CodePhrase: StoredEvidence {
  var code = ""
  var phrase = ""

  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.text("code", &code)
    try fields.text("phrase", &phrase)
  }

  mutating func merge(_ other: CodePhrase) {
    if code.isEmpty { (code, phrase) = (other.code, other.phrase) }
  }
}

/// A code of an error, and how often it was seen.
private struct CountedCode: StoredEvidence {
  var code = ResponseEvidence.Code()
  var count = 0

  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.text("code", &code.code)
    try fields.flag("isNumber", &code.isNumber)
    try fields.text("message", &code.message)
    try fields.text("path", &code.path)
    try fields.count("count", &count)
  }

  mutating func merge(_ other: CountedCode) { count += other.count }
}

extension EvidenceFields {
  fileprivate mutating func names(_ key: String, _ names: inout OmittedNames) throws(EvidenceError) {
    var digests = names.digests
    try numbers(key, &digests)
    names.restore(digests)
  }
}
