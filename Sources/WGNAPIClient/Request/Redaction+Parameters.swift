import WGNAPIJSON

extension Redaction {
  /// Adds the texts of a secret parameter in all forms in which it may be sent.
  mutating func add(_ parameter: EncodedParameter) {
    for text in parameter.texts + parameter.joined { add(text) }
    for field in parameter.styled ?? [] {
      add(field.value)
      add(field.encoded)
    }
    guard let json = parameter.json, [.body, .part, .form].contains(parameter.location) else { return }
    add(String(decoding: json, as: UTF8.self))
    if let value = try? JSON.decode(json) { addTexts(in: value) }
  }

  /// Adds the texts of a value with a secret: the first thousand, because each is looked for in every message.
  private mutating func addTexts(in value: JSON) {
    var values = [value]
    var count = 0
    while count < 1_000, let value = values.popLast() {
      if let text = value.string {
        add(text)
        count += 1
      }
      values += value.array ?? []
      values += value.object?.map(\.value) ?? []
    }
  }
}
