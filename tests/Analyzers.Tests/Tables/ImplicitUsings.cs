namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>The directives that the SDK adds to new projects, and that the code on pages does without.</summary>
internal static class ImplicitUsings
{
    public const string Text = """
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.Linq;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;

        """;
}
