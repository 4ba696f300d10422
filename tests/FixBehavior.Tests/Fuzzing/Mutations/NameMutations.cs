using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.FixBehavior.Fuzzing.Mutations;

/// <summary>Gives things the names that fixes write, and writes the names of types in full.</summary>
internal static class NameMutations
{
    private static readonly string[] Types =
    [
        "StreamTuning", "System", "Azure", "Path", "File", "FileInfo", "FileMode", "FileAccess", "FileShare", "FileOptions", "FileStream", "FileStreamOptions", "IOException", "Stream", "MemoryStream",
        "FileCopyOptions", "FileReplacement", "TempSpace", "TempFile", "TempDirectory", "StreamedForm", "StringComparison", "Enumerable",
        "BlobUploadOptions", "BlobRequestConditions", "StorageTransferOptions", "ETag",
        "DisableFormModelBinding", "DisableFormModelBindingAttribute", "IgnoreAntiforgeryToken", "ValidateNever",
    ];

    private static readonly string[] Variables =
    [
        "temp", "tempFile", "tempDirectory", "form", "uploaded", "options", "source", "destination", "length", "_", "file", "Path", "File", "Environment", "TempSpace", "FileCopyOptions", "StreamTuning", "System",
        "FileMode", "FileOptions", "IOException", "Math", "StringComparison", "@class",
    ];

    private static readonly string[] Methods =
    [
        "CopyToFile", "CopyToFileAsync", "CopyToAsync", "CopyTo", "UploadBlocksAsync", "UploadAsync", "GetPath", "Path", "Combine", "GetTempPath", "SetLength", "StreamFiles", "Count", "Any", "ConfigureAwait",
    ];

    public static IEnumerable<Mutation> All =>
    [
        new("name of a variable", RenameVariable),
        new("own type beside", draft => AddType(draft, isNested: false)),
        new("own type inside", draft => AddType(draft, isNested: true)),
        new("own type in the namespace of the runtime", AddRuntimeType),
        new("own method", AddMethod),
        new("own extension", draft => AddExtension(draft, "Own1")),
        new("own extension in the same namespace", draft => AddExtension(draft, null)),
        new("own property", AddProperty),
        new("qualified names", draft => Qualify(draft, isAll: true)),
        new("qualified name", draft => Qualify(draft, isAll: false)),
        new("no directives", WithoutDirectives),
        new("alias", Alias),
        new("static directive", StaticDirective),
        new("directives in the namespace", MoveDirectives),
        new("global directives", draft => draft.Root.Usings.Count == 0 ? null : draft.With(draft.Root.Usings.Select(directive => new TextChange(new TextSpan(directive.UsingKeyword.SpanStart, 0), "global ")))),
        new("directives in another order", ReverseDirectives),
    ];

    private static string? RenameVariable(Draft draft)
    {
        if (draft.ReportedMember() is not { } member)
        {
            return null;
        }

        List<SyntaxToken> declared = [.. member.DescendantNodes().Select(node => node switch
        {
            VariableDeclaratorSyntax { Parent.Parent: not FieldDeclarationSyntax } variable => variable.Identifier,
            ParameterSyntax parameter => parameter.Identifier,
            SingleVariableDesignationSyntax variable => variable.Identifier,
            ForEachStatementSyntax loop => loop.Identifier,
            _ => default,
        }).Where(token => token != default)];
        if (declared.Count == 0)
        {
            return null;
        }

        string old = draft.Pick(declared).Text;
        string name = draft.Pick(Variables);

        // By its text: where another thing has the same name, that changes with it.
        return draft.With(member.DescendantTokens()
            .Where(token => token.IsKind(SyntaxKind.IdentifierToken) && token.Text == old && token.Parent is not (MemberAccessExpressionSyntax or NameColonSyntax) && !(token.Parent is SimpleNameSyntax { Parent: MemberAccessExpressionSyntax access } own && access.Name == own) && !(token.Parent?.Parent is NameColonSyntax))
            .Select(token => new TextChange(token.Span, name)));
    }

