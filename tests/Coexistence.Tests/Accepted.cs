using StreamTuning.Analyzers;

namespace StreamTuning.CoexistenceTests;

/// <summary>A rule of a peer that reports fixed code newly, and why that is no defect of the fix.</summary>
/// <param name="Id">The id of their rule.</param>
/// <param name="Rules">The ids of our rules whose fixes do it.</param>
/// <param name="Form">The form of the fix; null for each.</param>
/// <param name="Reason">Why it is accepted.</param>
internal sealed record AcceptedAfterFix(string Id, string[] Rules, RuleFixes? Form, string Reason)
{
    public string Where => string.Join(", ", Rules) + (Form is { } form ? ", " + Accepted.NameOf(form) : "");

    public bool Covers(Variant variant) => Rules.Contains(variant.Rule.Id) && (Form is null || Form == variant.Form);
}

/// <summary>What peers report beside our rules or behind our fixes, and why it may stay so.</summary>
internal static class Accepted
{
    private const string Token = "the replaced call took no token, or got none; whether to cancel there is the author's decision";
    private const string Await = "one of several awaits is left; returning its task would change the place that throws";
    private const string Blocks = "a blocking call in an asynchronous method; STRM3003 is about serial blocks, in any method";
    private const string LastUse = "the fix removes the last use of the member, and leaves the member to its author";

    /// <summary>Their rules that report lines which ours report too, and what they are about.</summary>
    public static IReadOnlyDictionary<string, string> AboutSomethingElse { get; } = new Dictionary<string, string>
    {
        ["AsyncFixer02"] = "a blocking call; ours is about the bytes written or held at a time",
        ["AsyncFixer06"] = "a task with a result that is passed on as one without",
        ["CA1002"] = "the type of a list in a public signature",
        ["CA1062"] = "a parameter is not checked for null",
        ["CA1305"] = "the culture of a text",
        ["CA1307"] = "the comparison of texts",
        ["CA1819"] = "a property that returns an array; ours is about validation of each byte of a request",
        ["CA1822"] = "a member that could be static",
        ["CA1823"] = "a field that is not used",
        ["CA1849"] = Blocks,
        ["CA2000"] = "an object that may not be disposed",
        ["CA2007"] = "an await without `ConfigureAwait`",
        ["CA2016"] = "a token that could be passed on",
        ["CA2025"] = "a task that may outlive an object that it uses",
        ["CA2234"] = "a string instead of a URI",
        ["MA0001"] = "the comparison of texts",
        ["MA0003"] = "an argument without a name",
        ["MA0004"] = "an await without `ConfigureAwait`",
        ["MA0007"] = "a comma behind the last value",
        ["MA0011"] = "the culture of a text",
        ["MA0016"] = "the type of a list in a public signature",
        ["MA0038"] = "a member that could be static",
        ["MA0040"] = "a token that could be passed on",
        ["MA0042"] = Blocks,
        ["MA0048"] = "the name of a file",
        ["MA0075"] = "the culture of a text",
        ["RCS1021"] = "a body that could be an expression",
        ["RCS1077"] = "a query that could be shorter",
        ["RCS1205"] = "the order of named arguments",
        ["RCS1213"] = "a member that is not used",
        ["RCS1229"] = "a task that is returned from a `using` block",
        ["RCS1261"] = "`await using` instead of `using`",
        ["RCS1262"] = "an unnecessary raw string",
        ["RCS1267"] = "interpolation instead of concatenation",
        ["S1075"] = "any hard-coded path or address; ours is about the space in the directory that gets the data",
        ["S1144"] = "a member that is not used",
        ["S1481"] = "a local that is not used",
        ["S2306"] = "a name that is a keyword",
        ["S2325"] = "a member that could be static",
        ["S4136"] = "overloads that aren't adjacent",
        ["S5443"] = "access of others to a public directory; ours is about its space, and has a fix",
        ["S5445"] = "a predictable file name; ours is about space for the data",
        ["S6932"] = "request values that could be bound; ours is about the files among them",
        ["S6966"] = Blocks,
        ["S8949"] = "a token that could be passed on",
        ["VSTHRD103"] = Blocks,
        ["VSTHRD200"] = "a name without `Async`",
    };

    public static IReadOnlyList<AcceptedAfterFix> AfterFixes { get; } =
    [
        new("AsyncFixer01", ["STRM1005", "STRM3006", "STRM4001", "STRM4004"], null, Await),
        new("AsyncFixer06", ["STRM4008"], RuleFixes.Runtime, "the runtime's task also returns the number of bytes, which the lambda ignores"),
        new("CA1823", ["STRM1001", "STRM2003"], RuleFixes.Runtime, LastUse),
        new("CA2007", ["STRM3003"], RuleFixes.Plain, "the upload was synchronous; the await gets `ConfigureAwait` if the awaits around it have one"),
        new("CA2007", ["STRM4001"], RuleFixes.Runtime, "the await gets `ConfigureAwait` if the awaits of the action have one"),
        new("CA2016", ["STRM1002", "STRM1004", "STRM4001"], RuleFixes.Runtime, Token),
        new("MA0004", ["STRM3003"], RuleFixes.Plain, "the upload was synchronous; the await gets `ConfigureAwait` if the awaits around it have one"),
        new("MA0040", ["STRM1001", "STRM1002", "STRM1004", "STRM4001"], RuleFixes.Runtime, Token),
        new("MA0042", ["STRM4004", "STRM4009"], null, "disposing the stream of a form file has nothing to wait for"),
        new("MA0051", ["STRM1003"], RuleFixes.Plain, "trimming the file on failure takes lines, and one method of the sources is long already"),
        new("RCS1213", ["STRM1001", "STRM2003"], RuleFixes.Runtime, LastUse),
        new("S1144", ["STRM1001", "STRM2003"], RuleFixes.Runtime, LastUse),
        new("S8949", ["STRM1002", "STRM1004"], RuleFixes.Runtime, Token),
    ];

    public static AcceptedAfterFix? AfterFix(Variant variant, string id) => AfterFixes.FirstOrDefault(accepted => accepted.Id == id && accepted.Covers(variant));

    public static string NameOf(RuleFixes form) => form switch
    {
        RuleFixes.Runtime => "with the runtime",
        RuleFixes.Setting => "in the settings",
        _ => "without the runtime",
    };
}
