namespace StreamTuning.Analyzers.Tests.Blobs;

/// <summary>Code that uploads, around what a test is about.</summary>
internal static class BlobCode
{
    public const string RuntimeDirective = "using StreamTuning;";
    public const string AzureDirective = "using Azure;";

    /// <summary>A method with clients, contents and options of all kinds as parameters, and fields of the class.</summary>
    /// <param name="body">What the method does.</param>
    /// <param name="members">Other members of the class.</param>
    /// <param name="added">A directive that a fix adds: the first or the last of them.</param>
    public static string InMethod(string body, string members = "", string? added = null)
    {
        string first = added == AzureDirective ? "\n" + added : "";
        string last = added == RuntimeDirective ? "\n" + added : "";
        return $$"""
            using System;
            using System.Collections.Generic;
            using System.IO;
            using System.IO.Compression;
            using System.IO.Pipelines;
            using System.Linq;
            using System.Net.Http;
            using System.Security.Cryptography;
            using System.Text;
            using System.Threading;
            using System.Threading.Tasks;{{first}}
            using Azure.Storage;
            using Azure.Storage.Blobs;
            using Azure.Storage.Blobs.Models;
            using Azure.Storage.Blobs.Specialized;
            using Azure.Storage.Sas;
            using Microsoft.AspNetCore.Http;{{last}}

            class C
            {
                {{members}}

                async Task M(BlobClient blob, BlockBlobClient block, BlobContainerClient container, string path, Stream stream, FileStream file, IFormFile form, HttpRequest request,
                    HttpClient http, byte[] bytes, bool flag, BlobUploadOptions given, StorageTransferOptions transfer, BlobHttpHeaders headers, IDictionary<string, string> metadata,
                    IProgress<long> progress, IEnumerable<string> paths, Uri uri, CancellationToken token)
                {
                    {{body}}
                }
            }
            """;
    }
}