    private static string? AddType(Draft draft, bool isNested)
    {
        if (draft.ReportedMember()?.FirstAncestorOrSelf<TypeDeclarationSyntax>() is not { } type)
        {
            return null;
        }

        string name = draft.Pick(Types);
        string declaration = draft.Random.Next(4) switch
        {
            0 => $"public class {name} : System.Exception {{ }}",
            1 => $"internal static class {name} {{ }}",
            2 => $"internal enum {name} {{ None, Create, Write, Asynchronous }}",
            _ => $"public class {name} {{ public static string GetTempPath() => \"\"; public static {name} Default => new {name}(); public string GetPath(string name) => name; public static string Combine(string a, string b) => a + b; }}",
        };
        int position = isNested ? type.CloseBraceToken.SpanStart : type.FullSpan.End;
        return draft.With(new TextChange(new TextSpan(position, 0), "\n" + draft.IndentationOf(type) + (isNested ? "    " : "") + declaration + "\n" + (isNested ? draft.IndentationOf(type) : "")));
    }

    private static string? AddRuntimeType(Draft draft)
    {
        string name = draft.Pick(["FileCopyOptions", "TempSpace", "FileCopyExtensions", "FileReplacement", "Unrelated", "BlobUploadExtensions", "StreamFilesExtensions"]);
        return draft.Root.Members.OfType<FileScopedNamespaceDeclarationSyntax>().Any() || draft.Root.Members.OfType<GlobalStatementSyntax>().Any()
            ? null
            : draft.Text + $"\nnamespace StreamTuning\n{{\n    public class {name}\n    {{\n    }}\n}}\n";
    }

    private static string? AddMethod(Draft draft)
    {
        if (draft.ReportedMember()?.FirstAncestorOrSelf<TypeDeclarationSyntax>() is not { } type)
        {
            return null;
        }

        string parameters = draft.Pick(["", "System.IO.Stream stream", "string name", "object a, object b"]);
        string result = draft.Pick(["static void", "static System.Threading.Tasks.Task", "string"]);
        return draft.With(new TextChange(new TextSpan(type.CloseBraceToken.SpanStart, 0), $"\n    public {result} {draft.Pick(Methods)}({parameters}) => throw new System.InvalidOperationException();\n"));
    }

    private static string? AddExtension(Draft draft, string? scope)
    {
        string receiver = draft.Pick(["System.IO.Stream", "System.IO.FileStream", "object", "Azure.Storage.Blobs.BlobClient", "System.Net.Http.HttpContent"]);
        string parameters = draft.Pick(["", ", System.IO.Stream destination", ", System.IO.FileStream destination, System.Threading.CancellationToken cancellationToken = default", ", string path", ", params object[] arguments"]);
        string result = draft.Pick(["void", "System.Threading.Tasks.Task", "System.Threading.Tasks.Task<long>"]);
        string method = draft.Pick(Methods);
        if (draft.Root.Members.OfType<FileScopedNamespaceDeclarationSyntax>().Any() || draft.Root.Members.OfType<GlobalStatementSyntax>().Any())
        {
            return null;
        }

        string declaration = $"internal static class Extensions1 {{ public static {result} {method}(this {receiver} receiver{parameters}) => throw new System.InvalidOperationException(); }}";
        string text = draft.Text + "\n" + (scope is null ? declaration : $"namespace {scope} {{ {declaration} }}") + "\n";
        return scope is null ? text : $"using {scope};\n" + text;
    }

