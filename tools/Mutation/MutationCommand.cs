using System.CommandLine;
using System.Globalization;
using System.Reflection;

namespace StreamTuning.Mutation;

/// <summary>The command of the tool.</summary>
internal static class MutationCommand
{
    public static async Task<int> RunAsync(string[] arguments)
    {
        string root = Assembly.GetExecutingAssembly().GetCustomAttributes<AssemblyMetadataAttribute>().First(data => data.Key == "RepositoryRoot").Value!;
        string artifacts = Path.Combine(root, "artifacts", "mutation");

        var seed = new Option<int>("--seed") { Description = "Draws the sample", DefaultValueFactory = _ => 19 };
        var count = new Option<int>("--count") { Description = "Mutants to run", DefaultValueFactory = _ => 300 };
        var perFile = new Option<int>("--per-file") { Description = "At most so many of a file", DefaultValueFactory = _ => 3 };
        var project = new Option<string[]>("--project") { Description = "Folders in src to mutate", AllowMultipleArgumentsPerToken = true };
        project.DefaultValueFactory = _ => ["Analyzers", "CodeFixes", "Runtime", "Runtime.AspNetCore", "Runtime.AzureBlobs", "Tool"];
        var tests = new Option<string[]>("--tests") { Description = "Folders in tests whose tests run", AllowMultipleArgumentsPerToken = true };
        tests.DefaultValueFactory = _ =>
            ["Runtime.Tests", "Runtime.AspNetCore.Tests", "Runtime.AzureBlobs.Tests", "CodeFixes.Tests", "Tool.Tests", "Analyzers.Tests", "FixBehavior.Tests"];
        var filter = new Option<string>("--filter") { Description = "fast: only tests of the fast run", DefaultValueFactory = _ => "fast" };
        filter.AcceptOnlyFromAmong("fast", "all");
        var classes = new Option<string[]>("--classes") { Description = "Parts of the names of the test classes to run", AllowMultipleArgumentsPerToken = true };
        var mutants = new Option<int[]>("--mutants") { Description = "Numbers in the sample to run, instead of all", AllowMultipleArgumentsPerToken = true };
        var seconds = new Option<double>("--seconds") { Description = "Time of the processor for each mutant", DefaultValueFactory = _ => 60 };
        var workers = new Option<int>("--workers") { Description = "Hosts side by side", DefaultValueFactory = _ => 2 };
        var noBuild = new Option<bool>("--no-build") { Description = "Takes the copy that was built before, and what is known of its tests" };
        var resume = new Option<bool>("--resume") { Description = "Keeps the results in the output and runs only mutants that have none" };
        var list = new Option<bool>("--list") { Description = "Only shows the sample" };
        var output = new Option<string>("--output") { Description = "The Markdown file to write; a JSON file goes beside it", DefaultValueFactory = _ => Path.Combine(artifacts, "result.md") };

        var command = new RootCommand("Changes the code in src in small ways, one at a time, and lists the changes that no test notices.")
        {
            seed, count, perFile, project, tests, filter, classes, mutants, seconds, workers, noBuild, resume, list, output,
        };
        command.SetAction(async (options, _) =>
        {
            // Some do not compile: the sample is drawn larger.
            int wanted = options.GetValue(count);
            List<Mutant> sample = Sample.Draw(root, options.GetValue(project)!, options.GetValue(seed), wanted + (wanted / 3), options.GetValue(perFile));
            if (options.GetValue(list))
            {
                sample.ForEach(mutant => Console.WriteLine($"{mutant.Id} {mutant.File}:{mutant.Line} {mutant.Change.Operator}: {mutant.Original} -> {mutant.Changed}"));
                return;
            }

            Directory.CreateDirectory(artifacts);
            var copy = new MutatedCopy(root, artifacts);
            string valid = Path.Combine(artifacts, "compiled.txt");
            string coverage = Path.Combine(artifacts, "coverage.json");
            if (!options.GetValue(noBuild))
            {
                File.Delete(coverage);
                List<Mutant> compiled = copy.Build(sample, options.GetValue(project)!, options.GetValue(tests)!);
                File.WriteAllLines(valid, compiled.Select(mutant => mutant.Id.ToString(CultureInfo.InvariantCulture)));
            }

            HashSet<string> ids = [.. File.ReadAllLines(valid)];
            sample = [.. sample.Where(mutant => ids.Contains(mutant.Id.ToString(CultureInfo.InvariantCulture))).Take(wanted)];
            var run = new MutationRun(
                options.GetValue(tests)!.ToDictionary(test => test, copy.AssemblyOf), options.GetValue(filter) == "fast", options.GetValue(classes) ?? [],
                options.GetValue(seconds), options.GetValue(workers));
            await run.CoverAsync(coverage);
            string path = Path.GetFullPath(options.GetValue(output)!);
            string title = $"Seed {options.GetValue(seed)}, {options.GetValue(filter)} tests, {options.GetValue(seconds)} s of the processor for each mutant.";
            List<Result> earlier = options.GetValue(resume) && File.Exists(path) ? Report.Read(path, sample) : [];
            if (options.GetValue(mutants) is { Length: > 0 } chosen)
            {
                sample.RemoveAll(mutant => !chosen.Contains(mutant.Id));
            }

            void Write(IEnumerable<Result> results) => Report.Write(earlier.Concat(results), title, path);
            Write(await run.RunAsync(sample.Except(earlier.Select(result => result.Mutant)), Write));
            Console.WriteLine($"Written: {path}");
        });
        return await command.Parse(arguments).InvokeAsync();
    }
}
