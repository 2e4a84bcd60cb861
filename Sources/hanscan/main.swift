import CommandLineTool

HanScanCommand.main()
