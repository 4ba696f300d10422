using System.Globalization;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>A diagnostic of a project.</summary>
/// <param name="Project">The project.</param>
/// <param name="Diagnostic">The diagnostic.</param>
/// <param name="IsLocal">Whether it was found while one file was looked at, so that an editor can offer a fix for it.</param>
/// <param name="IsCompiler">Whether the compiler reported it.</param>
internal sealed record ReportedDiagnostic(Project Project, Diagnostic Diagnostic, bool IsLocal, bool IsCompiler)
{
    public string Message => Diagnostic.GetMessage(CultureInfo.InvariantCulture);

    public string Path => Diagnostic.Location.GetLineSpan().Path ?? string.Empty;

    /// <summary>Everything that a test can see, to compare runs.</summary>
    public string Identity => string.Concat(
    [
        $"{Project.Name}: {DiagnosticText.Of(Diagnostic)}",
        .. Diagnostic.AdditionalLocations.Select(static location => $" +{DiagnosticText.Of(location.GetLineSpan())}"),
        .. Diagnostic.Properties.OrderBy(static property => property.Key, StringComparer.Ordinal).Select(static property => $" [{property.Key}={property.Value}]"),
    ]);
}
