namespace StreamTuning.Analyzers.Tests.Uploads;

/// <summary>Code that reads the bodies of requests itself, around what a test is about.</summary>
internal static class StreamingCode
{
    /// <summary>Types, with all directives above them.</summary>
    /// <param name="types">The types.</param>
    /// <param name="usesRuntime">Whether the directive for the runtime is there, which a fix adds.</param>
    public static string InFile(string types, bool usesRuntime = false) =>
        $"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Linq;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Hosting;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Http.Features;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Mvc.ApplicationModels;
        using Microsoft.AspNetCore.Mvc.Filters;
        using Microsoft.AspNetCore.Mvc.ModelBinding;
        using Microsoft.AspNetCore.Mvc.RazorPages;
        using Microsoft.AspNetCore.Routing;
        using Microsoft.AspNetCore.Server.Kestrel.Core;
        using Microsoft.AspNetCore.WebUtilities;
        using Microsoft.Extensions.DependencyInjection;
        {(usesRuntime ? "using StreamTuning;\n" : "")}
        {types}
        """;

    /// <summary>A controller with members.</summary>
    public static string InController(string members, string attributes = "", bool usesRuntime = false) => InFile(
        $$"""
        [Route("photos")] {{attributes}}
        public class PhotosController : ControllerBase
        {
            {{members}}
        }
        """,
        usesRuntime);

    /// <summary>A method that maps routes, with other members beside it.</summary>
    public static string InRoutes(string statements, string members = "", bool usesRuntime = false) => InFile(
        $$"""
        public static class Routes
        {
            public static void Map(IEndpointRouteBuilder app, WebApplication web)
            {
                {{statements}}
            }

            {{members}}
        }
        """,
        usesRuntime);

    /// <summary>A method of no handler, with requests and what their bodies may be written to.</summary>
    public static string InMethod(string body, bool usesRuntime = false) => InFile(
        $$"""
        public class C
        {
            private readonly FileStream _file = File.Create("field");

            public async Task M(IHttpContextAccessor accessor, HttpContext context, HttpRequest request, PipeReader pipe, Stream stream, FileStream file, HttpContent content, string boundary, string path, bool flag, int size, CancellationToken token)
            {
                {{body}}
            }
        }
        """,
        usesRuntime);
}
