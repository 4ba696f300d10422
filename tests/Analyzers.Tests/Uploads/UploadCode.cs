namespace StreamTuning.Analyzers.Tests.Uploads;

/// <summary>Code that takes uploads, around what a test is about.</summary>
internal static class UploadCode
{
    private const string Directives = """
        using System;
        using System.Collections.Generic;
        using System.ComponentModel.DataAnnotations;
        using System.IO;
        using System.Linq;
        using System.Net;
        using System.Security.Cryptography;
        using System.Text.Json;
        using System.Text.Json.Serialization;
        using System.Threading;
        using System.Threading.Tasks;
        using Azure.Storage.Blobs;
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Http.Features;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Mvc.ModelBinding;
        using Microsoft.AspNetCore.Mvc.ModelBinding.Validation;
        using Microsoft.AspNetCore.Mvc.RazorPages;
        using Microsoft.AspNetCore.Routing;
        using Microsoft.Extensions.DependencyInjection;
        """;

    /// <summary>Types, with all directives above them.</summary>
    /// <param name="types">The types.</param>
    /// <param name="usesRuntime">Whether the directive for the runtime is there, which a fix adds.</param>
    public static string InFile(string types, bool usesRuntime = false) => Directives + (usesRuntime ? "\nusing StreamTuning;" : "") + "\n\n" + types;

    /// <summary>An API controller with members.</summary>
    public static string InController(string members, bool usesRuntime = false) => InFile(
        $$"""
        [ApiController]
        [Route("photos")]
        public class PhotosController : ControllerBase
        {
            {{members}}
        }
        """,
        usesRuntime);

    /// <summary>A method that maps routes, with other members beside it.</summary>
    public static string InRoutes(string statements, string members = "") => InFile(
        $$"""
        public static class Routes
        {
            public static void Map(IEndpointRouteBuilder app, WebApplication web, string root)
            {
                {{statements}}
            }

            {{members}}
        }
        """);

    /// <summary>A method of no handler, with a form file and what may be done with it.</summary>
    public static string InMethod(string body, bool usesRuntime = false) => InFile(
        $$"""
        public class C
        {
            public async Task M(IFormFile form, FormFile uploaded, IFormFileCollection files, Stream stream, string path, byte[] bytes, bool flag, BlobClient blob, CancellationToken token)
            {
                {{body}}
            }
        }
        """,
        usesRuntime);
}
