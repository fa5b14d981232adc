/// The calendar of RFC 3339, for the years that it can express.
enum GregorianCalendar {
  /// Returns whether there is such a day in the years 0 to 9999.
  static func hasDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    (0...9999).contains(year) && (1...12).contains(month) && day >= 1 && day <= days(inMonth: month, of: year)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
