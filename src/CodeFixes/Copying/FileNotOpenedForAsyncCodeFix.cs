namespace StreamTuning.CodeFixes.Copying;

/// <summary>
/// Fixes STRM1006 by opening the file for asynchronous use, with the mode, share and buffer it has, and, unless it is only written, access.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FileNotOpenedForAsyncCodeFix))]
[Shared]
internal sealed class FileNotOpenedForAsyncCodeFix() : StreamTuningCodeFix(Rules.FileNotOpenedForAsync)
{
    private const string DefaultBufferSize = "4096";

    private protected override FixEdit? TryCreatePlainEdit(FixContext context)
    {
        SyntaxNode? opening =
            context.Node.FirstAncestorOrSelf<SyntaxNode>(node => node is BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax);
        if (opening is null)
        {
            return null;
        }

        string asynchronous = FileConstructor.Qualifier(context, opening) + "FileOptions.Asynchronous";
        switch (context.Model.GetOperation(opening, context.CancellationToken))
        {
            case IObjectCreationOperation { Arguments: var arguments } creation
                when opening is BaseObjectCreationExpressionSyntax { ArgumentList: { } list }:
                return TryExtend(context, arguments, asynchronous)
                    ?? TryAppend(list, arguments, FileConstructor.TryGetMissing(context, opening, creation), asynchronous);

            case IInvocationOperation { Arguments: var arguments } call
                when opening is InvocationExpressionSyntax { ArgumentList: { } list } syntax:
                if (TryExtend(context, arguments, asynchronous) is { } extended)
                {
                    return extended;
                }

                // It has an overload for all that is missing.
                if (call is { Instance: null, TargetMethod.Name: "Create" })
                {
                    return TryAppend(list, arguments, [], asynchronous);
                }

                List<(string Name, string Value)>? missing = FileConstructor.TryGetMissing(context, opening, call);
                return missing is null ? null
                    : call.Instance is null ? FileConstructor.TryReplace(context, syntax, TryAppend(list, arguments, missing, asynchronous))
                    : TryBuildOptions(context, syntax, call.TargetMethod.Name, missing, asynchronous);

            default:
                return null;
        }
    }

    /// <summary>Adds the option to those that are given; null where none are.</summary>
    private static FixEdit? TryExtend(FixContext context, ImmutableArray<IArgumentOperation> arguments, string asynchronous)
    {
        if (arguments.Named("useAsync") is { } useAsync)
        {
            return new FixEdit().Replace(useAsync.Syntax.Span, "true");
        }

        if (arguments.Named("options") is not { } options)
        {
            return null;
        }

        if (OpenedFile.FindOptions(options) is not { } built)
        {
            return options.Syntax is ExpressionSyntax flags ? Add(flags, asynchronous) : null;
        }

        var creation = (BaseObjectCreationExpressionSyntax)built.Syntax;
        if (creation.Initializer is not { } initializer)
        {
            return new FixEdit().Insert(creation.Span.End, " { Options = " + asynchronous + " }");
        }

        return Initializers.Find(initializer, "Options") is { } value
            ? Add(value, asynchronous)
            : Initializers.Set(new FixEdit(), context, initializer, "Options", asynchronous);
    }

    private static FixEdit Add(ExpressionSyntax flags, string asynchronous)
    {
        switch (flags)
        {
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "None" }:
            case LiteralExpressionSyntax:
                return new FixEdit().Replace(flags.Span, asynchronous);
            case ConditionalExpressionSyntax:
                return new FixEdit().Insert(flags.SpanStart, "(").Insert(flags.Span.End, ") | " + asynchronous);
            default:
                return new FixEdit().Insert(flags.Span.End, " | " + asynchronous);
        }
    }

    /// <summary>The call with all arguments: those that are missing before the buffer size, that, and the option.</summary>
    private static FixEdit? TryAppend(
        ArgumentListSyntax list, ImmutableArray<IArgumentOperation> arguments, List<(string Name, string Value)>? missing,
        string asynchronous)
    {
        if (missing is null)
        {
            return null;
        }

        (string, string) option = ("options", asynchronous);
        return FileConstructor.TryAppend(
            list,
            arguments.Named("bufferSize") is null
                ? missing.Append(("bufferSize", DefaultBufferSize)).Append(option)
                : missing.Append(option));
    }

    /// <summary>
    /// Opens a <c>FileInfo</c> with options that hold what the call says. <c>Create</c> also forgets what the <c>FileInfo</c> knows of the
    /// file, which no other way of opening does.
    /// </summary>
    private static FixEdit? TryBuildOptions(
        FixContext context, InvocationExpressionSyntax call, string method, List<(string Name, string Value)> missing, string asynchronous)
    {
        if (method == "Create" || call.Expression is not MemberAccessExpressionSyntax { Name: var name })
        {
            return null;
        }

        string begin = "new " + FileConstructor.Qualifier(context, call) + "FileStreamOptions { ";
        string end =
            string.Join(
                ", ", missing.Select(argument => Property(argument.Name) + " = " + argument.Value).Append("Options = " + asynchronous)) +
                    " }";
        SeparatedSyntaxList<ArgumentSyntax> arguments = call.ArgumentList.Arguments;
        var edit = new FixEdit();
        if (method != "Open")
        {
            edit.Replace(name.Span, "Open");
        }

        if (arguments.Count == 0)
        {
            return edit.Insert(call.ArgumentList.OpenParenToken.Span.End, begin + end);
        }

        string[] parameters = ["mode", "access", "share"];
        for (int i = 0; i < arguments.Count; i++)
        {
            string before = i == 0 ? begin : "";
            if (arguments[i].NameColon is { } named)
            {
                edit.Replace(named.Span, before + Property(named.Name.Identifier.ValueText) + " =");
            }
            else
            {
                edit.Insert(arguments[i].SpanStart, before + Property(parameters[i]) + " = ");
            }
        }

        return edit.Insert(Arguments.EndOf(arguments.Last()), ", " + end);
    }

    private static string Property(string parameter) => char.ToUpperInvariant(parameter[0]) + parameter.Substring(1);
}
