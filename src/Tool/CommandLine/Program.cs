using System.Text;
using StreamTuning.Tool;
using StreamTuning.Tool.CommandLine;

using var stop = new StopSignals();

// A report that is redirected into a file is the same on every system.
Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
return await ScanCommand.RunAsync(args, ToolConsole.OfProcess(), Environment.CurrentDirectory, stop.Token);
