/// The bodies of an operation's requests.
package struct BodyEvidence: Equatable, Sendable {
  static let mostFiles = 20
  static let mostTypes = 50

  package var none = 0
  package var json = Shape()
  /// The number of bodies of JSON by media type, without those of `application/json`.
  package var jsonTypes: [String: Int] = [:]
  /// The fields of forms.
  package var forms = 0
  package var form: [ParameterEvidence] = []
  /// The parts of multipart bodies without files.
  package var multipart = 0
  package var parts: [ParameterEvidence] = []
  /// The names of parts with files, with the numbers of bodies that have them.
  package private(set) var files: [String: Int] = [:]
  /// The same for names that several files of a body have.
  package private(set) var fileLists: [String: Int] = [:]
  /// The media types of those parts, each with a part's name before it.
  private var fileTypes: [String: Int] = [:]
  /// The number of other bodies by media type.
  package var others: [String: Int] = [:]

  package static func == (left: BodyEvidence, right: BodyEvidence) -> Bool {
    left.none == right.none && left.json == right.json && left.jsonTypes == right.jsonTypes
      && left.forms == right.forms
      && left.form.isSame(as: right.form) && left.multipart == right.multipart
      && left.parts.isSame(as: right.parts)
      && left.files == right.files && left.fileLists == right.fileLists && left.fileTypes == right.fileTypes
      && left.others == right.others
  }

  /// - Parameter place: How many files of the body have the name, with this one.
  mutating func count(file name: String, mediaType: String, place: Int) {
    if place == 1 { files.count(name, most: Self.mostFiles) }
    if place == 2 { fileLists.count(name, most: Self.mostFiles) }
    fileTypes.count("\(name) \(mediaType)", most: Self.mostTypes)
  }

  /// The media type of the files of a part; nil if they have several, or none is known.
  package func mediaType(ofFile name: String) -> String? {
    let types = fileTypes.keys.filter { $0.hasPrefix(name + " ") }.map { $0.dropFirst(name.count + 1) }
    let known = types.filter { !$0.isEmpty }
    return known.count == 1 ? known.first.map(String.init) : nil
  }

  package mutating func merge(_ other: BodyEvidence) {
    var omitted = OmittedNames()
    merge(other, omitting: &omitted)
  }

  /// - Parameter omitted: Collects the names of fields beyond the limit.
  mutating func merge(_ other: BodyEvidence, omitting omitted: inout OmittedNames) {
    none += other.none
    json.merge(other.json)
    for (type, number) in other.jsonTypes { jsonTypes.count(type, number, most: Self.mostTypes) }
    forms += other.forms
    form.merge(other.form, omitting: &omitted)
    multipart += other.multipart
    parts.merge(other.parts, omitting: &omitted)
    for (file, number) in other.files { files.count(file, number, most: Self.mostFiles) }
    for (file, number) in other.fileLists { fileLists.count(file, number, most: Self.mostFiles) }
    for (type, number) in other.fileTypes { fileTypes.count(type, number, most: Self.mostTypes) }
    for (type, number) in other.others { others.count(type, number, most: Self.mostTypes) }
  }
}

extension BodyEvidence {
  package mutating func add(_ body: TrafficBody, _ collector: inout Collector) {
    if !body.pairs.isEmpty || !body.files.isEmpty || body.mediaType == "application/x-www-form-urlencoded" {
      if body.mediaType.hasPrefix("multipart/") {
        multipart += 1
        parts.add(body.pairs, &collector)
      } else {
        forms += 1
        form.add(body.pairs, &collector)
      }
      var places: [String: Int] = [:]
      for file in body.files.prefix(20) where KeyKind(file.name, isKnown: false) == .name {
        guard !collector.looksSecret(file.name) else { continue }
        places[file.name, default: 0] += 1
        count(file: file.name, mediaType: file.mediaType, place: places[file.name] ?? 1)
      }
    } else if body.bytes.isEmpty {
      none += 1
    } else if let value = body.json {
      json.add(value, &collector)
      if body.mediaType.hasSuffix("+json") { jsonTypes.count(body.mediaType, most: Self.mostTypes) }
    } else {
      others.count(body.mediaType.isEmpty ? "application/octet-stream" : body.mediaType, most: Self.mostTypes)
    }
  }
}

extension BodyEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("none", &none)
    try fields.part("json", &json)
    try fields.counts("jsonTypes", &jsonTypes)
    try fields.count("forms", &forms)
    try fields.list("form", &form)
    try fields.count("multipart", &multipart)
    try fields.list("parts", &parts)
    try fields.counts("files", &files)
    try fields.counts("fileLists", &fileLists)
    try fields.counts("fileTypes", &fileTypes)
    try fields.counts("others", &others)
  }
}
