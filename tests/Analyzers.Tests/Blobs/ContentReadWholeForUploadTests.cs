using Microsoft.CodeAnalysis;
using static StreamTuning.Analyzers.Tests.Blobs.BlobCode;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Blobs.ContentReadWholeForUploadAnalyzer,
    StreamTuning.CodeFixes.Blobs.ContentReadWholeForUploadCodeFix>;

namespace StreamTuning.Analyzers.Tests.Blobs;

public sealed class ContentReadWholeForUploadTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // A file that is read whole.
    [InlineData("await blob.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|]));")]
    [InlineData("await blob.UploadAsync(BinaryData.FromBytes(await [|File.ReadAllBytesAsync(path, token)|]), overwrite: true, token);")]
    [InlineData("await blob.UploadAsync(new MemoryStream(await [|File.ReadAllBytesAsync(path)|].ConfigureAwait(false)), true);")]
    [InlineData("await blob.UploadAsync(new MemoryStream([|File.ReadAllBytes(path)|], writable: false));")]
    [InlineData("blob.Upload(new BinaryData([|File.ReadAllBytes(path)|]));")]
    [InlineData("byte[] all = await [|File.ReadAllBytesAsync(path)|]; await blob.UploadAsync(new BinaryData(all), given, token);")]
    [InlineData("var all = [|File.ReadAllBytes(path)|]; using var memory = new MemoryStream(all); await blob.UploadAsync(memory, headers);")]
    [InlineData("byte[] all; all = [|File.ReadAllBytes(path)|]; await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("using (Stream memory = new MemoryStream([|File.ReadAllBytes(path)|])) { await blob.UploadAsync(memory); }")]
    [InlineData("var data = BinaryData.FromBytes([|File.ReadAllBytes(path)|]); await container.UploadBlobAsync(path, data, token);")]
    [InlineData("BinaryData data = new([|File.ReadAllBytes(path)|]); using Stream content = data.ToStream(); await block.UploadAsync(content, given);")]
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; MemoryStream memory = new(all); memory.Position = 0; await block.UploadAsync(memory, new BlobUploadOptions()); memory.Dispose();")]
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; try { await blob.UploadAsync(new BinaryData(all)); } catch (IOException) { throw; }")]
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; await container.CreateIfNotExistsAsync(); await container.GetBlobClient(path).UploadAsync(new BinaryData(all));")]
    [InlineData("Func<Task> upload = async () => await blob.UploadAsync(new BinaryData(await [|File.ReadAllBytesAsync(path)|])); await upload();")]
    [InlineData("await UploadAsync(path); Task UploadAsync(string each) => blob.UploadAsync(new BinaryData([|File.ReadAllBytes(each)|]));")]
    [InlineData("foreach (string each in paths) { byte[] all = [|File.ReadAllBytes(each)|]; await container.UploadBlobAsync(each, new MemoryStream(all)); }")]
    [InlineData("await Task.WhenAll(paths.Select(async each => await container.UploadBlobAsync(each, new BinaryData(await [|File.ReadAllBytesAsync(each)|]))));")]
    [InlineData("Task<Response<BlobContentInfo>> upload = blob.UploadAsync(BinaryData.FromBytes([|File.ReadAllBytes(path)|])); await upload;")]
    [InlineData("await (blob?.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|])) ?? Task.CompletedTask);")]
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; Console.WriteLine(path); await container.GetBlobClient(Path.GetFileName(path)).UploadAsync(new BinaryData(all));")]
    [InlineData("var uploads = new List<Task>(); foreach (string each in paths) { uploads.Add(container.UploadBlobAsync(each, new BinaryData([|File.ReadAllBytes(each)|]))); }")]
    // A stream that is copied.
    [InlineData("using var memory = new MemoryStream(); await [|stream.CopyToAsync(memory)|]; memory.Position = 0; if ((await blob.UploadAsync(memory)).GetRawResponse().IsError) { return; }")]
    [InlineData("using var memory = new MemoryStream(); await [|stream.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using (var memory = new MemoryStream(4096)) { [|file.CopyTo(memory, 81920)|]; memory.Seek(0, SeekOrigin.Begin); await blob.UploadAsync(memory, overwrite: true); }")]
    [InlineData("Stream memory = new MemoryStream(); await [|request.Body.CopyToAsync(memory, token)|]; memory.Position = 0L; await block.UploadAsync(memory, given); memory.Close();")]
    [InlineData("MemoryStream memory = new(); await [|http.GetStreamAsync(path).Result.CopyToAsync(memory)|]; await blob.UploadAsync(new BinaryData(memory.ToArray()));")]
    [InlineData("var memory = new MemoryStream(); await [|stream.CopyToAsync(memory)|]; byte[] all = memory.ToArray(); await blob.UploadAsync(new MemoryStream(all));")]
    [InlineData("var memory = new MemoryStream(); [|stream.CopyTo(memory)|]; memory.Position = 0; await blob.UploadAsync(await BinaryData.FromStreamAsync(memory));")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory, token)|]; memory.Position = 0; await blob.UploadAsync(memory, new BlobHttpHeaders { ContentType = form.ContentType }, cancellationToken: token);")]
    [InlineData("using var memory = new MemoryStream(); await [|request.BodyReader.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var response = await http.GetAsync(path); using var memory = new MemoryStream(); await [|response.Content.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); using (var zip = new GZipStream(file, CompressionMode.Decompress)) { await [|zip.CopyToAsync(memory)|]; } memory.Position = 0; await blob.UploadAsync(memory);")]
    // A stream that is read into data.
    [InlineData("await blob.UploadAsync(await [|BinaryData.FromStreamAsync(stream, token)|], token);")]
    [InlineData("BinaryData data = [|BinaryData.FromStream(file)|]; blob.Upload(data, overwrite: true);")]
    [InlineData("await container.UploadBlobAsync(path, [|BinaryData.FromStream(request.Body)|]);")]
    public Task Content_that_is_in_memory_only_to_be_uploaded_is_reported(string body) => Check.ReportsAsync(InMethod(body, added: AzureDirective));

    [Theory]
    [Trait("Case", "Positive")]
    [InlineData("using var memory = new MemoryStream(); using (var zip = new GZipStream(memory, CompressionLevel.Fastest, true)) { {|#0:file.CopyTo(zip)|}; } memory.Position = 0; await blob.UploadAsync(memory);", "CopyTo")]
    [InlineData("var memory = new MemoryStream(); await using (var zip = new BrotliStream(memory, CompressionMode.Compress, leaveOpen: true)) { await {|#0:form.CopyToAsync(zip)|}; } memory.Seek(0, SeekOrigin.Begin); await container.UploadBlobAsync(path, memory);", "CopyToAsync")]
    [InlineData("var memory = new MemoryStream(); using (var zip = new GZipStream(memory, CompressionMode.Compress)) { await {|#0:stream.CopyToAsync(zip)|}; } await blob.UploadAsync(new BinaryData(memory.ToArray()));", "CopyToAsync")]
    public async Task Content_that_is_compressed_into_memory_has_no_fix(string body, string name)
    {
        string source = InMethod(body, added: AzureDirective);
        await Check.ReportsAsync(source, Check.Diagnostic(0, name, "write it to a temporary file or a pipe").WithSeverity(DiagnosticSeverity.Info));
        string marked = source.Replace("{|#0:", "[|").Replace("|}", "|]");
        await Check.OffersNoFixAsync(RuleFixes.Plain, marked);
        await Check.OffersNoFixAsync(RuleFixes.Runtime, marked);
    }

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_call_that_reads() => Check.ReportsAsync(
        InMethod("await blob.UploadAsync(new BinaryData({|#0:File.ReadAllBytes(path)|}));"),
        Check.Diagnostic(0, "ReadAllBytes", "upload the file or stream itself").WithSeverity(DiagnosticSeverity.Info));

    [Theory]
    [Trait("Case", "Negative")]
    // The bytes are used otherwise.
    [InlineData("using var memory = new MemoryStream(); using (var zip = new GZipStream(memory, CompressionLevel.Fastest, true)) { file.CopyTo(zip); } Console.WriteLine(memory.Length); memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); using (var hash = MD5.Create()) using (var tee = new CryptoStream(memory, hash, CryptoStreamMode.Write, true)) { file.CopyTo(tee); } memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); using (var zip = new GZipStream(memory, CompressionMode.Compress, true)) { file.CopyTo(zip); stream.CopyTo(zip); } memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); using (var zip = new GZipStream(memory, CompressionMode.Compress, true)) { file.CopyTo(zip); } memory.Position = 0; await blob.UploadAsync(memory); memory.Position = 0; await SHA256.HashDataAsync(memory);")]
    [InlineData("byte[] all = File.ReadAllBytes(path); Console.WriteLine(all.Length); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); headers.ContentHash = MD5.HashData(all); await blob.UploadAsync(new MemoryStream(all), headers);")]
    [InlineData("byte[] all = File.ReadAllBytes(path); all[0] = 1; await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); await blob.UploadAsync(new MemoryStream(all, 0, 100));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); await blob.UploadAsync(new BinaryData(all)); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); using var memory = new MemoryStream(all); await blob.UploadAsync(memory); memory.Position = 0; await SHA256.HashDataAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory); Console.WriteLine(memory.Length); memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory); memory.WriteByte(0); memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory); await file.CopyToAsync(memory); memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("BinaryData data = BinaryData.FromStream(stream); Console.WriteLine(data); await blob.UploadAsync(data);")]
    // Not all of it, or nothing.
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory); memory.Position = 3; await blob.UploadAsync(memory);")]
    [InlineData("using var memory = new MemoryStream(); await stream.CopyToAsync(memory); await blob.UploadAsync(memory);")]
    [InlineData("byte[] all = new byte[100]; stream.Read(all, 0, 100); await blob.UploadAsync(new BinaryData(all));")]
    // Bytes that serve several attempts, or only some runs.
    [InlineData("byte[] all = File.ReadAllBytes(path); for (int i = 0; i < 3; i++) { try { await blob.UploadAsync(new MemoryStream(all)); break; } catch (IOException) { } }")]
    [InlineData("byte[] all = File.ReadAllBytes(path); await RetryAsync(() => blob.UploadAsync(new BinaryData(all)));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); foreach (string each in paths) { await container.UploadBlobAsync(each, new BinaryData(all)); }")]
    [InlineData("byte[] all = File.ReadAllBytes(path); if (flag) { await blob.UploadAsync(new BinaryData(all)); }")]
    [InlineData("byte[] all = flag ? File.ReadAllBytes(path) : bytes; await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); if (flag) { all = bytes; } await blob.UploadAsync(new BinaryData(all));")]
    // The file is not what it was.
    [InlineData("byte[] all = File.ReadAllBytes(path); File.Delete(path); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); new FileInfo(path).Delete(); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); using var log = new FileStream(path, FileMode.Create); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); Remove(path); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); Directory.Delete(\"photos\", true); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); using (var writer = new StreamWriter(path)) { writer.Write(1); } await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("Task upload = blob.UploadAsync(new BinaryData(File.ReadAllBytes(path))); File.Delete(path); await upload;")]
    // It is in memory so that others can go on.
    [InlineData("byte[] all; lock (path) { all = File.ReadAllBytes(path); } await blob.UploadAsync(new BinaryData(all));")]
    // Content that was in memory, or is small.
    [InlineData("using var memory = new MemoryStream(); new MemoryStream(bytes).CopyTo(memory); memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("await blob.UploadAsync(BinaryData.FromStream(new MemoryStream(bytes)));")]
    [InlineData("if (new FileInfo(path).Length < 100_000) { await blob.UploadAsync(new BinaryData(File.ReadAllBytes(path))); }")]
    [InlineData("if (form.Length > 65536) { return; } using var memory = new MemoryStream(); await form.CopyToAsync(memory); memory.Position = 0; await blob.UploadAsync(memory);")]
    // Clients that encrypt, or cannot send blocks.
    [InlineData("var secret = blob.WithClientSideEncryptionOptions(new ClientSideEncryptionOptions(ClientSideEncryptionVersion.V2_0)); await secret.UploadAsync(new BinaryData(File.ReadAllBytes(path)));")]
    [InlineData("Uri signed = blob.GenerateSasUri(BlobSasPermissions.Create, DateTimeOffset.MaxValue); await new BlobClient(signed).UploadAsync(new BinaryData(File.ReadAllBytes(path)));")]
    // Other targets.
    [InlineData("File.WriteAllBytes(path + \".bak\", File.ReadAllBytes(path));")]
    [InlineData("byte[] all = File.ReadAllBytes(path); await block.StageBlockAsync(\"AA==\", new MemoryStream(all));")]
    [InlineData("await container.GetAppendBlobClient(path).AppendBlockAsync(new MemoryStream(File.ReadAllBytes(path)));")]
    [InlineData("await blob.UploadAsync(new BinaryData(bytes));")]
    [InlineData("await blob.UploadAsync(path);")]
    [InlineData("System.Linq.Expressions.Expression<Func<BlobClient, Task>> setup = client => client.UploadAsync(new BinaryData(File.ReadAllBytes(\"path\")));")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body, "static Task RetryAsync(Func<Task> attempt) => attempt(); static void Remove(string path) { }"));

    [Theory]
    [InlineData("await blob.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|]));", "await blob.UploadBlocksAsync(path);")]
    [InlineData("await blob.UploadAsync(BinaryData.FromBytes(await [|File.ReadAllBytesAsync(path, token)|]), overwrite: true, token).ConfigureAwait(false);", "await blob.UploadBlocksAsync(path, overwrite: true, token).ConfigureAwait(false);")]
    [InlineData("await blob.UploadAsync(new MemoryStream(await [|File.ReadAllBytesAsync(path, token)|]));", "await blob.UploadBlocksAsync(path, token);")]
    [InlineData("await blob.UploadAsync(content: new MemoryStream(await [|File.ReadAllBytesAsync(path, token)|]), httpHeaders: headers);", "await blob.UploadBlocksAsync(path: path, httpHeaders: headers, cancellationToken: token);")]
    [InlineData("byte[] all = await [|File.ReadAllBytesAsync(path, token)|]; await blob.UploadAsync(new BinaryData(all), given, token);", "await blob.UploadBlocksAsync(path, given, token);")]
    [InlineData("using var memory = new MemoryStream([|File.ReadAllBytes(path)|]); await blob.UploadAsync(memory, headers, metadata);", "await blob.UploadBlocksAsync(path, headers, metadata);")]
    [InlineData("await container.UploadBlobAsync(path, BinaryData.FromBytes([|File.ReadAllBytes(path)|]), token);", "await container.GetBlobClient(path).UploadBlocksAsync(path, token);")]
    [InlineData("using var memory = new MemoryStream(); await [|request.Body.CopyToAsync(memory, token)|]; memory.Position = 0; await blob.UploadAsync(memory, overwrite: true);", "await blob.UploadBlocksAsync(request.Body, overwrite: true, cancellationToken: token);")]
    [InlineData("using (var memory = new MemoryStream()) { await [|stream.CopyToAsync(memory)|]; memory.Position = 0; await block.UploadAsync(memory, given, token); }", "await block.UploadBlocksAsync(stream, given, token);")]
    [InlineData("using var memory = new MemoryStream(); await [|form.CopyToAsync(memory)|]; memory.Position = 0; await container.UploadBlobAsync(form.FileName, memory);", "await container.GetBlobClient(form.FileName).UploadBlocksAsync(form.OpenReadStream());")]
    [InlineData("await blob.UploadAsync(await [|BinaryData.FromStreamAsync(stream, token)|], token);", "await blob.UploadBlocksAsync(stream, token);")]
    // A synchronous upload would send one block after the other.
    [InlineData("blob.Upload(new BinaryData([|File.ReadAllBytes(path)|]), given);", "await blob.UploadBlocksAsync(path, given);")]
    [InlineData("container.UploadBlob(path, new MemoryStream([|File.ReadAllBytes(path)|]));", "await container.GetBlobClient(path).UploadBlocksAsync(path);")]
    [InlineData("using var memory = new MemoryStream(); await [|request.Body.CopyToAsync(memory)|].ConfigureAwait(false); memory.Position = 0; blob.Upload(memory);", "await blob.UploadBlocksAsync(request.Body).ConfigureAwait(false);")]
    public Task With_the_runtime_the_source_is_uploaded_in_blocks(string body, string fixedBody) => Check.FixesAsync(RuleFixes.Runtime, InMethod(body), InMethod(fixedBody, added: RuntimeDirective));

    [Theory]
    [InlineData("await blob.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|]), overwrite: true);", "await blob.UploadAsync(path, overwrite: true);")]
    [InlineData("blob.Upload(new BinaryData([|File.ReadAllBytes(path)|]), given);", "blob.Upload(path, given);")]
    [InlineData("byte[] all = await [|File.ReadAllBytesAsync(path)|]; BlobClient other = container.GetBlobClient(path); await other.UploadAsync(new BinaryData(all), token);", "BlobClient other = container.GetBlobClient(path); await other.UploadAsync(path, token);")]
    [InlineData("container.UploadBlob(path, new MemoryStream([|File.ReadAllBytes(path)|]));", "container.GetBlobClient(path).Upload(path);")]
    [InlineData("await container.UploadBlobAsync(path, [|BinaryData.FromStream(request.Body)|]);", "await container.UploadBlobAsync(path, request.Body);")]
    [InlineData("var memory = new MemoryStream(); await [|request.BodyReader.CopyToAsync(memory)|]; byte[] all = memory.ToArray(); await blob.UploadAsync(new BinaryData(all));", "await blob.UploadAsync(request.BodyReader.AsStream());")]
    [InlineData(
        "using var response = await http.GetAsync(path); using var memory = new MemoryStream(); await [|response.Content.CopyToAsync(memory, token)|].ConfigureAwait(false); memory.Position = 0; await blob.UploadAsync(memory).ConfigureAwait(false);",
        "using var response = await http.GetAsync(path); await blob.UploadAsync(await response.Content.ReadAsStreamAsync(token).ConfigureAwait(false), token).ConfigureAwait(false);")]
    [InlineData("using var memory = new MemoryStream(); [|file.CopyTo(memory, 81920)|]; memory.Seek(0, SeekOrigin.Begin); blob.Upload(memory); memory.Flush();", "blob.Upload(file);")]
    [InlineData("Func<Task> upload = () => blob.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|])); await upload();", "Func<Task> upload = () => blob.UploadAsync(path); await upload();")]
    // What can't seek is sent in blocks, in parallel if the upload is asynchronous.
    [InlineData("using var memory = new MemoryStream(); await [|request.Body.CopyToAsync(memory)|]; memory.Position = 0; blob.Upload(memory, overwrite: true);", "await blob.UploadAsync(request.Body, overwrite: true);")]
    [InlineData("container.UploadBlob(path, [|BinaryData.FromStream(request.Body)|]);", "await container.UploadBlobAsync(path, request.Body);")]
    [InlineData("using var zip = new GZipStream(file, CompressionMode.Decompress); using var memory = new MemoryStream(); [|zip.CopyTo(memory)|]; memory.Position = 0; blob.Upload(memory);", "using var zip = new GZipStream(file, CompressionMode.Decompress); await blob.UploadAsync(zip);")]
    [InlineData("Action upload = () => blob.Upload(new BinaryData([|File.ReadAllBytes(path)|])); upload();", "Action upload = () => blob.Upload(path); upload();")]
    public Task In_plain_code_the_source_is_uploaded(string body, string fixedBody) => Check.FixesOneByOneAsync(RuleFixes.Plain, InMethod(body), InMethod(fixedBody));

    [Fact]
    public Task A_using_that_goes_leaves_the_one_around_it_as_it_is() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using (var source = File.OpenRead(path))
                    using (var memory = new MemoryStream())
                    {
                        // All of it.
                        await [|source.CopyToAsync(memory)|];
                        memory.Position = 0;
                        await blob.UploadAsync(memory, overwrite: true);
                    }
            """),
        InMethod(
            """
            using (var source = File.OpenRead(path))
                    {
                        // All of it.
                        await blob.UploadAsync(source, overwrite: true);
                    }
            """));

    [Fact]
    public Task Statements_of_a_using_that_goes_move_out_of_it() => Check.FixesOneByOneAsync(
        RuleFixes.Plain,
        InMethod(
            """
            if (flag)
                    {
                        // The photo of the user.
                        using (var memory = new MemoryStream())
                        {
                            await [|form.CopyToAsync(memory)|];
                            memory.Position = 0;

                            // Ours.
                            var client = container.GetBlobClient(path);
                            await client.UploadAsync(
                                memory,
                                new BlobHttpHeaders { ContentType = form.ContentType }); // In one request.
                            Console.WriteLine(client.Uri);
                        }
                    }
            """),
        InMethod(
            """
            if (flag)
                    {
                        // The photo of the user.
                        // Ours.
                        var client = container.GetBlobClient(path);
                        await client.UploadAsync(
                            form.OpenReadStream(),
                            new BlobHttpHeaders { ContentType = form.ContentType }); // In one request.
                        Console.WriteLine(client.Uri);
                    }
            """));

    [Fact]
    public Task Programs_of_statements_are_fixed() => Check.FixesAsync(
        RuleFixes.Runtime,
        """
        using System;
        using System.IO;
        using Azure.Storage.Blobs;

        var blob = new BlobClient("UseDevelopmentStorage=true", "photos", args[0]);
        byte[] photo = [|File.ReadAllBytes(args[0])|];
        await blob.UploadAsync(new BinaryData(photo));
        """,
        """
        using System;
        using System.IO;
        using Azure.Storage.Blobs;
        using StreamTuning;

        var blob = new BlobClient("UseDevelopmentStorage=true", "photos", args[0]);
        await blob.UploadBlocksAsync(args[0]);
        """,
        outputKind: OutputKind.ConsoleApplication);

    [Theory]
    [Trait("Case", "NoFix")]
    // Something happens in between.
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; await container.CreateIfNotExistsAsync(); await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; try { await blob.UploadAsync(new BinaryData(all)); } catch (IOException) { }")]
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; string other = path; path = \"a\"; await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("using var memory = new MemoryStream(); using (var zip = new GZipStream(file, CompressionMode.Decompress)) { await [|zip.CopyToAsync(memory)|]; } memory.Position = 0; await blob.UploadAsync(memory);")]
    [InlineData("byte[] all = [|File.ReadAllBytes(Next())|]; await container.GetBlobClient(Next()).UploadAsync(new BinaryData(all)); string Next() => path += path;")]
    // A block would be empty.
    [InlineData("var memory = new MemoryStream(); try { await [|stream.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory); } finally { memory.Dispose(); }")]
    // There is no overload for a path.
    [InlineData("byte[] all = [|File.ReadAllBytes(path)|]; await block.UploadAsync(new MemoryStream(all), given);")]
    // Two tokens.
    [InlineData("await blob.UploadAsync(new BinaryData(await [|File.ReadAllBytesAsync(path, token)|]), request.HttpContext.RequestAborted);")]
    // Nobody waits for the upload, but the stream may be closed.
    [InlineData("using var memory = new MemoryStream(); await [|stream.CopyToAsync(memory)|]; memory.Position = 0; Task upload = blob.UploadAsync(memory); await upload;")]
    // The upload blocks, which a request does not allow.
    [InlineData("using var memory = new MemoryStream(); await [|request.Body.CopyToAsync(memory)|]; memory.Position = 0; var info = blob.Upload(memory);")]
    // The content is read twice.
    [InlineData("var response = await http.GetAsync(path); var memory = new MemoryStream(); await [|response.Content.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory); await response.Content.ReadAsStringAsync();")]
    // What fails is told apart.
    [InlineData("try { var response = await http.GetAsync(path); var memory = new MemoryStream(); await [|response.Content.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory); } catch (HttpRequestException) { }")]
    // Comments.
    [InlineData("byte[] all = [|File.ReadAllBytes(path /* the photo */)|]; await blob.UploadAsync(new BinaryData(all));")]
    [InlineData("await blob.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|]) /* all */ .ToStream());")]
    public async Task Where_the_program_might_do_something_else_nothing_is_offered(string body)
    {
        await Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));
        await Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body));
    }

    [Fact]
    [Trait("Case", "NoFix")]
    public Task The_runtime_has_no_synchronous_upload() =>
        Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod("Action upload = () => blob.Upload(new BinaryData([|File.ReadAllBytes(path)|])); upload();"));

    [Theory]
    [Trait("Case", "Negative")]
    [InlineData("await blob.UploadBlocksAsync(path, given);")]
    [InlineData("await blob.UploadAsync(request.Body, overwrite: true);")]
    [InlineData("await container.UploadBlobAsync(path, request.Body);")]
    [InlineData("using var zip = new GZipStream(file, CompressionMode.Decompress); await blob.UploadAsync(zip);")]
    public async Task The_rules_about_uploads_have_nothing_against_what_is_awaited(string fixedBody)
    {
        string source = InMethod(fixedBody, added: RuntimeDirective);
        await Verify<StreamTuning.Analyzers.Blobs.UnblockedBlobUploadAnalyzer, StreamTuning.CodeFixes.Blobs.UnblockedBlobUploadCodeFix>.IsSilentAsync(source);
        await Verify<StreamTuning.Analyzers.Blobs.SyncBlobUploadIsSerialAnalyzer, StreamTuning.CodeFixes.Blobs.SyncBlobUploadIsSerialCodeFix>.IsSilentAsync(source);
    }

    [Fact]
    [Trait("Case", "Trivia")]
    public Task Comments_and_odd_formatting_stay() => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod(
            """
            // Read it.
                    byte[] all = await [|File.ReadAllBytesAsync(path)|]; // all of it

                    /* and */ await blob . UploadAsync( // upload
                        new BinaryData(all) , // the photo
                        overwrite :true /* always */ ) ; // done
            """),
        InMethod(
            """
            // Read it.
                    // all of it

                    /* and */ await blob . UploadBlocksAsync( // upload
                        path , // the photo
                        overwrite :true /* always */ ) ; // done
            """,
            added: RuntimeDirective));

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_places_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("await blob.UploadAsync(new BinaryData([|File.ReadAllBytes(path)|])); using var memory = new MemoryStream(); await [|stream.CopyToAsync(memory)|]; memory.Position = 0; await blob.UploadAsync(memory);"),
            InMethod("byte[] all = [|File.ReadAllBytes(path)|]; await blob.UploadAsync(new BinaryData(all), token);").Replace("class C", "class D"),
        ],
        [
            InMethod("await blob.UploadBlocksAsync(path); await blob.UploadBlocksAsync(stream);", added: RuntimeDirective),
            InMethod("await blob.UploadBlocksAsync(path, token);", added: RuntimeDirective).Replace("class C", "class D"),
        ]);
}
