using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace StreamTuning.Architecture.Tests;

/// <summary>Which files the code goes through until a plain case is reported: the analyzers are built so that each method notes its file.</summary>
public sealed class EnteredFilesTests
{
    private const string Copy = "class C { async Task M(Stream source, FileStream file) { await source.CopyToAsync(file); } }";
    private const string TempPath = "class C { void M() { File.WriteAllText(\"/tmp/a\", \"b\"); } }";
    private const string Upload =
        "class C { async Task M(Azure.Storage.Blobs.BlobClient blob, string path) { await blob.UploadAsync(path); } }";

    private const string FormFile = """
        public class C : Microsoft.AspNetCore.Mvc.ControllerBase
        {
            [Microsoft.AspNetCore.Mvc.HttpPost]
            public async Task Post(Microsoft.AspNetCore.Http.IFormFile photo, CancellationToken token)
            {
                using var file = System.IO.File.Create("a");
                await photo.CopyToAsync(file, token);
            }
        }
        """;

    private const string Usings = "using System.IO; using System.Threading; using System.Threading.Tasks; ";

    private static readonly Lazy<Assembly> _analyzers = new(() => Sources.Analyzers.Build(
        static (tree, model) => new EntryNotes(tree.FilePath, model).Visit(tree.GetRoot()),
        "public static class Entered { public static readonly System.Collections.Generic.HashSet<string> Files = new(); "
            + "public static void File(string name) { lock (Files) { Files.Add(name); } } }"));

    [Theory]
    [InlineData("Copying.CopyIntoFileWithDefaultBufferAnalyzer", Copy, 17)]
    [InlineData("Temp.HardCodedTempPathAnalyzer", TempPath, 10)]
    [InlineData("Blobs.UnblockedBlobUploadAnalyzer", Upload, 18)]
    [InlineData("Uploads.BufferedFormFileAnalyzer", FormFile, 16)]
    public async Task A_plain_case_is_reported_through_so_many_files(string rule, string source, int most)
    {
        var analyzer = (DiagnosticAnalyzer)Activator.CreateInstance(_analyzers.Value.GetType("StreamTuning.Analyzers." + rule, throwOnError: true)!, nonPublic: true)!;
        var entered = (HashSet<string>)_analyzers.Value.GetType("Entered")!.GetField("Files")!.GetValue(null)!;
        var compilation = CSharpCompilation.Create(
            "Case", [CSharpSyntaxTree.ParseText(Usings + source)], Sources.Libraries, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        entered.Clear();
        Assert.Single(await compilation.WithAnalyzers([analyzer]).GetAnalyzerDiagnosticsAsync());

        string[] files = [.. entered.Where(file => !SizeTests.IsTable(file)).Order(StringComparer.Ordinal)];
        string area = rule[..rule.IndexOf('.')];
        string[] areas = ["Copying", "Temp", "Blobs", "Uploads", "Configuration"];
        Assert.DoesNotContain(files, file => file.Split('/') is [_, var folder, _] && folder != area && areas.Contains(folder));
        Assert.True(files.Length <= most, $"{files.Length} files:\n{string.Join('\n', files)}");
    }

    /// <summary>Makes each method, constructor and accessor note its file.</summary>
    private sealed class EntryNotes(string file, SemanticModel model) : CSharpSyntaxRewriter
    {
        private readonly StatementSyntax _note = SyntaxFactory.ParseStatement($"global::Entered.File(\"{file}\");");

        public override SyntaxNode? VisitMethodDeclaration(MethodDeclarationSyntax node) => node switch
        {
            { Body: { } body } => node.WithBody(Noted(body)),
            { ExpressionBody: { } body } => node.WithExpressionBody(null).WithSemicolonToken(default)
                .WithBody(Noted(body.Expression, model.GetDeclaredSymbol(node)!.ReturnsVoid)),
            _ => node,
        };

        public override SyntaxNode? VisitConstructorDeclaration(ConstructorDeclarationSyntax node) => node switch
        {
            { Body: { } body } => node.WithBody(Noted(body)),
            { ExpressionBody: { } body } => node.WithExpressionBody(null).WithSemicolonToken(default).WithBody(Noted(body.Expression, isVoid: true)),
            _ => node,
        };

        public override SyntaxNode? VisitPropertyDeclaration(PropertyDeclarationSyntax node) => node.ExpressionBody is { } body
            ? node.WithExpressionBody(null).WithSemicolonToken(default).WithAccessorList(SyntaxFactory.AccessorList([
                SyntaxFactory.AccessorDeclaration(SyntaxKind.GetAccessorDeclaration, Noted(body.Expression, isVoid: false))]))
            : base.VisitPropertyDeclaration(node);

        public override SyntaxNode? VisitAccessorDeclaration(AccessorDeclarationSyntax node) => node switch
        {
            { Body: { } body } => node.WithBody(Noted(body)),
            { ExpressionBody: { } body } => node.WithExpressionBody(null).WithSemicolonToken(default)
                .WithBody(Noted(body.Expression, isVoid: !node.IsKind(SyntaxKind.GetAccessorDeclaration))),
            _ => node,
        };

        private BlockSyntax Noted(BlockSyntax body) => body.WithStatements(body.Statements.Insert(0, _note));

        private BlockSyntax Noted(ExpressionSyntax expression, bool isVoid) => SyntaxFactory.Block(
            _note,
            isVoid ? SyntaxFactory.ExpressionStatement(expression)
                : expression is ThrowExpressionSyntax thrown ? SyntaxFactory.ThrowStatement(thrown.Expression.WithLeadingTrivia(SyntaxFactory.Space))
                : SyntaxFactory.ReturnStatement(expression.WithLeadingTrivia(SyntaxFactory.Space)));
    }
}
