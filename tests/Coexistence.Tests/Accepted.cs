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
    private const string Token = "the call that is replaced took no token, or none was given; whether the operation may be cancelled there is for its author to say";
    private const string Await = "of several awaits one is left, and to return its task would change where exceptions are thrown";
    private const string Blocks = "a call that blocks in an asynchronous method; STRM3003, which the same change cures, is about blocks of an upload that are sent one after the other, in any method";
    private const string LastUse = "the last use of the member is gone, all at once: what nobody asked to remove is left to its author";

    /// <summary>Their rules that report lines which ours report too, and what they are about.</summary>
    public static IReadOnlyDictionary<string, string> AboutSomethingElse { get; } = new Dictionary<string, string>
    {
        ["AsyncFixer01"] = "an await that could be left out",
        ["AsyncFixer02"] = "a call that blocks, wherever it is; ours is about how much is written or held at a time",
        ["AsyncFixer06"] = "a task with a result is handed on as one without",
        ["CA1002"] = "the type of a list in a public signature",
        ["CA1062"] = "a parameter is not checked for null",
        ["CA1305"] = "the culture of a text",
        ["CA1307"] = "the comparison of texts",
        ["CA1508"] = "a condition that is always the same",
        ["CA1819"] = "a property that gives an array, wherever it comes from; ours is about the checks of a request that go over each byte",
        ["CA1822"] = "a member that could be static",
        ["CA1823"] = "a field that is not used",
        ["CA1835"] = "the overload of a write with memory instead of an array; ours is about its size",
        ["CA1859"] = "a type that could be more exact",
        ["CA1849"] = Blocks,
        ["CA2000"] = "an object that may not be disposed",
        ["CA2007"] = "an await without `ConfigureAwait`",
        ["CA2016"] = "a token that could be handed on",
        ["CA2025"] = "a task that may outlive what it uses",
        ["CA2234"] = "a text where an address could be given",
        ["MA0001"] = "the comparison of texts",
        ["MA0003"] = "an argument without a name",
        ["MA0004"] = "an await without `ConfigureAwait`",
        ["MA0007"] = "a comma behind the last value",
        ["MA0011"] = "the culture of a text",
        ["MA0016"] = "the type of a list in a public signature",
        ["MA0038"] = "a member that could be static",
        ["MA0040"] = "a token that could be handed on",
        ["MA0042"] = Blocks,
        ["MA0048"] = "the name of a file",
        ["MA0075"] = "the culture of a text",
        ["RCS1021"] = "a body that could be an expression",
        ["RCS1077"] = "a query that could be shorter",
        ["RCS1163"] = "a parameter that is not used",
        ["RCS1205"] = "the order of named arguments",
        ["RCS1213"] = "a member that is not used",
        ["RCS1229"] = "a task that is returned from where an object is disposed",
        ["RCS1259"] = "an empty initializer",
        ["RCS1261"] = "`await using` instead of `using`",
        ["RCS1262"] = "a raw text that need not be one",
        ["RCS1267"] = "an interpolated text instead of a concatenation",
        ["S1075"] = "any address or path that is written in the code, whatever is done with it; ours is about the room and the quota of the directory that gets the data",
        ["S1144"] = "a member that is not used",
        ["S1481"] = "a local that is not used",
        ["S2306"] = "a name that is a keyword",
        ["S2325"] = "a member that could be static",
        ["S4136"] = "overloads that do not stand together",
        ["S5443"] = "who else may read or replace what is in a directory for everybody; ours is about its room and quota, and has a fix",
        ["S5445"] = "who else may take the name before the file is there; ours is about room for the data",
        ["S5693"] = "that the limit of a request is raised at all; ours is about the reader that then has none for a part",
        ["S6932"] = "values that are read from the request and could be bound; ours is about the files among them",
        ["S6966"] = Blocks,
        ["S8949"] = "a token that could be handed on",
        ["VSTHRD103"] = Blocks,
        ["VSTHRD200"] = "a name without `Async`",
    };

    public static IReadOnlyList<AcceptedAfterFix> AfterFixes { get; } =
    [
        new("AsyncFixer01", ["STRM1005", "STRM3006", "STRM4001", "STRM4004"], null, Await),
        new("AsyncFixer06", ["STRM4008"], RuleFixes.Runtime, "the lambda gave a task before; that of the runtime also has the number of bytes, which nobody asks for there"),
        new("CA1823", ["STRM1001", "STRM2003"], RuleFixes.Runtime, LastUse),
        new("CA2007", ["STRM3003"], RuleFixes.Plain, "the upload was synchronous; the await has `ConfigureAwait` where those around it have one"),
        new("CA2007", ["STRM4001"], RuleFixes.Runtime, "the await has `ConfigureAwait` where those of the action have one"),
        new("CA2016", ["STRM1002", "STRM4001"], RuleFixes.Runtime, Token),
        new("MA0004", ["STRM3003"], RuleFixes.Plain, "as CA2007"),
        new("MA0040", ["STRM1001", "STRM1002", "STRM4001"], RuleFixes.Runtime, Token),
        new("MA0042", ["STRM4004"], null, "the stream of a form file has nothing to wait for when it is disposed, and when that happens is not changed"),
        new("MA0051", ["STRM1003"], RuleFixes.Plain, "that the file is trimmed on failure takes lines, and a method of the sources is long already"),
        new("RCS1163", ["STRM1009"], RuleFixes.Plain, "the parameter was only used for the size that is not reserved any more; signatures are not changed"),
        new("RCS1213", ["STRM1001", "STRM2003"], RuleFixes.Runtime, LastUse),
        new("S1144", ["STRM1001", "STRM2003"], RuleFixes.Runtime, LastUse),
        new("S8949", ["STRM1002"], RuleFixes.Runtime, Token),
    ];

    public static AcceptedAfterFix? AfterFix(Variant variant, string id) => AfterFixes.FirstOrDefault(accepted => accepted.Id == id && accepted.Covers(variant));

    public static string NameOf(RuleFixes form) => form switch
    {
        RuleFixes.Runtime => "with the runtime",
        RuleFixes.Setting => "in the settings",
        _ => "without the runtime",
    };
}
