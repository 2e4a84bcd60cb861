/// How much of each channel makes gray, in 256ths; they add up to 256.
package struct ChannelMix: Hashable, Sendable {
  package var red: Int
  package var green: Int
  package var blue: Int

  /// What an eye sees (ITU-R BT.601).
  package static let luminance = ChannelMix(red: 77, green: 150, blue: 29)
  /// Blue print turns dark, red stamps and pink back print turn faint.
  package static let mostlyRed = ChannelMix(red: 226, green: 30, blue: 0)
  /// Red print turns dark.
  package static let mostlyGreen = ChannelMix(red: 0, green: 200, blue: 56)
}
