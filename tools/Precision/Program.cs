using System.Diagnostics;
using StreamTuning.Precision;

// Runs every rule over folders of C# and writes the findings, and the changes that their fixes make, to be read and judged; see docs/precision.md.
if (args is not [_, _, ..])
{
    Console.Error.WriteLine("Usage: dotnet run --project tools/Precision -c Release -- OUTPUT FOLDER...");
    Console.Error.WriteLine("Writes OUTPUT/findings.tsv, OUTPUT/fixes.tsv and OUTPUT/calls.tsv; each FOLDER holds the sources of one repository.");
    return 2;
}

string output = Directory.CreateDirectory(args[0]).FullName;
string[] missing = [.. args.Skip(1).Where(folder => !Directory.Exists(folder))];
if (missing.Length > 0)
{
    Console.Error.WriteLine($"No such folder: {string.Join(", ", missing)}");
    return 2;
}

using StreamWriter findings = Create("findings.tsv", "repository\trule\tseverity\tfile\tline\tspan\terrors in member\ttext\tmessage");
using StreamWriter fixes = Create("fixes.tsv", "repository\trule\tfile\tline\ttitle\tkey\tchange");
using StreamWriter calls = Create("calls.tsv", "repository\tprojects\tfiles\tlines\tAPI\tbound\tunbound");
int failures = 0;
foreach (string folder in args.Skip(1))
{
    var time = Stopwatch.StartNew();
    SourceRepository repository = SourceRepository.Read(folder);
    RepositoryResult result = await RepositoryResult.OfAsync(repository);
    foreach (Finding finding in result.Findings)
    {
        findings.WriteLine(string.Join('\t', repository.Name, finding.Rule, finding.Severity, finding.File, finding.Line, finding.Span, finding.ErrorsInMember, finding.Text, finding.Message));
    }

    foreach (OfferedFix fix in result.Fixes)
    {
        fixes.WriteLine(string.Join('\t', repository.Name, fix.Rule, fix.File, fix.Line, fix.Title, fix.Key, fix.Change));
    }

    foreach ((FileApi api, Binding binding) in result.Calls.OrderBy(call => call.Key))
    {
        calls.WriteLine(string.Join('\t', repository.Name, repository.Projects.Count, result.Files, result.Lines, api, binding.Bound, binding.Unbound));
    }

    foreach (string failure in result.Failures)
    {
        Console.Error.WriteLine($"{repository.Name}: {failure}");
    }

    failures += result.Failures.Count;
    findings.Flush();
    fixes.Flush();
    calls.Flush();
    Console.WriteLine(
        $"{repository.Name}: {repository.Projects.Count} projects, {result.Lines:N0} lines, {result.Calls.Values.Sum(call => call.Bound):N0} of {result.Calls.Values.Sum(call => call.All):N0} calls bound, {result.Findings.Count} findings, {time.Elapsed.TotalSeconds:F0} s");
}

return failures == 0 ? 0 : 1;

StreamWriter Create(string name, string header)
{
    var writer = new StreamWriter(Path.Combine(output, name)) { NewLine = "\n" };
    writer.WriteLine(header);
    return writer;
}
