using System.Net;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.CodeAnalysis;
using Microsoft.Extensions.DependencyInjection;
using StreamTuning.Analyzers;
using StreamTuning.AspNetCore;

namespace StreamTuning.FixBehavior.Behavior;

/// <summary>Servers of which a rule reports actions answer as they did when these are fixed, and keep the same files.</summary>
public sealed class ServerBehaviorTests
{
    private const string Form = RawForm.ContentType;
    private static readonly byte[] Large = Bytes.Random((3 * Bytes.MiB) + 12_345);
    private static readonly byte[] Small = Bytes.Random(1000, seed: 2);

    private static readonly Sending[] Forms =
    [
        new("one file", Form, new RawForm().File("files", "a.jpg", Small).End()),
        new("an empty file", Form, new RawForm().File("files", "a.jpg", []).End()),
        new("a large file", Form, new RawForm().File("files", "a.jpg", Large).End()),
        new("three files", Form, new RawForm().File("files", "a.jpg", Small).File("files", "b.jpg", Large).File("files", "c.jpg", [1]).End()),
        new("files of other inputs", Form, new RawForm().File("other", "a.jpg", Small).File("files", "b.jpg", Large).Field("title", "t").File("more", "c.jpg", [1]).End()),
        new("another case", Form, new RawForm().File("FILES", "a.jpg", Small).End()),
        new("another type", Form, new RawForm().File("files", "a.png", Small, "image/png").File("files", "b.jpg", Small).End()),
        new("a name with a path", Form, new RawForm().File("files", "../a b.jpg", Small).End()),
        new("no files", Form, new RawForm().Field("title", "t").End()),
        new("an empty form", Form, new RawForm().End()),
    ];

    private static readonly Sending[] Broken =
    [
        new("no form", "text/plain", [1, 2, 3]),
        new("a form that is cut off", Form, new RawForm().File("files", "a.jpg", Large).ToArray()),
        new("another boundary", "multipart/form-data; boundary=other", new RawForm().File("files", "a.jpg", Small).End()),
    ];

    private static readonly Sending[] Models =
    [
        Json("{}"),
        Json("""{"data":null}"""),
        Json("""{"data":""}"""),
        Json("""{"data":"AA=="}"""),
        Json("""{"data":"AAAA","title":"abc"}"""),
        Json("""{"data":"AAAA","title":"abcd"}"""),
        Json("""{"data":"!"}"""),
        Json("""{"data":5}"""),
        Json($$"""{"data":"{{Convert.ToBase64String(Bytes.Random(200_000))}}","title":"a"}"""),
        Json("""{"parts":[{"data":"AAAA","title":"a"},{"data":null,"title":"abcd"}]}"""),
        Json("""{"parts":null}"""),
        Json("[]"),
    ];

    [Theory]
    [InlineData("/all/sea")]
    [InlineData("/names")]
    [InlineData("/plain")]
    [Trait(Suite.Name, Suite.Slow)]
    public Task Streamed_actions_answer_as_before(string path) => CompareAsync(Rules.BufferedFormFile, RuleFixes.Runtime, path, Forms);

    /// <summary>As the page says: files are copied before the form is known to be whole, and what is no form is refused by the runtime.</summary>
    [Theory]
    [InlineData("/all/sea")]
    [InlineData("/plain")]
    public async Task Streamed_actions_refuse_what_is_no_form(string path)
    {
        (Assembly _, Assembly after) = await LoadAsync(Rules.BufferedFormFile, RuleFixes.Runtime);
        foreach (Sending sending in Broken)
        {
            (Answer answer, string files) = await SendAsync(after, path, sending);
            Assert.True(answer.Status is HttpStatusCode.BadRequest or HttpStatusCode.UnsupportedMediaType, $"{sending.Name}: {answer}");
            Assert.Equal("", files);
        }
    }

    [Theory]
    [InlineData("/plain")]
    [InlineData("/required")]
    [InlineData("/short")]
    [InlineData("/record")]
    [InlineData("/nested")]
    [Trait(Suite.Name, Suite.Slow)]
    public Task Models_are_validated_as_before_but_for_the_elements_of_arrays(string path) => CompareAsync(Rules.ValidatedByteArray, RuleFixes.Setting, path, Models);

    /// <summary>As the page says: with the attribute an array may also be null.</summary>
    [Theory]
    [InlineData("/plain")]
    [InlineData("/short")]
    [Trait(Suite.Name, Suite.Slow)]
    public Task Models_with_the_attribute_are_validated_as_before_where_the_array_is_there(string path) =>
        CompareAsync(Rules.ValidatedByteArray, RuleFixes.Plain, path, [.. Models.Where(sending => Encoding.UTF8.GetString(sending.Body).StartsWith("{\"data\":\"", StringComparison.Ordinal))]);

    [Fact]
    [Trait(Suite.Name, Suite.Slow)]
    public Task Parts_are_read_as_before() => CompareAsync(Rules.SmallMultipartBuffer, RuleFixes.Plain, "/parts", [.. Forms, Broken[1], Broken[2]]);

    private static Sending Json(string text) => new(text.Length > 100 ? text[..100] : text, "application/json", Encoding.UTF8.GetBytes(text));

    private static async Task CompareAsync(Rule rule, RuleFixes form, string path, Sending[] sendings)
    {
        (Assembly before, Assembly after) = await LoadAsync(rule, form);
        foreach (Sending sending in sendings)
        {
            (Answer expected, string oldFiles) = await SendAsync(before, path, sending);
            (Answer actual, string newFiles) = await SendAsync(after, path, sending);
            Assert.True(expected == actual, $"{sending.Name}: {actual} in the place of {expected}");
            Assert.True(oldFiles == newFiles, $"{sending.Name}: leaves {newFiles} in the place of {oldFiles}");
        }
    }

    private static async Task<(Assembly Before, Assembly After)> LoadAsync(Rule rule, RuleFixes form)
    {
        Document original = await FixedProgram.OpenAsync(rule, "Servers/");
        Document? changed = await FixedProgram.FixAsync(original, rule, form);
        Assert.NotNull(changed);
        return (await FixedProgram.LoadAsync(original), await FixedProgram.LoadAsync(changed));
    }

    /// <summary>What a server of its own answers to a request, and the files that it keeps.</summary>
    private static async Task<(Answer Answer, string Files)> SendAsync(Assembly program, string path, Sending sending)
    {
        using var scratch = new Scratch();
        Type type = program.GetType("Program")!;
        type.GetProperty("Folder")!.SetValue(null, scratch.Root);
        await using UploadServer server = await UploadServer.StartAsync(
            app => app.MapControllers(),
            builder =>
            {
                type.GetMethod("AddServices")!.Invoke(null, [builder.Services]);
                builder.Services.AddMvcCore().AddApplicationPart(program);
            });
        Answer answer = await server.PostAsync(path, sending.Body, contentType: sending.ContentType);
        string files = string.Join(" ", Directory.GetFiles(scratch.Root).Select(file => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file)))[..16]).Order());
        return (answer with { Body = WithoutTrace(answer.Body) }, files);
    }

    /// <summary>The id of the request, which is another each time.</summary>
    private static string WithoutTrace(string body) => System.Text.RegularExpressions.Regex.Replace(body, "\"traceId\":\"[^\"]*\"", "\"traceId\":\"\"");

    private sealed record Sending(string Name, string ContentType, byte[] Body);
}
