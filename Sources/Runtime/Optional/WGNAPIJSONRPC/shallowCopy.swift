/// A copy of JSON in which the arrays and objects below a number of levels are 0, and the rest of them white space.
///
/// All other bytes keep their places, so that what is found in the copy is also in the document. What is removed isn't read, so
/// it may contain mistakes.
///
/// - Parameter depth: how many levels remain.
/// - Returns: the copy; nil if the document ends within an array or object below these levels.
func shallowCopy(_ document: [UInt8], depth: Int) -> [UInt8]? {
  var copy = document
  var level = 0
  var isText = false
  var isEscaped = false
  for position in copy.indices {
    let byte = copy[position]
    let isHidden = level > depth
    if isText {
      isText = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    } else {
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): level += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
      default: break
      }
    }
    if isHidden {
      copy[position] = UInt8(ascii: " ")
    } else if level > depth {
      // The first byte of the array or object.
      copy[position] = UInt8(ascii: "0")
    }
  }
  return level > depth ? nil : copy
}
