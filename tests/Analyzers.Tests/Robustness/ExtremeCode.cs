using System.Text;

namespace StreamTuning.Analyzers.Tests.Robustness;

/// <summary>Code that no person writes, but a program may: very deep, very long, or going round in circles. Not all of it compiles.</summary>
internal static class ExtremeCode
{
    /// <summary>How deep expressions are, and how often other things are there, unless it is said otherwise.</summary>
    public const int Most = 10_000;

    private const int Mebi = 1 << 20;

    /// <summary>Each with a name, made for a depth.</summary>
    public static IReadOnlyDictionary<string, Func<int, string>> All { get; } = new SortedDictionary<string, Func<int, string>>(StringComparer.Ordinal)
    {
        // Expressions, beside what the rules look at and in the middle of it.
        ["binary"] = depth => InMethod($"int n = {Repeat("+1", depth)}; long m = bytes.Length{Repeat(" + bytes.Length", depth)}; file.SetLength(m); source.CopyTo(file, n);"),
        ["binary in a path"] = depth => InMethod($"""using var copy = File.Create("/tmp/" + path{Repeat(" + path", depth)}); source.CopyTo(copy);"""),
        ["constants in a path"] = depth => InMethod($"""using var copy = File.Create("/tmp/x"{Repeat(""" + "x" """, depth)}); source.CopyTo(copy);"""),
        ["binary to the right"] = depth => InMethod($"""string s = path{Repeat(" + (path", depth)}{Repeat(")", depth)}; File.WriteAllText("/tmp/" + s, s);"""),
        ["conditions"] = depth => InMethod($"if (bytes.Length > 0{Repeat(" && bytes.Length > 1", depth)} || new DriveInfo(path).AvailableFreeSpace > bytes.Length) {{ source.CopyTo(file); }}"),
        // Twice as deep, the compiler takes four times as long; so too where the depth is halved below.
        ["parentheses"] = depth => InMethod($"{Repeat("(", depth / 2)}source{Repeat(")", depth / 2)}.CopyTo({Repeat("(", depth / 2)}file{Repeat(")", depth / 2)});"),
        ["members"] = depth => InMethod($"this{Repeat(".Next", depth)}.Source.CopyTo(this{Repeat(".Next", depth)}.Target);"),
        ["members of null"] = depth => InMethod($"this{Repeat("?.Next", depth)}?.Source.CopyTo(file);"),
        ["calls"] = depth => InMethod($"new StringBuilder(){Repeat(""".Append("x")""", depth)}; source.CopyTo(file); this{Repeat(".Self()", depth)}.Source.CopyTo(file);"),
        ["calls in calls"] = depth => InMethod($"""File.Create({Repeat("Path.Combine(Path.GetTempPath(), ", depth / 2)}"a"{Repeat(")", depth / 2)}); source.CopyTo(file);"""),
        ["lambdas"] = depth => InMethod($"Func<object> f = {Repeat("() => ", depth / 2)}source.CopyToAsync(file);"),
        // Deeper, the compiler takes minutes.
        ["lambdas with blocks"] = depth => InMethod($"Action f = {Repeat("() => { Action f = ", depth / 10)}() => source.CopyTo(file){Repeat("; }", depth / 10)};"),
        ["casts"] = depth => InMethod($"source.CopyTo({Repeat("(FileStream)(Stream)", depth)}file);"),
        ["choices"] = depth => InMethod($"source.CopyTo({Repeat("path == null ? file : ", depth / 2)}file);"),
        ["choices in conditions"] = depth => InMethod($"source.CopyTo({Repeat("(", depth / 2)}path == null{Repeat(" ? true : false)", depth / 2)} ? file : file);"),
        ["null coalescing"] = depth => InMethod($"source.CopyTo({Repeat("Target ?? ", depth)}file); File.Create({Repeat("path ?? ", depth)}\"/tmp/x\");"),
        ["patterns"] = depth => InMethod($"if (bytes.Length is 0{Repeat(" or 1", depth / 2)}) {{ source.CopyTo(file); }} if (source is {Repeat("{ Length: > 0 } and ", depth / 2)}{{ }}) {{ }}"),
        // Deeper, the compiler itself overflows the stack.
        ["switches"] = depth => InMethod($"source.CopyTo({Repeat("path switch { null => file, _ => ", depth / 10)}file{Repeat(" }", depth / 10)});"),
        ["negations"] = depth => InMethod($"if ({Repeat("!", depth)}source.CanSeek) {{ source.CopyTo(file); }}"),
        ["awaits"] = depth => InMethod($"{Repeat("await ", depth)}source.CopyToAsync(file){Repeat(".ConfigureAwait(false)", depth)};"),
        ["assignments"] = depth => InMethod($"Stream a; FileStream b; {Repeat("a = ", depth)}source; {Repeat("b = ", depth)}file; a.CopyTo(b);"),
        ["initializers"] = depth => InMethod($"object o = {Repeat("new object[] { ", depth)}source{Repeat(" }", depth)}; source.CopyTo(file);"),
        // One in the other, each takes the compiler twice as long.
        ["interpolations"] = depth => InMethod($"string s = {Repeat("$\"{", 10)}path{Repeat("}\"", 10)}; File.WriteAllBytes($\"/tmp/{Repeat("{path}", depth)}\", bytes);"),
        // Statements, of which each level takes the compiler longer than the one before.
        ["blocks"] = depth => InMethod($"{Repeat("{", depth / 10)}source.CopyTo(file);{Repeat("}", depth / 10)}"),
        ["if in if"] = depth => InMethod($"{Repeat("if (path != null) ", depth / 10)}source.CopyTo(file);"),
        ["else if"] = depth => InMethod($"if (path == null) {{ }}{Repeat(" else if (path == \"x\") { source.CopyTo(file); }", depth / 50)}{Repeat(" else if (path == \"x\") { }", depth / 10)}"),
        ["loops"] = depth => InMethod($"{Repeat("while (source.Read(bytes) > 0) ", depth / 10)}file.Write(bytes);"),
        ["using in using"] = depth => InMethod($"{Repeat("using (File.Create(path)) ", depth / 10)}source.CopyTo(file);"),
        ["try in try"] = depth => InMethod($"{Repeat("try { ", depth / 10)}source.CopyTo(file);{Repeat(" } catch { }", depth / 10)}"),
        ["local functions"] = depth => InMethod($"{Repeat("void F() { ", depth / 10)}source.CopyTo(file);{Repeat(" }", depth / 10)}"),
        ["many locals"] = depth => InMethod($"Stream s0 = source; {string.Join(' ', Enumerable.Range(1, depth).Select(i => $"Stream s{i} = s{i - 1};"))} s{depth}.CopyTo(file);"),
        ["many assignments"] = depth => InMethod($"Stream s = source; {Repeat("s = source; ", depth)} s.CopyTo(file);"),
        ["many copies"] = _ => InMethod(Repeat("source.CopyTo(file); ", 400)),
        ["many files"] = _ => InMethod(string.Join('\n', Enumerable.Range(0, 400).Select(i => $"using (var f{i} = File.Create(path)) {{ source.CopyTo(f{i}); }}"))),
        ["many uploads"] = _ => InMethod(string.Join('\n', Enumerable.Range(0, 200).Select(i => $"using (var f{i} = File.OpenRead(path)) {{ await blob.UploadAsync(f{i}); }}"))),
        ["many temporary files"] = _ => InMethod(string.Join('\n', Enumerable.Range(0, 200).Select(i => $"var t{i} = Path.GetTempFileName(); using (var f{i} = File.Create(t{i})) {{ source.CopyTo(f{i}); }}"))),
        // Declarations.
        ["types in types"] = depth => $"{Repeat("class C { ", depth / 10)}{Repeat("}", depth / 10)}",
        // Deeper, any analyzer takes minutes, as the time grows with the square.
        ["namespaces"] = depth => $"{Repeat("namespace N { ", depth / 10)}{Repeat("}", depth / 10)}",
        ["type arguments"] = depth => InMethod($"{Repeat("List<", depth)}Stream{Repeat(">", depth)} list = null; source.CopyTo(file);"),
        ["array ranks"] = depth => InMethod($"byte{Repeat("[]", depth)} list = null; source.CopyTo(file);"),
        ["base classes"] = depth => $"using System.IO; class C0 : MemoryStream {{ }} {string.Join(' ', Enumerable.Range(1, depth).Select(i => $"class C{i} : C{i - 1} {{ }}"))} class D {{ void M(C{depth} source, FileStream file) => source.CopyTo(file); }}",
        ["many members"] = _ => $"using System.IO; class C {{ {string.Join('\n', Enumerable.Range(0, 3000).Select(i => $"readonly Stream s{i} = File.OpenRead(\"/tmp/{i}\"); void M{i}(FileStream file) => s{i}.CopyTo(file);"))} }}",
        // Texts.
        ["string"] = _ => InMethod($"""File.WriteAllText("/tmp/{Repeat("x/", Mebi / 2)}", "{Repeat("x", Mebi)}");"""),
        ["verbatim string"] = _ => InMethod($""""File.WriteAllText(@"C:\Temp\{Repeat("x\\", Mebi / 2)}", """{'\n'}{Repeat("x\n", Mebi / 2)}""");""""),
        ["interpolated string"] = _ => InMethod($"File.WriteAllText($\"/tmp/{Repeat("x/", Mebi / 2)}{{path}}{Repeat("x", Mebi)}\", path);"),
        ["number"] = _ => InMethod($"source.CopyTo(file, {Repeat("1", Mebi)}); source.CopyTo(file, 0x{Repeat("0", Mebi)}10000);"),
        ["name"] = _ => InMethod($"Stream {Repeat("s", Mebi)} = source; {Repeat("s", Mebi)}.CopyTo(file);"),
        ["comment"] = _ => InMethod($"source.CopyTo(/* {Repeat("* ", Mebi / 2)} */ file); // {Repeat("/", Mebi)}"),
        ["base64"] = _ => InMethod($"File.WriteAllBytes(path, Convert.FromBase64String(\"{Repeat("AAAA", Mebi / 4)}\"));"),
        ["bytes"] = depth => InMethod($"byte[] b = {{ {Repeat("1, ", depth * 10)} }}; file.Write(b); file.Write(new byte[] {{ {Repeat("1, ", depth * 10)} }});"),
        ["attribute"] = _ => $"[assembly: System.Reflection.AssemblyDescription(\"{Repeat("x", Mebi)}\")]",
        // Circles.
        ["circles of values"] = _ => InMethod(
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
        ["circles of types"] = _ => Usings +
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
