using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Host;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.EditorTests;

/// <summary>A finding as the engine shows it.</summary>
internal sealed record Squiggle(string Id, TextSpan Span, string Message);

/// <summary>An entry of a light bulb.</summary>
/// <param name="Title">Its title.</param>
/// <param name="Provider">The name of the class that offers it.</param>
/// <param name="Id">The id of the finding.</param>
/// <param name="Action">The entry itself.</param>
internal sealed record BulbEntry(string Title, string Provider, string Id, CodeAction Action);

/// <summary>
/// The engine of Visual Studio and of the C# language server. Its services are internal: this is the one file that reaches them by reflection.
/// </summary>
internal static class Engine
{
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    private static readonly Assembly Features = Assembly.Load("Microsoft.CodeAnalysis.Features");
    private static readonly Assembly Workspaces = typeof(Workspace).Assembly;
    private static readonly Type CodeFixService = Type("Microsoft.CodeAnalysis.CodeFixes.ICodeFixService");
    private static readonly Type DiagnosticService = Type("Microsoft.CodeAnalysis.Diagnostics.IDiagnosticAnalyzerService");
    private static readonly Type IdFilter = Type("Microsoft.CodeAnalysis.Diagnostics.DiagnosticIdFilter");
    private static readonly Type DiagnosticKind = Type("Microsoft.CodeAnalysis.Diagnostics.DiagnosticKind");

    public static MefHostServices Host { get; } = MefHostServices.Create(
        [.. MefHostServices.DefaultAssemblies, Features, Assembly.Load("Microsoft.CodeAnalysis.CSharp.Features")]);

    /// <summary>The findings in a document, or those that touch a span of it.</summary>
    public static async Task<ImmutableArray<Squiggle>> SquigglesAsync(Document document, TextSpan? span = null)
    {
        object service = Call(document.Project.Solution.Services, typeof(SolutionServices), "GetService", DiagnosticService, [])!;
        object all = IdFilter.GetField("All", Any)!.GetValue(null)!;
        object found = await ResultAsync(Call(
            service,
            DiagnosticService,
            "GetDiagnosticsForSpanAsync",
            null,
            [document, span, all, null, Enum.Parse(DiagnosticKind, "All"), CancellationToken.None])!);
        var squiggles = ImmutableArray.CreateBuilder<Squiggle>();
        SourceText text = await document.GetTextAsync();
        foreach (object data in (IEnumerable)found)
        {
            if (!Read<bool>(data, "IsSuppressed"))
            {
                var place = Read<FileLinePositionSpan>(Read<object>(data, "DataLocation"), "UnmappedFileSpan");
                squiggles.Add(new(Read<string>(data, "Id"), text.Lines.GetTextSpan(place.Span), Read<string>(data, "Message")));
            }
        }

        return squiggles.ToImmutable();
    }

    /// <summary>The entries of the light bulb for a span.</summary>
    public static async Task<ImmutableArray<BulbEntry>> BulbAsync(
        Document document, TextSpan span, CancellationToken cancellationToken = default)
    {
        object? priority = null;
        var collections = (IAsyncEnumerable<object>)Call(
            Export(CodeFixService), CodeFixService, "StreamFixesAsync", null, [document, span, priority, cancellationToken])!;
        var entries = ImmutableArray.CreateBuilder<BulbEntry>();
        await foreach (object collection in collections)
        {
            string provider = Read<object>(collection, "Provider").GetType().Name;
            foreach (object fix in (IEnumerable)Read<object>(collection, "Fixes"))
            {
                var action = Read<CodeAction>(fix, "Action");
                entries.Add(new(action.Title, provider, Read<ImmutableArray<Diagnostic>>(fix, "Diagnostics")[0].Id, action));
            }
        }

        return entries.ToImmutable();
    }

    /// <summary>The document with all findings of a rule fixed, as the clean-up of an editor does it.</summary>
    public static async Task<Document> FixAllAsync(Document document, string id) => (Document)await ResultAsync(Call(
        Export(CodeFixService),
        CodeFixService,
        "ApplyCodeFixesForSpecificDiagnosticIdAsync",
        null,
        [document, null, id, DiagnosticSeverity.Hidden, new Progress<CodeAnalysisProgress>(), CancellationToken.None])!);

    private static object Export(Type service)
    {
        Type provider = Type("Microsoft.CodeAnalysis.Host.Mef.IMefHostExportProvider");
        MethodInfo exports = provider.GetMethods(Any)
            .Single(method => method.Name == "GetExports" && method.GetGenericArguments().Length == 1);
        var found = (IEnumerable<object>)exports.MakeGenericMethod(service).Invoke(Host, [])!;
        return Read<object>(found.Single(), "Value");
    }

    private static object? Call(object target, Type type, string name, Type? argument, object?[] arguments)
    {
        MethodInfo method = type.GetMethods(Any).Single(method =>
            method.Name == name
            && method.IsGenericMethodDefinition == (argument is not null)
            && method.GetParameters().Length == arguments.Length);
        return (argument is null ? method : method.MakeGenericMethod(argument)).Invoke(target, arguments);
    }

    private static async Task<object> ResultAsync(object task)
    {
        await (Task)task;
        return Read<object>(task, "Result");
    }

    private static T Read<T>(object target, string name)
    {
        for (Type? type = target.GetType(); type is not null; type = type.BaseType)
        {
            if (type.GetProperty(name, Any | BindingFlags.DeclaredOnly) is { } property)
            {
                return (T)property.GetValue(target)!;
            }

            if (type.GetField(name, Any | BindingFlags.DeclaredOnly) is { } field)
            {
                return (T)field.GetValue(target)!;
            }
        }

        throw new MissingMemberException(target.GetType().FullName, name);
    }

    private static Type Type(string name) => Features.GetType(name) ?? Workspaces.GetType(name) ?? throw new TypeLoadException(name);
}
