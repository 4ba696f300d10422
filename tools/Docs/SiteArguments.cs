namespace StreamTuning.Docs;

/// <summary>What stands behind <c>--site</c>.</summary>
/// <param name="Output">The folder of the site; <see langword="null"/> where none is named.</param>
/// <param name="Address">Where on its host the site is going to be, with <c>/</c> at both ends.</param>
internal readonly record struct SiteArguments(string? Output, string Address)
{
    public static bool TryParse(ReadOnlySpan<string> arguments, out SiteArguments result)
    {
        result = new(null, "/");
        while (!arguments.IsEmpty)
        {
            if (arguments is ["--base", var address, ..] && address.Trim('/') is var inner && !inner.Contains("//", StringComparison.Ordinal) && !inner.Contains(':', StringComparison.Ordinal))
            {
                result = result with { Address = inner.Length == 0 ? "/" : $"/{inner}/" };
                arguments = arguments[2..];
            }
            else if (arguments is [{ Length: > 0 } output, ..] && output[0] != '-' && result.Output is null)
            {
                result = result with { Output = output };
                arguments = arguments[1..];
            }
            else
            {
                return false;
            }
        }

        return true;
    }
}
