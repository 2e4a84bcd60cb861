/// The `hanscan` program.
public enum HanScanCommand {
  public static func main() {}
}