    private static string? AddProperty(Draft draft) => draft.ReportedMember()?.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } type
        ? draft.With(new TextChange(new TextSpan(type.CloseBraceToken.SpanStart, 0), $"\n    public static {draft.Pick(["string", "object", "int"])} {draft.Pick(Types)} {{ get; set; }}\n"))
        : null;

    private static string? Qualify(Draft draft, bool isAll)
    {
        SimpleNameSyntax[] names = [.. TypeNames(draft)];
        if (names.Length == 0)
        {
            return null;
        }

        string prefix = draft.Pick(["", "global::"]);
        SimpleNameSyntax one = draft.Pick(names);
        return draft.With((isAll ? names : [one]).Select(name => new TextChange(new TextSpan(name.SpanStart, 0), prefix + draft.Model.GetSymbolInfo(name).Symbol!.ContainingNamespace.ToDisplayString() + ".")));
    }

    /// <summary>The names of types that only a directive makes known.</summary>
    private static IEnumerable<SimpleNameSyntax> TypeNames(Draft draft) => draft.Root.DescendantNodes()
        .OfType<SimpleNameSyntax>()
        .Where(name => !name.IsVar
            && name.Parent is not (QualifiedNameSyntax or AliasQualifiedNameSyntax or AttributeSyntax or UsingDirectiveSyntax)
            && !(name.Parent is MemberAccessExpressionSyntax access && access.Name == name)
            && draft.Model.GetSymbolInfo(name).Symbol is INamedTypeSymbol { SpecialType: SpecialType.None, ContainingType: null, ContainingNamespace.IsGlobalNamespace: false } or INamedTypeSymbol { Name: "Object" or "String", ContainingType: null }
            && draft.Model.GetSymbolInfo(name).Symbol is INamedTypeSymbol { Locations: [{ IsInSource: false }] });

    /// <summary>Without those directives that nothing needs but names of types, which are written in full.</summary>
    private static string? WithoutDirectives(Draft draft)
    {
        if (Qualify(draft, isAll: true) is not { } text)
        {
            return null;
        }

        SyntaxNode root = CSharpSyntaxTree.ParseText(text, (CSharpParseOptions)draft.Tree.Options).GetRoot();
        UsingDirectiveSyntax[] directives = [.. ((CompilationUnitSyntax)root).Usings.Where(directive => directive.Name?.ToString() is not ("System.Linq" or "Microsoft.AspNetCore.Mvc" or "Microsoft.AspNetCore.Builder" or "Microsoft.Extensions.DependencyInjection" or "System.ComponentModel.DataAnnotations" or "StreamTuning"))];
        return root.GetText().WithChanges(directives.Select(directive => new TextChange(directive.FullSpan, ""))).ToString();
    }

    private static string? Alias(Draft draft)
    {
        if (TypeNames(draft).ToList() is not { Count: > 0 } names)
        {
            return null;
        }

        SimpleNameSyntax name = draft.Pick(names);
        ISymbol type = draft.Model.GetSymbolInfo(name).Symbol!;
        return name is GenericNameSyntax
            ? null
            : draft.With(names.Where(other => other.Identifier.Text == name.Identifier.Text && other is not GenericNameSyntax)
                .Select(other => new TextChange(other.Span, "Alias1"))
                .Append(new TextChange(new TextSpan(0, 0), $"using Alias1 = {type.ToDisplayString()};\n")));
    }

    private static string? StaticDirective(Draft draft)
    {
        if (draft.PickOrNull(draft.Root.DescendantNodes().OfType<MemberAccessExpressionSyntax>().Where(access => access.Expression.ToString() is "File" or "Path" or "Task" or "Directory" or "BinaryData" or "FileMode" or "FileOptions")) is not { } access)
        {
            return null;
        }

        string type = access.Expression.ToString();
        string scope = type switch { "Task" => "System.Threading.Tasks", "BinaryData" => "System", _ => "System.IO" };
        return $"using static {scope}.{type};\n" + draft.Replace(access, access.Name.ToString());
    }

    private static string? MoveDirectives(Draft draft) => draft.Root.Members is [NamespaceDeclarationSyntax scope] && draft.Root.Usings.Count > 0
        ? draft.With(
            new TextChange(TextSpan.FromBounds(0, draft.Root.Usings.FullSpan.End), ""),
            new TextChange(new TextSpan(scope.OpenBraceToken.Span.End, 0), "\n" + string.Join("\n", draft.Root.Usings.Select(directive => "    " + directive)) + "\n"))
        : null;

    private static string? ReverseDirectives(Draft draft) => draft.Root.Usings.Count > 1
        ? draft.With(new TextChange(draft.Root.Usings.Span, string.Join("\n", draft.Root.Usings.Select(directive => directive.ToString()).Reverse())))
        : null;
}
