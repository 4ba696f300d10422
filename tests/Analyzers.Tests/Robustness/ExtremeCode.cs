using System.Text;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Code that no person writes, but a program may: very deep, very long, or going round in circles. Not all of it compiles.</summary>
internal static class ExtremeCode
{
    private const int Depth = 10_000;

    private const int Mebi = 1 << 20;

    /// <summary>Each with a name.</summary>
    public static IReadOnlyDictionary<string, Func<string>> All { get; } = new SortedDictionary<string, Func<string>>(StringComparer.Ordinal)
    {
        // Expressions, beside what the rules look at and in the middle of it.
        ["binary"] = () => InMethod($"int n = {Repeat("+1", Depth)}; long m = bytes.Length{Repeat(" + bytes.Length", Depth)}; file.SetLength(m); source.CopyTo(file, n);"),
        ["binary in a path"] = () => InMethod($"""using var copy = File.Create("/tmp/" + path{Repeat(" + path", Depth)}); source.CopyTo(copy);"""),
        ["constants in a path"] = () => InMethod($"""using var copy = File.Create("/tmp/x"{Repeat(""" + "x" """, Depth)}); source.CopyTo(copy);"""),
        ["binary to the right"] = () => InMethod($"""string s = path{Repeat(" + (path", Depth)}{Repeat(")", Depth)}; File.WriteAllText("/tmp/" + s, s);"""),
        ["conditions"] = () => InMethod($"if (bytes.Length > 0{Repeat(" && bytes.Length > 1", Depth)} || new DriveInfo(path).AvailableFreeSpace > bytes.Length) {{ source.CopyTo(file); }}"),
        ["parentheses"] = () => InMethod($"{Repeat("(", Depth)}source{Repeat(")", Depth)}.CopyTo({Repeat("(", Depth)}file{Repeat(")", Depth)});"),
        ["members"] = () => InMethod($"this{Repeat(".Next", Depth)}.Source.CopyTo(this{Repeat(".Next", Depth)}.Target);"),
        ["members of null"] = () => InMethod($"this{Repeat("?.Next", Depth)}?.Source.CopyTo(file);"),
        ["calls"] = () => InMethod($"new StringBuilder(){Repeat(""".Append("x")""", Depth)}; source.CopyTo(file); this{Repeat(".Self()", Depth)}.Source.CopyTo(file);"),
        ["calls in calls"] = () => InMethod($"""File.Create({Repeat("Path.Combine(Path.GetTempPath(), ", Depth)}"a"{Repeat(")", Depth)}); source.CopyTo(file);"""),
        ["lambdas"] = () => InMethod($"Func<object> f = {Repeat("() => ", Depth)}source.CopyToAsync(file);"),
        ["lambdas with blocks"] = () => InMethod($"Action f = {Repeat("() => { Action f = ", Depth)}() => source.CopyTo(file){Repeat("; }", Depth)};"),
        ["casts"] = () => InMethod($"source.CopyTo({Repeat("(FileStream)(Stream)", Depth)}file);"),
        ["choices"] = () => InMethod($"source.CopyTo({Repeat("path == null ? file : ", Depth)}file);"),
        ["choices in conditions"] = () => InMethod($"source.CopyTo({Repeat("(", Depth)}path == null{Repeat(" ? true : false)", Depth)} ? file : file);"),
        ["null coalescing"] = () => InMethod($"source.CopyTo({Repeat("Target ?? ", Depth)}file); File.Create({Repeat("path ?? ", Depth)}\"/tmp/x\");"),
        ["patterns"] = () => InMethod($"if (bytes.Length is 0{Repeat(" or 1", Depth)}) {{ source.CopyTo(file); }} if (source is {Repeat("{ Length: > 0 } and ", Depth)}{{ }}) {{ }}"),
        ["switches"] = () => InMethod($"source.CopyTo({Repeat("path switch { null => file, _ => ", Depth)}file{Repeat(" }", Depth)});"),
        ["negations"] = () => InMethod($"if ({Repeat("!", Depth)}source.CanSeek) {{ source.CopyTo(file); }}"),
        ["awaits"] = () => InMethod($"{Repeat("await ", Depth)}source.CopyToAsync(file){Repeat(".ConfigureAwait(false)", Depth)};"),
        ["assignments"] = () => InMethod($"Stream a; FileStream b; {Repeat("a = ", Depth)}source; {Repeat("b = ", Depth)}file; a.CopyTo(b);"),
        ["initializers"] = () => InMethod($"object o = {Repeat("new object[] { ", Depth)}source{Repeat(" }", Depth)}; source.CopyTo(file);"),
        ["interpolations"] = () => InMethod($"string s = {Repeat("$\"{", 100)}path{Repeat("}\"", 100)}; File.WriteAllBytes($\"/tmp/{Repeat("{path}", Depth)}\", bytes);"),
        // Statements.
        ["blocks"] = () => InMethod($"{Repeat("{", Depth)}source.CopyTo(file);{Repeat("}", Depth)}"),
        ["if in if"] = () => InMethod($"{Repeat("if (path != null) ", Depth)}source.CopyTo(file);"),
        ["else if"] = () => InMethod($"if (path == null) {{ }}{Repeat(" else if (path == \"x\") { source.CopyTo(file); }", 1000)}{Repeat(" else if (path == \"x\") { }", Depth)}"),
        ["loops"] = () => InMethod($"{Repeat("while (source.Read(bytes) > 0) ", Depth)}file.Write(bytes);"),
        ["using in using"] = () => InMethod($"{Repeat("using (File.Create(path)) ", Depth)}source.CopyTo(file);"),
        ["try in try"] = () => InMethod($"{Repeat("try { ", Depth)}source.CopyTo(file);{Repeat(" } catch { }", Depth)}"),
        ["local functions"] = () => InMethod($"{Repeat("void F() { ", Depth)}source.CopyTo(file);{Repeat(" }", Depth)}"),
        ["many locals"] = () => InMethod($"Stream s0 = source; {string.Join(' ', Enumerable.Range(1, Depth).Select(i => $"Stream s{i} = s{i - 1};"))} s{Depth}.CopyTo(file);"),
        ["many assignments"] = () => InMethod($"Stream s = source; {Repeat("s = source; ", Depth)} s.CopyTo(file);"),
        ["many copies"] = () => InMethod(Repeat("source.CopyTo(file); ", 400)),
        ["many files"] = () => InMethod(string.Join('\n', Enumerable.Range(0, 400).Select(i => $"using (var f{i} = File.Create(path)) {{ source.CopyTo(f{i}); }}"))),
        ["many uploads"] = () => InMethod(string.Join('\n', Enumerable.Range(0, 400).Select(i => $"using (var f{i} = File.OpenRead(path)) {{ await blob.UploadAsync(f{i}); }}"))),
        ["many temporary files"] = () => InMethod(string.Join('\n', Enumerable.Range(0, 400).Select(i => $"var t{i} = Path.GetTempFileName(); using (var f{i} = File.Create(t{i})) {{ source.CopyTo(f{i}); }}"))),
        // Declarations.
        ["types in types"] = () => $"{Repeat("class C { ", Depth)}{Repeat("}", Depth)}",
        ["namespaces"] = () => $"{Repeat("namespace N { ", Depth)}{Repeat("}", Depth)}",
        ["type arguments"] = () => InMethod($"{Repeat("List<", Depth)}Stream{Repeat(">", Depth)} list = null; source.CopyTo(file);"),
        ["array ranks"] = () => InMethod($"byte{Repeat("[]", Depth)} list = null; source.CopyTo(file);"),
        ["base classes"] = () => $"using System.IO; class C0 : MemoryStream {{ }} {string.Join(' ', Enumerable.Range(1, Depth).Select(i => $"class C{i} : C{i - 1} {{ }}"))} class D {{ void M(C{Depth} source, FileStream file) => source.CopyTo(file); }}",
        ["many members"] = () => $"using System.IO; class C {{ {string.Join('\n', Enumerable.Range(0, 3000).Select(i => $"readonly Stream s{i} = File.OpenRead(\"/tmp/{i}\"); void M{i}(FileStream file) => s{i}.CopyTo(file);"))} }}",
        // Texts.
        ["string"] = () => InMethod($"""File.WriteAllText("/tmp/{Repeat("x/", Mebi / 2)}", "{Repeat("x", Mebi)}");"""),
        ["verbatim string"] = () => InMethod($""""File.WriteAllText(@"C:\Temp\{Repeat("x\\", Mebi / 2)}", """{'\n'}{Repeat("x\n", Mebi / 2)}""");""""),
        ["interpolated string"] = () => InMethod($"File.WriteAllText($\"/tmp/{Repeat("x/", Mebi / 2)}{{path}}{Repeat("x", Mebi)}\", path);"),
        ["number"] = () => InMethod($"source.CopyTo(file, {Repeat("1", Mebi)}); source.CopyTo(file, 0x{Repeat("0", Mebi)}10000);"),
        ["name"] = () => InMethod($"Stream {Repeat("s", Mebi)} = source; {Repeat("s", Mebi)}.CopyTo(file);"),
        ["comment"] = () => InMethod($"source.CopyTo(/* {Repeat("* ", Mebi / 2)} */ file); // {Repeat("/", Mebi)}"),
        ["base64"] = () => InMethod($"File.WriteAllBytes(path, Convert.FromBase64String(\"{Repeat("AAAA", Mebi / 4)}\"));"),
        ["bytes"] = () => InMethod($"byte[] b = {{ {Repeat("1, ", Mebi / 8)} }}; file.Write(b); file.Write(new byte[] {{ {Repeat("1, ", Mebi / 8)} }});"),
        ["attribute"] = () => $"[assembly: System.Reflection.AssemblyDescription(\"{Repeat("x", Mebi)}\")]",
        // Circles.
        ["circles of values"] = () => InMethod(
            """
            Stream a = b; Stream b = a; Stream c = c; c.CopyTo(file); a.CopyTo(file);
            FileStream f = g, g = f; source.CopyTo(f);
            var v = v; v.CopyTo(v); string p = q, q = p; File.Create(p); File.WriteAllText(Text, Text2);
            void Local() { Local(); source.CopyTo(file); Other(); } void Other() => Local();
            Func<Stream> one = () => two(), two = () => one(); one().CopyTo(file); ReadOnly.CopyTo(ReadOnly2); Path1.CopyTo(file);
            int n = m, m = n; source.CopyTo(file, n); source.CopyTo(file, Number); byte[] buffer = new byte[buffer.Length]; file.Write(buffer, 0, source.Read(buffer));
            """,
            """
            const string Text = Text2, Text2 = "/tmp/" + Text; const int Number = Number + 1;
            readonly Stream ReadOnly = ReadOnly2, ReadOnly2; C() { ReadOnly2 = ReadOnly; }
            Stream Path1 => Path2; Stream Path2 => Path1; static readonly string Field = Field; static readonly FileStream Self = File.Create(Self.Name);
            """),
        ["circles of types"] = () => Usings +
            """
            using A = B; using B = A;
            class C1 : C2 { } class C2 : C1 { void M(C1 source, FileStream file) => ((Stream)source).CopyTo(file); }
            interface I1 : I2 { } interface I2 : I1 { } struct S { S s; T t; } struct T { S s; }
            class G<X> : G<G<X>> where X : G<X> { void M(G<G<X>> g, FileStream file) => g.CopyTo(file); }
            class K<X, Y> where X : Y where Y : X { void M(X source, FileStream file) { source.CopyTo(file); } }
            class N : N.Inner { public class Inner : N { } } class O : O { } enum E : E { V = W, W = V } delegate D D(D d);
            class MyStream : Stream2 { } class Stream2 : MyStream { void M(FileStream file, MyStream s) { s.CopyTo(file); file.CopyTo(s); } }
            [Circle] class CircleAttribute : CircleAttribute { }
            [ApiController] class Controller1 : Controller2 { [HttpPost] public void Post([FromBody] Model model, [FromForm] Node<int> node, IFormFile file) { } }
            class Controller2 : Controller1 { [HttpPost] public Task Put(List<Model> models, Self self) => new MultipartReader("b", Request.Body).ReadNextSectionAsync(); }
            [ApiController] class Controller3 : ControllerBase { [HttpPost] public void Post([FromBody] Model model, [FromForm] Node<int> node, [FromForm] Self self) { Convert.FromBase64String(model.Model2.Model1.Content); } }
            class Model : Model { [Required] public byte[] Data { get; set; } public Model Model1 { get; set; } public Model Model2 { get; set; } public string Content { get; set; } public Node<Model> Nodes { get; set; } }
            class Node<X> { public Node<Node<X>> Next { get; set; } public Node<X[]>[] All { get; set; } [Required] public byte[] Data { get; set; } public IFormFile File { get; set; } public List<Node<List<X>>> More { get; set; } }
            record Self(Self Inner, byte[] Data, [Required] byte[] More) : Self; [AttributeUsage(Usage)] class Usage : Usage { }
            """,
    };

    private const string Usings =
        """
        using System; using System.Collections.Generic; using System.ComponentModel.DataAnnotations; using System.IO; using System.Text; using System.Threading.Tasks;
        using Azure.Storage.Blobs; using Microsoft.AspNetCore.Http; using Microsoft.AspNetCore.Mvc; using Microsoft.AspNetCore.WebUtilities;

        """;

    /// <summary>Between statements that the rules look at too.</summary>
    private static string InMethod(string statements, string members = "") =>
        $$"""
        {{Usings}}
        class C
        {
            C Next; Stream Source; FileStream Target; C Self() => this;
            {{members}}

            async Task M(Stream source, FileStream file, string path, byte[] bytes, BlobClient blob, IFormFile form)
            {
                using (var first = File.Create("/tmp/" + path)) { source.CopyTo(first); await form.CopyToAsync(first); }
                {{statements}}
                using (var last = new FileStream(path, FileMode.Create)) { await source.CopyToAsync(last); await blob.UploadAsync(path); }
            }
        }
        """;

    private static string Repeat(string text, int count) => new StringBuilder(text.Length * count).Insert(0, text, count).ToString();
}
