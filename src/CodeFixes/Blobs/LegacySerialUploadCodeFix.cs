using System.Composition;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers;
using StreamTuning.Analyzers.Blobs;

namespace StreamTuning.CodeFixes.Blobs;

/// <summary>Fixes STRM3007 by the option of the legacy package with which it sends several blocks at the same time.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(LegacySerialUploadCodeFix))]
[Shared]
public sealed class LegacySerialUploadCodeFix : StreamTuningCodeFix
{
    private const string ThreadCount = "8";
    private const string Setting = LegacySerialUploadAnalyzer.ThreadCount + " = " + ThreadCount;

    public LegacySerialUploadCodeFix()
        : base(Rules.LegacySerialUpload)
    {
    }

    public override string PlainTitle => "Send 8 blocks at a time (needs write permission, more transactions, PutBlockList event)";

    private protected override FixEdit? TryCreatePlainEdit(FixContext context) => TryCreate(context, imports: true)?.Or(TryCreate(context, imports: false));

    private static FixEdit? TryCreate(FixContext context, bool imports)
    {
        if (BlobUploadCall.TryRead(context, context.Node) is not { } call || MayBreakOff(call.Operation))
        {
            return null;
        }

        var edit = new FixEdit();
        if (context.RelatedNode is { } related)
        {
            return related is not BaseObjectCreationExpressionSyntax options ? null
                : options.Initializer is { Expressions.Count: > 0 } initializer ? Initializers.Set(edit, context, initializer, LegacySerialUploadAnalyzer.ThreadCount, ThreadCount)
                : options.Initializer is { } empty ? edit.Insert(empty.OpenBraceToken.Span.End, " " + Setting)
                : edit.Insert(options.Span.End, " { " + Setting + " }");
        }

        bool isNewest = Values.Is(call.Operation.TargetMethod.ContainingType, KnownTypes.Of(context.Model.Compilation).CloudBlockBlobOfVersion11);
        string type = new SdkNames(context, edit, call.Syntax.SpanStart, imports)
            .Name(isNewest ? "Microsoft.Azure.Storage.Blob" : "Microsoft.WindowsAzure.Storage.Blob", LegacySerialUploadAnalyzer.OptionsType);
        string created = "new " + type + " { " + Setting + " }";
        if (call.Takes("options"))
        {
            if (call.Argument("options") is { } none)
            {
                return edit.Replace(none.Expression.Span, created);
            }

            // Named, since others may be left out before it.
            SeparatedSyntaxList<ArgumentSyntax> given = call.Arguments.Arguments;
            return edit.Insert(Arguments.EndOf(given.Last()), ", options: " + created);
        }

        // The overload with options has the conditions before them and the context of the operation behind, and then what the others end with.
        SeparatedSyntaxList<ArgumentSyntax> arguments = call.Arguments.Arguments;
        int content = call.Operation.TargetMethod.Parameters.TakeWhile(parameter => !IsAboutCall(parameter.Type)).Count();
        if (content == 0 || arguments.Count < content)
        {
            return null;
        }

        // Named as well where others are, at the end, which fits any order.
        return arguments.Any(argument => argument.NameColon is not null)
            ? edit.Insert(Arguments.EndOf(arguments.Last()), ", accessCondition: null, options: " + created + ", operationContext: null")
            : edit.Insert(Arguments.EndOf(arguments[content - 1]), ", null, " + created + ", null");
    }

    /// <summary>
    /// Whether the content may fail to be read, or the upload be cancelled: with several blocks at a time the package writes to a stream, and that commits what it has got
    /// when it is disposed of, in the place of the blob that was there.
    /// </summary>
    private static bool MayBreakOff(IInvocationOperation upload) =>
        upload.TargetMethod.Name is not ("UploadFromByteArray" or "UploadFromByteArrayAsync") || Values.Argument(upload.Arguments, "cancellationToken") is not null;

    /// <summary>Whether a parameter is not about the content: the token, or what the older asynchronous form calls at the end.</summary>
    private static bool IsAboutCall(ITypeSymbol type) => type.Name is "CancellationToken" or "AsyncCallback" or "Object";
}
