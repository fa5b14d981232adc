# The tour: the commands that `demo.sh` runs and compares, and whose answers `record.sh` records. Both define `step`.

readonly now=2026-03-01T18:00:00Z

tour() {
  step search gar
  step player Garden_Gnome
  step vehicles --nation china --language zh-cn --size 6
  step vehicles --nation france --all --size 8
  step clan GNOME
  step watch BAGET --times 4
  step servers
  step search ga
  step player Nobody_at_all
}

tour_of_json() {
  step search gar --json
  step player Garden_Gnome --json
  step clan GNOME --json
  step watch BAGET --times 4 --json
}

# The commands in the picture of the README.
tour_of_picture() {
  step player Garden_Gnome
  step clan GNOME
  step vehicles --nation china --language zh-cn --size 6
}
