using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Uploads.UploadCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Uploads.FormFileArrayThroughMemoryAnalyzer,
    StreamTuning.CodeFixes.Uploads.FormFileArrayThroughMemoryCodeFix>;

namespace StreamTuning.Analyzers.Tests.Uploads;

public sealed class FormFileArrayThroughMemoryTests
{
    private const string Kept = "public sealed class Kept { public byte[]? Content { get; set; } }";

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; kept.Content = memory.ToArray();")]
    [InlineData("var kept = new Kept(); using (MemoryStream memory = new()) { [|form.CopyTo(memory)|]; kept.Content = memory.ToArray(); }")]
    [InlineData("var memory = new MemoryStream(4096); await [|form.CopyToAsync(memory)|]; var kept = new Kept { Content = memory.ToArray() };")]
    [InlineData("using var opened = form.OpenReadStream(); opened.Position = 0; if (opened.Length == 0) { return; } using var memory = new MemoryStream(); await [|opened.CopyToAsync(memory)|]; var kept = new Kept { Content = memory.ToArray() };")]
    [InlineData("Read(form); static IEnumerable<byte> Read(IFormFile file) { using var memory = new MemoryStream(); [|file.CopyTo(memory)|]; return memory.ToArray(); }")]
    [InlineData("var kept = new Kept(); foreach (IFormFile file in files) { var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = memory.ToArray(); kept.Content = all; memory.Close(); }")]
    [InlineData("Read(form); static byte[] Read(IFormFile file) { using var memory = new MemoryStream(); [|file.CopyTo(memory)|]; return memory.ToArray(); }")]
    [InlineData("Read(form); static byte[]? Read(IFormFile file) { using var memory = new MemoryStream(); [|file.CopyTo(memory)|]; if (memory.Length == 0) { return null; } return memory.ToArray(); }")]
    [InlineData("using var memory = new MemoryStream(); await [|form.OpenReadStream().CopyToAsync(memory)|]; string text = Convert.ToBase64String(memory.ToArray());")]
    [InlineData("byte[] all; using (var memory = new MemoryStream()) { await [|form.CopyToAsync(memory)|]; all = memory.ToArray(); } Keep(all); static void Keep(byte[] content) { }")]
    public Task Arrays_of_form_files_that_go_through_memory_are_reported(string body) => Check.ReportsAsync(InMethod(body) + Kept);

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call() => Check.ReportsAsync(
        InMethod("using var memory = new MemoryStream(); {|#0:form.CopyTo(memory)|}; var kept = new Kept { Content = memory.ToArray() };") + Kept,
        Check.Diagnostic(0, "CopyTo").WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Negative")]
    // STRM4004 is about these.
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); await File.WriteAllBytesAsync(path, memory.ToArray());")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); memory.Position = 0; bytes = SHA256.HashData(memory);")]
    // The memory is used otherwise, too, or makes two arrays.
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() }; memory.Position = 0; await memory.CopyToAsync(stream);")]
    [InlineData("using var memory = new MemoryStream(); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() }; kept.Content = memory.ToArray();")]
    [InlineData("using var memory = new MemoryStream(); memory.WriteByte(1); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    [InlineData("using var memory = new MemoryStream(); foreach (IFormFile file in files) { await file.CopyToAsync(memory); } var kept = new Kept { Content = memory.ToArray() };")]
    [InlineData("using var memory = new MemoryStream(); foreach (IFormFile file in files) { await file.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() }; }")]
    // The memory comes from somewhere, or its array is taken as it is.
    [InlineData("using MemoryStream memory = Rent(); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() }; static MemoryStream Rent() => new MemoryStream();")]
    [InlineData("using var memory = new MemoryStream((int)form.Length); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.GetBuffer() };")]
    [InlineData("using var memory = new MemoryStream((int)form.Length); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    // The memory gathers files.
    [InlineData("var kept = new Kept(); for (var memory = new MemoryStream(); memory.Length < 100_000;) { await form.CopyToAsync(memory); kept.Content = memory.ToArray(); }")]
    // A part of the file was read, or may have been.
    [InlineData("using var opened = form.OpenReadStream(); opened.ReadByte(); using var memory = new MemoryStream(); await opened.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    [InlineData("using var opened = form.OpenReadStream(); using var reader = new BinaryReader(opened); using var memory = new MemoryStream(); await opened.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    // Other sources.
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    // Small files.
    [InlineData("if (form.Length > 65536) { return; } using var memory = new MemoryStream(); await form.CopyToAsync(memory); var kept = new Kept { Content = memory.ToArray() };")]
    public Task Other_memory_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body) + Kept);

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("public class P : ControllerBase { [RequestSizeLimit(10_000)] public async Task<byte[]> Post(IFormFile file) { var memory = new MemoryStream(); await file.CopyToAsync(memory); return memory.ToArray(); } }")]
    [InlineData("public sealed class FakeFile { public void CopyTo(Stream target) { } byte[] M() { var memory = new MemoryStream(); CopyTo(memory); return memory.ToArray(); } }")]
    public Task Small_requests_and_other_types_are_not_reported(string types) => Check.IsSilentAsync(InFile(types));

    [Fact]
    [Trait("Case", "Positive")]
    public Task What_counts_as_small_is_an_option() => Check.ReportsAsync(
        InController("[HttpPost, RequestSizeLimit(5000)] public byte[] Post(IFormFile file) { var memory = new MemoryStream(); [|file.CopyTo(memory)|]; return memory.ToArray(); }"),
        editorConfig: "stream_tuning.STRM4009.small_upload_bytes = 4096");

    [Theory]
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; kept.Content = memory.ToArray();", "var kept = new Kept(); using var memory = form.OpenReadStream(); var formBytes = new byte[form.Length]; await memory.ReadExactlyAsync(formBytes); kept.Content = formBytes;")]
    [InlineData("var kept = new Kept(); using (MemoryStream memory = new()) { await [|form.CopyToAsync(memory, token)|].ConfigureAwait(false); kept.Content = memory.ToArray(); }", "var kept = new Kept(); using (Stream memory = form.OpenReadStream()) { byte[] formBytes = new byte[form.Length]; await memory.ReadExactlyAsync(formBytes, token).ConfigureAwait(false); kept.Content = formBytes; }")]
    [InlineData("var memory = new MemoryStream(); [|form.CopyTo(memory)|]; var kept = new Kept { Content = memory.ToArray() };", "using var memory = form.OpenReadStream(); var formBytes = new byte[form.Length]; memory.ReadExactly(formBytes); var kept = new Kept { Content = formBytes };")]
    // The name is taken. The variable keeps its value if reading fails.
    [InlineData("byte[]? formBytes = null; try { using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; formBytes = memory.ToArray(); } catch (IOException) { } Keep(formBytes); static void Keep(byte[]? content) { }", "byte[]? formBytes = null; try { using var memory = form.OpenReadStream(); var formContent = new byte[form.Length]; await memory.ReadExactlyAsync(formContent); formBytes = formContent; } catch (IOException) { } Keep(formBytes); static void Keep(byte[]? content) { }")]
    // An array that is a variable.
    [InlineData("foreach (IFormFile file in files) { var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; memory.Position = 0; var all = memory.ToArray(); Keep(all); } static void Keep(byte[] content) { }", "foreach (IFormFile file in files) { using var memory = file.OpenReadStream(); var all = new byte[file.Length]; await memory.ReadExactlyAsync(all); Keep(all); } static void Keep(byte[] content) { }")]
    [InlineData("byte[] all; using (var memory = new MemoryStream()) { await [|form.CopyToAsync(memory)|]; all = memory.ToArray(); } Keep(all); static void Keep(byte[] content) { }", "byte[] all; using (var memory = form.OpenReadStream()) { all = new byte[form.Length]; await memory.ReadExactlyAsync(all); } Keep(all); static void Keep(byte[] content) { }")]
    [InlineData("byte[] all; if (flag) { using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; all = memory.ToArray(); } else { all = bytes; } Keep(all); static void Keep(byte[] content) { }", "byte[] all; if (flag) { using var memory = form.OpenReadStream(); var formBytes = new byte[form.Length]; await memory.ReadExactlyAsync(formBytes); all = formBytes; } else { all = bytes; } Keep(all); static void Keep(byte[] content) { }")]
    // Two loops may name their arrays the same.
    [InlineData("var kept = new Kept(); foreach (var file in files) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; kept.Content = memory.ToArray(); } foreach (var file in files) { using var memory = new MemoryStream(); await [|file.CopyToAsync(memory)|]; kept.Content = memory.ToArray(); }", "var kept = new Kept(); foreach (var file in files) { using var memory = file.OpenReadStream(); var fileBytes = new byte[file.Length]; await memory.ReadExactlyAsync(fileBytes); kept.Content = fileBytes; } foreach (var file in files) { using var memory = file.OpenReadStream(); var fileBytes = new byte[file.Length]; await memory.ReadExactlyAsync(fileBytes); kept.Content = fileBytes; }")]
    [InlineData("Read(form); static byte[]? Read(IFormFile file) { using var memory = new MemoryStream(); [|file.CopyTo(memory)|]; if (memory.Length == 0) { return null; } return memory.ToArray(); }", "Read(form); static byte[]? Read(IFormFile file) { using var memory = file.OpenReadStream(); var fileBytes = new byte[file.Length]; memory.ReadExactly(fileBytes); if (memory.Length == 0) { return null; } return fileBytes; }")]
    // In a block further in.
    [InlineData("var kept = new Kept(); using (var memory = new MemoryStream()) { await [|form.CopyToAsync(memory)|]; if (memory.Length < 100_000) { kept.Content = memory.ToArray(); } }", "var kept = new Kept(); using (var memory = form.OpenReadStream()) { var formBytes = new byte[form.Length]; await memory.ReadExactlyAsync(formBytes); if (memory.Length < 100_000) { kept.Content = formBytes; } }")]
    public Task The_file_is_read_into_an_array(string body, string fixedBody) =>
        Check.FixesAsync(RuleFixes.Plain, InMethod(body) + Kept, InMethod(fixedBody) + Kept);

    [Fact]
    public Task A_property_of_a_page_or_of_its_model_is_read_into_an_array() => Check.FixesAsync(
        RuleFixes.Plain,
        InFile("""
            public class Input { public IFormFile File { get; set; } = null!; }

            public class P : PageModel
            {
                [BindProperty] public IFormFile Photo { get; set; } = null!;
                [BindProperty] public Input Input { get; set; } = null!;

                public async Task<byte[]> OnPostAsync()
                {
                    using var memory = new MemoryStream();
                    await [|Photo.CopyToAsync(memory)|];
                    return memory.ToArray();
                }

                public byte[] OnPut()
                {
                    using var memory = new MemoryStream();
                    [|this.Input.File.CopyTo(memory)|];
                    return memory.ToArray();
                }
            }
            """),
        InFile("""
            public class Input { public IFormFile File { get; set; } = null!; }

            public class P : PageModel
            {
                [BindProperty] public IFormFile Photo { get; set; } = null!;
                [BindProperty] public Input Input { get; set; } = null!;

                public async Task<byte[]> OnPostAsync()
                {
                    using var memory = Photo.OpenReadStream();
                    var photoBytes = new byte[Photo.Length];
                    await memory.ReadExactlyAsync(photoBytes);
                    return photoBytes;
                }

                public byte[] OnPut()
                {
                    using var memory = this.Input.File.OpenReadStream();
                    var fileBytes = new byte[this.Input.File.Length];
                    memory.ReadExactly(fileBytes);
                    return fileBytes;
                }
            }
            """));

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_stay_with_what_they_are_about() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var memory = new MemoryStream();
                    await [|form.CopyToAsync(memory, token)|];
                    path += memory.Length;

                    // What is kept.
                    byte[] photo = memory.ToArray(); // All of it.
                    Keep(photo);
                    static void Keep(byte[] content) { }
            """),
        InMethod(
            """
            using var memory = form.OpenReadStream();
                    var formBytes = new byte[form.Length];
                    await memory.ReadExactlyAsync(formBytes, token);
                    path += memory.Length;

                    // What is kept.
                    byte[] photo = formBytes; // All of it.
                    Keep(photo);
                    static void Keep(byte[] content) { }
            """));

    [Fact]
    [Trait("Case", "NoFix")]
    public Task There_is_no_fix_where_other_builds_have_other_code() => Check.OffersNoFixAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var memory = new MemoryStream();
            #if !OTHER
                    [|form.CopyTo(memory)|];
            #else
                    form.CopyToAsync(memory).Wait();
            #endif
                    var kept = new Kept { Content = memory.ToArray() };
            """) + Kept);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Lines_and_comments_stay() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            // The photo.
                    using var memory = new MemoryStream();
                    await [|form.CopyToAsync(memory, token)|]; // All of it.
                    byte[] photo = memory.ToArray();

                    Keep(photo);
                    static void Keep(byte[] content) { }
            """),
        InMethod(
            """
            // The photo.
                    using var memory = form.OpenReadStream();
                    byte[] photo = new byte[form.Length];
                    await memory.ReadExactlyAsync(photo, token); // All of it.

                    Keep(photo);
                    static void Keep(byte[] content) { }
            """));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Plain,
        [
            InMethod("""
                using var memory = new MemoryStream();
                        await [|form.CopyToAsync(memory)|];
                        Keep(memory.ToArray());
                        using var other = new MemoryStream();
                        await [|uploaded.CopyToAsync(other)|];
                        Keep(other.ToArray());
                        static void Keep(byte[] content) { }
                """),
            """
            using System.IO;
            using Microsoft.AspNetCore.Http;

            public class D
            {
                public byte[] M(IFormFile form)
                {
                    using (var memory = new MemoryStream())
                    {
                        [|form.CopyTo(memory)|];
                        return memory.ToArray();
                    }
                }
            }
            """,
        ],
        [
            InMethod("""
                using var memory = form.OpenReadStream();
                        var formBytes = new byte[form.Length];
                        await memory.ReadExactlyAsync(formBytes);
                        Keep(formBytes);
                        using var other = uploaded.OpenReadStream();
                        var uploadedBytes = new byte[uploaded.Length];
                        await other.ReadExactlyAsync(uploadedBytes);
                        Keep(uploadedBytes);
                        static void Keep(byte[] content) { }
                """),
            """
            using System.IO;
            using Microsoft.AspNetCore.Http;

            public class D
            {
                public byte[] M(IFormFile form)
                {
                    using (var memory = form.OpenReadStream())
                    {
                        var formBytes = new byte[form.Length];
                        memory.ReadExactly(formBytes);
                        return formBytes;
                    }
                }
            }
            """,
        ]);

    [Theory]
    [Trait("Case", "NoFix")]
    // Something is in between, so that the file would be opened earlier.
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); if (form.Length > 0) { await [|form.CopyToAsync(memory)|]; } kept.Content = memory.ToArray();")]
    // The copy is of another stream of the file.
    [InlineData("var kept = new Kept(); using var opened = form.OpenReadStream(); using var memory = new MemoryStream(); await [|opened.CopyToAsync(memory)|]; kept.Content = memory.ToArray();")]
    // The names are taken.
    [InlineData("int formBytes = 1, formContent = 2; var kept = new Kept(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; kept.Content = memory.ToArray(); path += formBytes + formContent;")]
    // The memory is asked for its position, closed, or used by another function.
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; path += memory.Position; kept.Content = memory.ToArray();")]
    [InlineData("var kept = new Kept(); var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; using (memory) { kept.Content = memory.ToArray(); }")]
    [InlineData("var kept = new Kept(); var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; kept.Content = memory.ToArray(); memory?.Dispose();")]
    [InlineData("var kept = new Kept(); var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; kept.Content = memory.ToArray(); Func<long> later = () => memory.Length; path += later();")]
    // It's waited for later.
    [InlineData("var kept = new Kept(); using var memory = new MemoryStream(); Task copy = [|form.CopyToAsync(memory)|]; await copy; kept.Content = memory.ToArray();")]
    [InlineData("var kept = new Kept(); var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; await memory.FlushAsync(); kept.Content = memory.ToArray();")]
    public Task There_is_no_fix_where_more_would_change(string body) =>
        Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body) + Kept);
}
