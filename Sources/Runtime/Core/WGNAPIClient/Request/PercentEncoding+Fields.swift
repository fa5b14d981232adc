import WGNAPISupport

extension PercentEncoding {
  /// Appends names and values as a query or a form body: `a=1&b=2`, in the given order.
  static func encode(_ fields: [RequestComposition.Field], into bytes: inout [UInt8]) {
    var separator = ""
    for field in fields {
      bytes.add(separator)
      encode(field.name, into: &bytes)
      bytes.add("=")
      if let encoded = field.encoded {
        bytes.add(encoded)
      } else {
        encode(field.value, into: &bytes)
      }
      separator = "&"
    }
  }
}
