extension String {
  /// The bytes of the text. Loops over `utf8` itself are two hundred lines of SIL each.
  @inline(never)
  package var bytes: [UInt8] { Array(utf8) }
}
