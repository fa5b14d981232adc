/// Computes the double nearest to an integer times a power of ten, with one or two 64-bit multiplications.
///
/// This is the algorithm of Lemire, "Number Parsing at a Gigabyte per Second" (2021), based on Eisel's. It
/// omits the parts for subnormal numbers and exponents that few numbers have: for these the result is nil, and the C library is
/// used.
enum CorrectDouble {
  static func make(_ digits: UInt64, _ exponent: Int) -> Double? {
    guard digits != 0 else { return 0 }
    guard PowersOfFive.exponents.contains(exponent) else { return nil }
    let shift = digits.leadingZeroBitCount
    let (high, low) = product(digits << UInt64(shift), exponent)
    let upperBit = Int(high >> 63)
    // Leaves 54 bits: 53 and one for rounding.
    let unused = UInt64(upperBit + 9)
    var mantissa = high >> unused
    // ⌊exponent × log2(10)⌋ in fixed-point arithmetic. 1086 is the bias of 1023 and 63 bits.
    let scaled = (217_706 * exponent) >> 16
    var binaryExponent = scaled + upperBit - shift + 1086
    guard binaryExponent > 0 else { return nil }
    // Exactly halfway between two doubles: round to even.
    if low <= 1, (-4...23).contains(exponent), mantissa & 3 == 1, mantissa << unused == high {
      mantissa &= ~1
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1
    if mantissa >= 1 << 53 {
      mantissa = 1 << 52
      binaryExponent += 1
    }
    guard binaryExponent < 0x7FF else { return nil }
    let fraction = mantissa & 0xF_FFFF_FFFF_FFFF
    return Double(bitPattern: UInt64(binaryExponent) << 52 | fraction)
  }

  /// Returns the highest 128 bits of `digits` × 5^`exponent`, with at least 55 correct bits.
  private static func product(_ digits: UInt64, _ exponent: Int) -> (high: UInt64, low: UInt64) {
    let index = 2 * (exponent - PowersOfFive.exponents.lowerBound)
    let first = digits.multipliedFullWidth(by: PowersOfFive.words[index])
    guard first.high & 0x1FF == 0x1FF else { return first }
    let second = digits.multipliedFullWidth(by: PowersOfFive.words[index + 1])
    let (low, carry) = first.low.addingReportingOverflow(second.high)
    return (first.high &+ (carry ? 1 : 0), low)
  }
}

/// The first 128 bits of powers of five, rounded down for positive exponents and up for negative ones: two words per exponent, the
/// higher one first. With these exponents, the bits that are left out never produce a carry.
///
/// They are computed as `c = 5^q` (or `2^b / 5^-q + 1`), shifted so that the highest bit is set.
enum PowersOfFive {
  static let exponents = -27...55

