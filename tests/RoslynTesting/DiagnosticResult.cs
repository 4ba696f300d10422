using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis.Testing;

/// <summary>An expected diagnostic. Lines and columns count from one.</summary>
public readonly struct DiagnosticResult
{
    /// <summary>No diagnostics.</summary>
    public static readonly DiagnosticResult[] EmptyDiagnosticResults = [];

    private readonly ImmutableArray<DiagnosticLocation> _spans;
    private readonly string? _message;

    /// <summary>A diagnostic of an id and a severity.</summary>
    public DiagnosticResult(string id, DiagnosticSeverity severity)
        : this()
    {
        Id = id;
        Severity = severity;
    }

    /// <summary>A diagnostic of a descriptor, with its default severity.</summary>
    public DiagnosticResult(DiagnosticDescriptor descriptor)
        : this(descriptor.Id, descriptor.DefaultSeverity)
    {
        MessageFormat = descriptor.MessageFormat;
    }

    private DiagnosticResult(
        DiagnosticResult other,
        ImmutableArray<DiagnosticLocation>? spans = null,
        DiagnosticSeverity? severity = null,
        DiagnosticOptions? options = null,
        bool isMarkup = false)
    {
        this = other;
        _spans = spans ?? other._spans;
        Severity = severity ?? other.Severity;
        Options = options ?? other.Options;
        IsMarkup = isMarkup || other.IsMarkup;
    }

    private DiagnosticResult(DiagnosticResult other, string? message, LocalizableString? format, object[]? arguments, bool? isSuppressed)
    {
        this = other;
        _message = message;
        MessageFormat = format;
        MessageArguments = arguments;
        IsSuppressed = isSuppressed;
    }

    /// <summary>The main location first, then the additional ones.</summary>
    public ImmutableArray<DiagnosticLocation> Spans => _spans.IsDefault ? [] : _spans;

    /// <summary>Whether a location is expected.</summary>
    public bool HasLocation => !Spans.IsEmpty;

    /// <summary>The id.</summary>
    public string Id { get; }

    /// <summary>The severity after configuration.</summary>
    public DiagnosticSeverity Severity { get; }

    /// <summary>What is compared.</summary>
    public DiagnosticOptions Options { get; }

    /// <summary>The whole message, or null when it is not known yet.</summary>
    public string? Message => _message ?? (MessageFormat is null || MessageArguments is null ? null : Format(MessageFormat));

    /// <summary>The message with holes.</summary>
    public LocalizableString? MessageFormat { get; }

    /// <summary>What fills the holes, or null.</summary>
    public object[]? MessageArguments { get; }

    /// <summary>Whether the diagnostic is suppressed by a suppressor; null does not compare.</summary>
    public bool? IsSuppressed { get; }

    /// <summary>Whether this came from a mark in a source, which says id and span and no more.</summary>
    internal bool IsMarkup { get; }

    /// <summary>An error of the compiler.</summary>
    public static DiagnosticResult CompilerError(string identifier) => new(identifier, DiagnosticSeverity.Error);

    /// <summary>A warning of the compiler.</summary>
    public static DiagnosticResult CompilerWarning(string identifier) => new(identifier, DiagnosticSeverity.Warning);

    /// <summary>With another severity.</summary>
    public DiagnosticResult WithSeverity(DiagnosticSeverity severity) => new(this, severity: severity);

    /// <summary>With what fills the holes of the message.</summary>
    public DiagnosticResult WithArguments(params object[] arguments) => new(this, _message, MessageFormat, arguments, IsSuppressed);

    /// <summary>With the whole message.</summary>
    public DiagnosticResult WithMessage(string? message) => new(this, message, MessageFormat, MessageArguments, IsSuppressed);

    /// <summary>With another message with holes.</summary>
    public DiagnosticResult WithMessageFormat(LocalizableString messageFormat) => new(this, _message, messageFormat, MessageArguments, IsSuppressed);

    /// <summary>With a suppression state; null does not compare.</summary>
    public DiagnosticResult WithIsSuppressed(bool? isSuppressed) => new(this, _message, MessageFormat, MessageArguments, isSuppressed);

    /// <summary>With other options.</summary>
    public DiagnosticResult WithOptions(DiagnosticOptions options) => new(this, options: options);

    /// <summary>Without a location.</summary>
    public DiagnosticResult WithNoLocation() => new(this, spans: []);

    /// <summary>Adds a start in the default file.</summary>
    public DiagnosticResult WithLocation(int line, int column) => WithLocation(string.Empty, line, column);

    /// <summary>Adds a start in the default file; the position counts from zero.</summary>
    public DiagnosticResult WithLocation(LinePosition location) => WithLocation(string.Empty, location);

    /// <summary>Adds a start in a file.</summary>
    public DiagnosticResult WithLocation(string path, int line, int column) => WithLocation(path, new LinePosition(line - 1, column - 1));

    /// <summary>Adds a start in a file; the position counts from zero.</summary>
    public DiagnosticResult WithLocation(string path, LinePosition location) => WithLocation(path, location, DiagnosticLocationOptions.IgnoreLength);

    /// <summary>Adds an empty span in a file; the position counts from zero.</summary>
    public DiagnosticResult WithLocation(string path, LinePosition location, DiagnosticLocationOptions options) =>
        WithSpan(new FileLinePositionSpan(path, location, location), options);

    /// <summary>Adds the span of the mark <c>{|#key:x|}</c>.</summary>
    public DiagnosticResult WithLocation(int markupKey) => WithLocation(markupKey, DiagnosticLocationOptions.None);

    /// <summary>Adds the span of the mark <c>{|#key:x|}</c>.</summary>
    public DiagnosticResult WithLocation(int markupKey, DiagnosticLocationOptions options) =>
        WithSpan(
            new FileLinePositionSpan("#" + markupKey.ToString(CultureInfo.InvariantCulture), default, default),
            options | DiagnosticLocationOptions.InterpretAsMarkupKey);

    /// <summary>Adds a span in the default file.</summary>
    public DiagnosticResult WithSpan(int startLine, int startColumn, int endLine, int endColumn) =>
        WithSpan(string.Empty, startLine, startColumn, endLine, endColumn);

    /// <summary>Adds a span in a file.</summary>
    public DiagnosticResult WithSpan(string path, int startLine, int startColumn, int endLine, int endColumn) =>
        WithSpan(
            new FileLinePositionSpan(path, new LinePosition(startLine - 1, startColumn - 1), new LinePosition(endLine - 1, endColumn - 1)),
            DiagnosticLocationOptions.None);

    /// <summary>Adds a span.</summary>
    public DiagnosticResult WithSpan(FileLinePositionSpan span) => WithSpan(span, DiagnosticLocationOptions.None);

    /// <summary>Adds a span.</summary>
    public DiagnosticResult WithSpan(FileLinePositionSpan span, DiagnosticLocationOptions options) =>
        new(this, spans: Spans.Add(new DiagnosticLocation(span, options)));

    /// <summary>Gives locations without a path the path <paramref name="path"/>.</summary>
    public DiagnosticResult WithDefaultPath(string path) =>
        new(this, spans: [.. Spans.Select(location => location.Span.Path.Length != 0 || location.Options.HasFlag(DiagnosticLocationOptions.InterpretAsMarkupKey)
            ? location
            : new DiagnosticLocation(new FileLinePositionSpan(path, location.Span.Span), location.Options))]);

    /// <inheritdoc/>
    public override string ToString() => DiagnosticText.Of(this);

    internal DiagnosticResult WithSpans(ImmutableArray<DiagnosticLocation> spans) => new(this, spans: spans);

    internal DiagnosticResult AsMarkup() => new(this, isMarkup: true);

    /// <summary>The expected message, given the format of the diagnostic it is compared with; null when none was said.</summary>
    internal string? MessageFor(LocalizableString format) =>
        _message ?? (MessageArguments is null ? null : Format(MessageFormat ?? format));

    private string Format(LocalizableString format) =>
        string.Format(CultureInfo.InvariantCulture, format.ToString(CultureInfo.InvariantCulture), MessageArguments ?? []);
}
