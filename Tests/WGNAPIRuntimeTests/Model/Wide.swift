import WGNAPIGenerated
import WGNAPIRuntime

/// A model with more fields than a word has bits.
struct Wide: JSONModel {
  var f0: Int?
  var f1: Int?
  var f2: Int?
  var f3: Int?
  var f4: Int?
  var f5: Int?
  var f6: Int?
  var f7: Int?
  var f8: Int?
  var f9: Int?
  var f10: Int?
  var f11: Int?
  var f12: Int?
  var f13: Int?
  var f14: Int?
  var f15: Int?
  var f16: Int?
  var f17: Int?
  var f18: Int?
  var f19: Int?
  var f20: Int?
  var f21: Int?
  var f22: Int?
  var f23: Int?
  var f24: Int?
  var f25: Int?
  var f26: Int?
  var f27: Int?
  var f28: Int?
  var f29: Int?
  var f30: Int?
  var f31: Int?
  var f32: Int?
  var f33: Int?
  var f34: Int?
  var f35: Int?
  var f36: Int?
  var f37: Int?
  var f38: Int?
  var f39: Int?
  var f40: Int?
  var f41: Int?
  var f42: Int?
  var f43: Int?
  var f44: Int?
  var f45: Int?
  var f46: Int?
  var f47: Int?
  var f48: Int?
  var f49: Int?
  var f50: Int?
  var f51: Int?
  var f52: Int?
  var f53: Int?
  var f54: Int?
  var f55: Int?
  var f56: Int?
  var f57: Int?
  var f58: Int?
  var f59: Int?
  var f60: Int?
  var f61: Int?
  var f62: Int?
  var f63: Int?
  var f64: String
  var f65: Int?
  var f66: Int?
  var f67: Int?
  var f68: Int?
  var f69: Int?

  static let layout = ModelLayout<Self> {
    $0.optional("f0", \.f0)
    $0.optional("f1", \.f1)
    $0.optional("f2", \.f2)
    $0.optional("f3", \.f3)
    $0.optional("f4", \.f4)
    $0.optional("f5", \.f5)
    $0.optional("f6", \.f6)
    $0.optional("f7", \.f7)
    $0.optional("f8", \.f8)
    $0.optional("f9", \.f9)
    $0.optional("f10", \.f10)
    $0.optional("f11", \.f11)
    $0.optional("f12", \.f12)
    $0.optional("f13", \.f13)
    $0.optional("f14", \.f14)
    $0.optional("f15", \.f15)
    $0.optional("f16", \.f16)
    $0.optional("f17", \.f17)
    $0.optional("f18", \.f18)
    $0.optional("f19", \.f19)
    $0.optional("f20", \.f20)
    $0.optional("f21", \.f21)
    $0.optional("f22", \.f22)
    $0.optional("f23", \.f23)
    $0.optional("f24", \.f24)
    $0.optional("f25", \.f25)
    $0.optional("f26", \.f26)
    $0.optional("f27", \.f27)
    $0.optional("f28", \.f28)
    $0.optional("f29", \.f29)
    $0.optional("f30", \.f30)
    $0.optional("f31", \.f31)
    $0.optional("f32", \.f32)
    $0.optional("f33", \.f33)
    $0.optional("f34", \.f34)
    $0.optional("f35", \.f35)
    $0.optional("f36", \.f36)
    $0.optional("f37", \.f37)
    $0.optional("f38", \.f38)
    $0.optional("f39", \.f39)
    $0.optional("f40", \.f40)
    $0.optional("f41", \.f41)
    $0.optional("f42", \.f42)
    $0.optional("f43", \.f43)
    $0.optional("f44", \.f44)
    $0.optional("f45", \.f45)
    $0.optional("f46", \.f46)
    $0.optional("f47", \.f47)
    $0.optional("f48", \.f48)
    $0.optional("f49", \.f49)
    $0.optional("f50", \.f50)
    $0.optional("f51", \.f51)
    $0.optional("f52", \.f52)
    $0.optional("f53", \.f53)
    $0.optional("f54", \.f54)
    $0.optional("f55", \.f55)
    $0.optional("f56", \.f56)
    $0.optional("f57", \.f57)
    $0.optional("f58", \.f58)
    $0.optional("f59", \.f59)
    $0.optional("f60", \.f60)
    $0.optional("f61", \.f61)
    $0.optional("f62", \.f62)
    $0.optional("f63", \.f63)
    $0.required("f64", \.f64)
    $0.optional("f65", \.f65)
    $0.optional("f66", \.f66)
    $0.optional("f67", \.f67)
    $0.optional("f68", \.f68)
    $0.optional("f69", \.f69)
  }
}