  static let words: [UInt64] = [
    0x9E74_D1B7_91E0_7E48, 0x775E_A264_CF55_347E,
    0xC612_0625_7658_9DDA, 0x9536_4AFE_032A_819E,
    0xF796_87AE_D3EE_C551, 0x3A83_DDBD_83F5_2205,
    0x9ABE_14CD_4475_3B52, 0xC492_6A96_7279_3543,
    0xC16D_9A00_9592_8A27, 0x75B7_053C_0F17_8294,
    0xF1C9_0080_BAF7_2CB1, 0x5324_C68B_12DD_6339,
    0x971D_A050_74DA_7BEE, 0xD3F6_FC16_EBCA_5E04,
    0xBCE5_0864_9211_1AEA, 0x88F4_BB1C_A6BC_F585,
    0xEC1E_4A7D_B695_61A5, 0x2B31_E9E3_D06C_32E6,
    0x9392_EE8E_921D_5D07, 0x3AFF_322E_6243_9FD0,
    0xB877_AA32_36A4_B449, 0x09BE_FEB9_FAD4_87C3,
    0xE695_94BE_C44D_E15B, 0x4C2E_BE68_7989_A9B4,
    0x901D_7CF7_3AB0_ACD9, 0x0F9D_3701_4BF6_0A11,
    0xB424_DC35_095C_D80F, 0x5384_84C1_9EF3_8C95,
    0xE12E_1342_4BB4_0E13, 0x2865_A5F2_06B0_6FBA,
    0x8CBC_CC09_6F50_88CB, 0xF93F_87B7_442E_45D4,
    0xAFEB_FF0B_CB24_AAFE, 0xF78F_69A5_1539_D749,
    0xDBE6_FECE_BDED_D5BE, 0xB573_440E_5A88_4D1C,
    0x8970_5F41_36B4_A597, 0x3168_0A88_F895_3031,
    0xABCC_7711_8461_CEFC, 0xFDC2_0D2B_36BA_7C3E,
    0xD6BF_94D5_E57A_42BC, 0x3D32_9076_0469_1B4D,
    0x8637_BD05_AF6C_69B5, 0xA63F_9A49_C2C1_B110,
    0xA7C5_AC47_1B47_8423, 0x0FCF_80DC_3372_1D54,
    0xD1B7_1758_E219_652B, 0xD3C3_6113_404E_A4A9,
    0x8312_6E97_8D4F_DF3B, 0x645A_1CAC_0831_26EA,
    0xA3D7_0A3D_70A3_D70A, 0x3D70_A3D7_0A3D_70A4,
    0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD,
    0x8000_0000_0000_0000, 0x0000_0000_0000_0000,
    0xA000_0000_0000_0000, 0x0000_0000_0000_0000,
    0xC800_0000_0000_0000, 0x0000_0000_0000_0000,
    0xFA00_0000_0000_0000, 0x0000_0000_0000_0000,
    0x9C40_0000_0000_0000, 0x0000_0000_0000_0000,
    0xC350_0000_0000_0000, 0x0000_0000_0000_0000,
    0xF424_0000_0000_0000, 0x0000_0000_0000_0000,
    0x9896_8000_0000_0000, 0x0000_0000_0000_0000,
    0xBEBC_2000_0000_0000, 0x0000_0000_0000_0000,
    0xEE6B_2800_0000_0000, 0x0000_0000_0000_0000,
    0x9502_F900_0000_0000, 0x0000_0000_0000_0000,
    0xBA43_B740_0000_0000, 0x0000_0000_0000_0000,
    0xE8D4_A510_0000_0000, 0x0000_0000_0000_0000,
    0x9184_E72A_0000_0000, 0x0000_0000_0000_0000,
    0xB5E6_20F4_8000_0000, 0x0000_0000_0000_0000,
    0xE35F_A931_A000_0000, 0x0000_0000_0000_0000,
    0x8E1B_C9BF_0400_0000, 0x0000_0000_0000_0000,
    0xB1A2_BC2E_C500_0000, 0x0000_0000_0000_0000,
    0xDE0B_6B3A_7640_0000, 0x0000_0000_0000_0000,
    0x8AC7_2304_89E8_0000, 0x0000_0000_0000_0000,
    0xAD78_EBC5_AC62_0000, 0x0000_0000_0000_0000,
    0xD8D7_26B7_177A_8000, 0x0000_0000_0000_0000,
    0x8786_7832_6EAC_9000, 0x0000_0000_0000_0000,
    0xA968_163F_0A57_B400, 0x0000_0000_0000_0000,
    0xD3C2_1BCE_CCED_A100, 0x0000_0000_0000_0000,
    0x8459_5161_4014_84A0, 0x0000_0000_0000_0000,
    0xA56F_A5B9_9019_A5C8, 0x0000_0000_0000_0000,
    0xCECB_8F27_F420_0F3A, 0x0000_0000_0000_0000,
    0x813F_3978_F894_0984, 0x4000_0000_0000_0000,
    0xA18F_07D7_36B9_0BE5, 0x5000_0000_0000_0000,
    0xC9F2_C9CD_0467_4EDE, 0xA400_0000_0000_0000,
    0xFC6F_7C40_4581_2296, 0x4D00_0000_0000_0000,
    0x9DC5_ADA8_2B70_B59D, 0xF020_0000_0000_0000,
    0xC537_1912_364C_E305, 0x6C28_0000_0000_0000,
    0xF684_DF56_C3E0_1BC6, 0xC732_0000_0000_0000,
    0x9A13_0B96_3A6C_115C, 0x3C7F_4000_0000_0000,
    0xC097_CE7B_C907_15B3, 0x4B9F_1000_0000_0000,
    0xF0BD_C21A_BB48_DB20, 0x1E86_D400_0000_0000,
    0x9676_9950_B50D_88F4, 0x1314_4480_0000_0000,
    0xBC14_3FA4_E250_EB31, 0x17D9_55A0_0000_0000,
    0xEB19_4F8E_1AE5_25FD, 0x5DCF_AB08_0000_0000,
    0x92EF_D1B8_D0CF_37BE, 0x5AA1_CAE5_0000_0000,
    0xB7AB_C627_0503_05AD, 0xF14A_3D9E_4000_0000,
    0xE596_B7B0_C643_C719, 0x6D9C_CD05_D000_0000,
    0x8F7E_32CE_7BEA_5C6F, 0xE482_0023_A200_0000,
    0xB35D_BF82_1AE4_F38B, 0xDDA2_802C_8A80_0000,
    0xE035_2F62_A19E_306E, 0xD50B_2037_AD20_0000,
    0x8C21_3D9D_A502_DE45, 0x4526_F422_CC34_0000,
    0xAF29_8D05_0E43_95D6, 0x9670_B12B_7F41_0000,
    0xDAF3_F046_51D4_7B4C, 0x3C0C_DD76_5F11_4000,
    0x88D8_762B_F324_CD0F, 0xA588_0A69_FB6A_C800,
    0xAB0E_93B6_EFEE_0053, 0x8EEA_0D04_7A45_7A00,
    0xD5D2_38A4_ABE9_8068, 0x72A4_9045_98D6_D880,
    0x85A3_6366_EB71_F041, 0x47A6_DA2B_7F86_4750,
    0xA70C_3C40_A64E_6C51, 0x9990_90B6_5F67_D924,
    0xD0CF_4B50_CFE2_0765, 0xFFF4_B4E3_F741_CF6D,
  ]
}
