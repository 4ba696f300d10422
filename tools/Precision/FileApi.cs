using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace StreamTuning.Precision;

/// <summary>The APIs that the rules are about.</summary>
internal enum FileApi
{
    /// <summary>Static methods of <c>System.IO.File</c>.</summary>
    File,

    /// <summary>Constructors of <c>System.IO.FileStream</c>.</summary>
    FileStream,

    /// <summary><c>CopyTo</c> and <c>CopyToAsync</c> of streams, HTTP contents, pipes and form files.</summary>
    Copy,

    /// <summary>Uploads to Azure blobs.</summary>
    Blob,

    /// <summary>Parameters and properties that are form files.</summary>
    FormFile,
}

/// <summary>How many calls of an API bound, and how many might have been such calls but did not.</summary>
internal readonly record struct Binding(int Bound, int Unbound)
{
    public int All => Bound + Unbound;

    public static Binding operator +(Binding left, Binding right) => new(left.Bound + right.Bound, left.Unbound + right.Unbound);
}

/// <summary>Counts calls of the APIs that the rules are about.</summary>
internal sealed class FileApiCounter(SemanticModel model)
{
    /// <summary>What a file names that uses the Azure SDK: there, a method of that name that does not bind may be one of a blob.</summary>
    private static readonly string[] BlobNamespaces = ["Azure.Storage", "WindowsAzure.Storage"];

    public Dictionary<FileApi, Binding> Calls { get; } = [];

    public void Count(SyntaxNode root)
    {
        bool mayUseBlobs = root.DescendantNodes(node => node is not TypeDeclarationSyntax).OfType<UsingDirectiveSyntax>()
            .Any(directive => BlobNamespaces.Any(name => directive.Name?.ToString().Contains(name, StringComparison.Ordinal) == true));
        foreach (SyntaxNode node in root.DescendantNodes())
        {
            switch (node)
            {
                case ObjectCreationExpressionSyntax { Type: var type } when NameOf(type) == "FileStream":
                    Add(FileApi.FileStream, model.GetSymbolInfo(node).Symbol, symbol => IsIn(symbol.ContainingType, "System.IO", "FileStream"));
                    break;
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access }:
                    CountCall(node, access.Name.Identifier.ValueText, access.Expression, mayUseBlobs);
                    break;
                case InvocationExpressionSyntax { Expression: MemberBindingExpressionSyntax binding }:
                    CountCall(node, binding.Name.Identifier.ValueText, receiver: null, mayUseBlobs);
                    break;
                case TypeSyntax { Parent: ParameterSyntax or PropertyDeclarationSyntax } type when NameOf(type) == "IFormFile":
                    Add(FileApi.FormFile, model.GetSymbolInfo(type).Symbol, symbol => symbol is INamedTypeSymbol named && IsIn(named, "Microsoft.AspNetCore.Http", "IFormFile"));
                    break;
            }
        }
    }

    private void CountCall(SyntaxNode call, string name, ExpressionSyntax? receiver, bool mayUseBlobs)
    {
        if (receiver is IdentifierNameSyntax { Identifier.ValueText: "File" } or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "File", Expression: IdentifierNameSyntax { Identifier.ValueText: "IO" } or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IO" } })
        {
            Add(FileApi.File, model.GetSymbolInfo(call).Symbol, symbol => IsIn(symbol.ContainingType, "System.IO", "File"));
        }
        else if (name is "CopyTo" or "CopyToAsync")
        {
            Add(FileApi.Copy, model.GetSymbolInfo(call).Symbol, IsCopy);
        }
        else if (name.StartsWith("Upload", StringComparison.Ordinal) || name is "OpenWrite" or "OpenWriteAsync" or "StageBlock" or "StageBlockAsync" or "AppendBlock" or "AppendBlockAsync")
        {
            ISymbol? symbol = model.GetSymbolInfo(call).Symbol;
            if (symbol is not null || mayUseBlobs)
            {
                Add(FileApi.Blob, symbol, IsOfBlob);
            }
        }
    }

    /// <summary>Counts what is bound to the API, or to nothing; what is bound to something else is no such call.</summary>
    private void Add(FileApi api, ISymbol? symbol, Func<ISymbol, bool> isOfApi)
    {
        if (symbol is null || isOfApi(symbol))
        {
            Calls[api] = Calls.GetValueOrDefault(api) + (symbol is null ? new Binding(0, 1) : new Binding(1, 0));
        }
    }

    private static bool IsCopy(ISymbol symbol)
    {
        if (symbol is not IMethodSymbol { Parameters: [{ Type: { } target }, ..] } || !DerivesFrom(target, "System.IO", "Stream"))
        {
            return false;
        }

        for (INamedTypeSymbol? type = symbol.ContainingType; type is not null; type = type.BaseType)
        {
            if (IsIn(type, "System.IO", "Stream") || IsIn(type, "System.Net.Http", "HttpContent") || IsIn(type, "System.IO.Pipelines", "PipeReader")
                || IsIn(type, "Microsoft.AspNetCore.Http", "IFormFile") || IsIn(type, "Microsoft.AspNetCore.Http", "FormFile"))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsOfBlob(ISymbol symbol) =>
        symbol.ContainingNamespace?.ToDisplayString() is { } name
        && (name.StartsWith("Azure.Storage.Blobs", StringComparison.Ordinal) || name.StartsWith("Microsoft.WindowsAzure.Storage.Blob", StringComparison.Ordinal));

    private static bool DerivesFrom(ITypeSymbol? type, string @namespace, string name)
    {
        while (type is not null && !IsIn(type, @namespace, name))
        {
            type = type.BaseType;
        }

        return type is not null;
    }

    private static bool IsIn(ITypeSymbol? type, string @namespace, string name) =>
        type?.Name == name && type.ContainingNamespace?.ToDisplayString() == @namespace;

    private static string? NameOf(TypeSyntax type) => type switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        QualifiedNameSyntax name => name.Right.Identifier.ValueText,
        NullableTypeSyntax nullable => NameOf(nullable.ElementType),
        _ => null,
    };
}
