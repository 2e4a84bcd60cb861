import Bench
import Glibc

exit(HanScanBench.run(Array(CommandLine.arguments.dropFirst())))
