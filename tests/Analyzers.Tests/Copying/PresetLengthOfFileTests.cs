using Microsoft.CodeAnalysis;
using Check = StreamTuning.Analyzers.Tests.Verify<
    StreamTuning.Analyzers.Copying.PresetLengthOfFileAnalyzer,
    StreamTuning.CodeFixes.Copying.PresetLengthOfFileCodeFix>;

namespace StreamTuning.Analyzers.Tests.Copying;

public sealed class PresetLengthOfFileTests
{
    [Theory]
    [Trait("Case", "Positive")]
    // One copy from a stream that is known to seek.
    [InlineData("using var file = [|File.Create(path)|]; await source.CopyToAsync(file, 1048576);")]
    [InlineData("using var file = [|new FileStream(path, FileMode.Create)|]; source.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|new FileStream(path, FileMode.CreateNew, FileAccess.Write)|]; source.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|File.Open(path, FileMode.Truncate)|]; source.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|new FileInfo(path).Create()|]; source.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write })|]; source.CopyTo(file, 1048576);")]
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }; using var file = [|new FileStream(path, own)|]; source.CopyTo(file, 1048576);")]
    [InlineData("using Stream file = [|File.Create(path)|]; source.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|File.Create(path)|]; using Stream input = File.OpenRead(path); input.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|File.Create(path)|]; File.OpenRead(path).CopyTo(file, 1048576);")]
    [InlineData("using var file = [|File.Create(path)|]; unmanaged.CopyTo(file, 1048576);")]
    [InlineData("source.CopyTo([|File.Create(path)|], 1048576);")]
    [InlineData("FileStream? file = null; try { file = [|File.Create(path)|]; source.CopyTo(file, 1048576); await file.FlushAsync(); } finally { file?.Dispose(); }")]
    [InlineData("foreach (var name in names) { using var file = [|File.Create(name)|]; File.OpenRead(name).CopyTo(file, 1048576); }")]
    [InlineData("await using var file = [|File.Create(path)|]; if (size > 0) { source.CopyTo(file, 1048576); } Console.WriteLine(file.Name + file.Position);")]
    // A form file.
    [InlineData("using var file = [|File.Create(path)|]; using var input = form.OpenReadStream(); await input.CopyToAsync(file, 1048576);")]
    // A loop that reads one stream to its end.
    [InlineData("using var file = [|File.Create(path)|]; while ((read = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, read);")]
    [InlineData("using var file = [|File.Create(path)|]; while ((read = source.Read(buffer)) != 0) { file.Write(buffer.AsSpan(0, read)); }")]
    [InlineData("using var file = [|File.Create(path)|]; while ((read = await source.ReadAsync(buffer, token)) > 0) { await file.WriteAsync(buffer.AsMemory(0, read), token).ConfigureAwait(false); }")]
    [InlineData("using var file = [|File.Create(path)|]; while (true) { read = source.Read(buffer, 0, 4096); if (read == 0) break; file.Write(buffer, 0, read); }")]
    [InlineData("using var file = [|File.Create(path)|]; for (;;) { int count = source.Read(buffer); if (count <= 0) { break; } file.Write(buffer, 0, count); }")]
    [InlineData("using var file = [|File.Create(path)|]; do { read = source.Read(buffer); file.Write(buffer, 0, read); } while (read > 0);")]
    // A loop that takes an array block by block.
    [InlineData("using var file = [|File.Create(path)|]; for (int i = 0; i < data.Length; i += 65536) file.Write(data, i, Math.Min(65536, data.Length - i));")]
    [InlineData("using var file = [|File.Create(path)|]; for (int i = 0; i < data.Length; i += size) { await file.WriteAsync(data.AsMemory(i, Math.Min(data.Length - i, size))); }")]
    public Task A_file_filled_from_a_source_of_known_length_is_reported(string body) => Check.ReportsAsync(InMethod(body));

    [Theory]
    [Trait("Case", "Negative")]
    // Reported as a copy with the default buffer.
    [InlineData("using var file = File.Create(path); await source.CopyToAsync(file);")]
    [InlineData("using var file = File.Create(path); await source.CopyToAsync(file, 81920);")]
    [InlineData("using var file = File.Create(path); await form.CopyToAsync(file);")]
    // Small by its name.
    [InlineData("using var file = File.Create(path + \".srt\"); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path, 1048576); source.CopyTo(file);")]
    [InlineData("using var file = File.Create(path, 1048576); await form.CopyToAsync(file);")]
    // One single write.
    [InlineData("using var file = File.Create(path); new MemoryStream(data).CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); file.Write(data);")]
    [InlineData("using var file = File.Create(path); file.Write(data, 0, data.Length);")]
    [InlineData("File.WriteAllBytes(path, data);")]
    // Not a new file.
    [InlineData("using var file = File.OpenWrite(path); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Open(path, FileMode.OpenOrCreate); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Open(path, FileMode.Open); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = new FileStream(path, FileMode.Append); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = new FileStream(path, mode); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = new FileStream(path, options); source.CopyTo(file, 1048576);")]
    [InlineData("var own = new FileStreamOptions { Mode = FileMode.Create }; own.Mode = mode; using var file = new FileStream(path, own); source.CopyTo(file, 1048576);")]
    // A constant length of at most 1 MiB.
    [InlineData("var small = new byte[1048576]; using var file = File.Create(path); for (int i = 0; i < small.Length; i += 65536) file.Write(small, i, Math.Min(65536, small.Length - i));")]
    [InlineData("if (source.Length <= 1048576) { using var file = File.Create(path); source.CopyTo(file, 262144); }")]
    [InlineData("if (source.Length <= 4096) { using var file = File.Create(path); source.CopyTo(file); }")]
    // Several sources into one file.
    [InlineData("using var file = File.Create(path); file.Write(data); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 1048576); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); foreach (var name in names) { File.OpenRead(name).CopyTo(file, 1048576); }")]
    [InlineData("using var file = File.Create(path); if (size > 0) source.CopyTo(file, 1048576); else unmanaged.CopyTo(file, 1048576);")]
    // A filter changes the length.
    [InlineData("using var file = File.Create(path); using var zip = new GZipStream(source, CompressionMode.Compress); zip.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); using var zip = new GZipStream(file, CompressionMode.Compress); source.CopyTo(zip, 1048576);")]
    [InlineData("using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1048576); while ((read = source.Read(buffer)) > 0) { file.Write(buffer, 0, read); }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { file.Write(buffer, 0, read / 2); }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { if (buffer[0] == 0) continue; file.Write(buffer, 0, read); }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { read = Pack(buffer, read); file.Write(buffer, 0, read); }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { file.Write(buffer, 0, read); file.WriteByte(0); }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { file.Write(buffer, 0, read); source.Position += 4; }")]
    // A part only.
    [InlineData("using var file = File.Create(path); while (size > 0 && (read = source.Read(buffer, 0, Math.Min(size, buffer.Length))) > 0) { file.Write(buffer, 0, read); size -= read; }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer, 0, size)) > 0) { file.Write(buffer, 0, read); size -= read; }")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { file.Write(buffer, 0, read); if (token.IsCancellationRequested) break; }")]
    [InlineData("using var file = File.Create(path); for (int i = 4; i < data.Length; i += 65536) file.Write(data, i, Math.Min(65536, data.Length - i));")]
    [InlineData("using var file = File.Create(path); for (int i = 0; i < data.Length; i += 65536) file.Write(data, i, Math.Min(4096, data.Length - i));")]
    // The length is set, or space is set aside.
    [InlineData("using var file = File.Create(path); file.SetLength(source.Length); source.CopyTo(file, 1048576);")]
    [InlineData("using var file = new FileStream(path, new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, PreallocationSize = source.Length }); source.CopyTo(file, 1048576);")]
    // The length is not known, or comes from outside.
    [InlineData("using var file = File.Create(path); stream.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); pipe.CopyToAsync(file).Wait();")]
    [InlineData("using var file = File.Create(path); using var entryStream = entry.Open(); entryStream.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); await (await content.ReadAsStreamAsync()).CopyToAsync(file, 1048576);")]
    // The file is also used otherwise.
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 1048576); file.Position = 0;")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 1048576); Keep(file);")]
    [InlineData("using var file = File.Create(path); source.CopyTo(file, 1048576); file.Position++;")]
    [InlineData("using var file = File.Create(path); if (file is { CanSeek: true } other) { other.SetLength(1); } source.CopyTo(file, 1048576);")]
    [InlineData("using var file = File.Create(path); while ((read = source.Read(buffer)) > 0) { file.Write(buffer, 0, read); Console.WriteLine(file.Length); }")]
    [InlineData("using var file = File.Create(path); Action copy = () => source.CopyTo(file, 1048576); copy();")]
    [InlineData("var file = File.Create(path); source.CopyTo(file, 1048576); file = File.Create(path + path);")]
    [InlineData("_field = File.Create(path); source.CopyTo(_field, 1048576);")]
    public Task Anything_else_is_not_reported(string body) => Check.IsSilentAsync(InMethod(body));

    [Fact]
    [Trait("Case", "Negative")]
    public Task Code_without_the_types_is_not_reported() => Check.IsSilentAsync("class C { C Create() => new C(); }");

    [Fact]
    [Trait("Case", "Negative")]
    public Task A_file_on_a_local_disk_is_not_reported() => Check.IsSilentAsync(
        InMethod("using var file = File.Create(Path.GetTempFileName()); source.CopyTo(file, 1048576);"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_message_names_the_variable() => Check.ReportsAsync(
        InMethod("using var file = {|#0:File.Create(path)|}; source.CopyTo(file, 1048576);"),
        Check.Diagnostic(0, "file"));

    [Fact]
    [Trait("Case", "Positive")]
    public Task The_length_of_a_blob_is_known() => Check.ReportsAsync(
        WithBlobs("[|File.Create(path)|]", "await download.Value.Content.CopyToAsync(file, 1048576);")
            + WithBlobs("[|File.Create(path)|]", "await info.Content.CopyToAsync(file, 1048576);", "D")
            + BlobTypes);

    [Theory]
    [InlineData("await download.Value.Content.CopyToAsync(file, 1048576);", "await download.Value.Content.CopyToFileAsync(file, new FileCopyOptions { LengthHint = download.Value.Details.ContentLength });")]
    [InlineData("await info.Content.CopyToAsync(file, 1048576, token);", "await info.Content.CopyToFileAsync(file, new FileCopyOptions { LengthHint = info.ContentLength }, cancellationToken: token);")]
    [InlineData("info.Content.CopyTo(bufferSize: 1048576, destination: file);", "info.Content.CopyToFile(destination: file, options: new FileCopyOptions { LengthHint = info.ContentLength });")]
    public Task The_runtime_is_told_the_length_of_a_blob(string copy, string fixedCopy) => Check.FixesAsync(
        RuleFixes.Runtime,
        "using StreamTuning;\n" + WithBlobs("[|File.Create(path)|]", copy) + BlobTypes,
        "using StreamTuning;\n" + WithBlobs("File.Create(path)", fixedCopy) + BlobTypes);

    [Theory]
    [InlineData("await source.CopyToAsync(file, 1048576);", "await source.CopyToFileAsync(file);")]
    [InlineData("await source.CopyToAsync(file, 1048576, token).ConfigureAwait(false);", "await source.CopyToFileAsync(file, cancellationToken: token).ConfigureAwait(false);")]
    [InlineData("await source.CopyToAsync(cancellationToken: token, bufferSize: size, destination: file);", "await source.CopyToFileAsync(cancellationToken: token, destination: file);")]
    [InlineData("source.CopyTo(file, 4 * 1024 * 1024);", "source.CopyToFile(file);")]
    [InlineData("source?.CopyTo(file, 1048576);", "source?.CopyToFile(file);")]
    public Task The_runtime_takes_over_the_copy(string copy, string fixedCopy) => Check.FixesAsync(
        RuleFixes.Runtime,
        InMethod("using var file = [|File.Create(path)|]; " + copy),
        InMethod("using var file = File.Create(path); " + fixedCopy, importsRuntime: true));

    [Theory]
    [Trait("Case", "NoFix")]
    // What computes the buffer size would be lost.
    [InlineData("using var file = [|File.Create(path)|]; source.CopyTo(file, Size());")]
    // A loop is not a call that could be replaced.
    [InlineData("using var file = [|File.Create(path)|]; while ((read = source.Read(buffer, 0, buffer.Length)) > 0) file.Write(buffer, 0, read);")]
    public Task The_runtime_is_not_offered_where_it_does_not_fit(string body) => Check.OffersNoFixAsync(RuleFixes.Runtime, InMethod(body));

    [Theory]
    [Trait("Case", "NoFix")]
    // A failure would leave a file of the wrong length.
    [InlineData("using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576);")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch (IOException) { File.Delete(path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch { File.Delete(path + path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch (Exception) when (size > 0) { File.Delete(path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch { if (size > 0) { File.Delete(path); } throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch (IOException) { size++; } catch { File.Delete(path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; try { source.CopyTo(file, 1048576); } catch (IOException) { size++; } } catch { File.Delete(path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); path = \"b\"; } catch { File.Delete(path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch { if (size > 0) { return; } File.Delete(path); throw; }")]
    [InlineData("try { using var file = [|File.Create(path)|]; source.CopyTo(file, 1048576); } catch (IOException) { if (size > 0) { return; } throw; } catch { File.Delete(path); throw; }")]
    // The file is still open when it is deleted, which some systems refuse.
    [InlineData("using var file = [|File.Create(path)|]; try { source.CopyTo(file, 1048576); } catch { File.Delete(path); throw; }")]
    // There is no statement to put it before.
    [InlineData("using var file = [|File.Create(path, 1)|]; if (size > 0) source.CopyTo(file, 1048576);")]
    [InlineData("using var file = [|File.Create(path, 1)|]; await Task.Run(() => { }); _ = source.CopyToAsync(file, 1048576);")]
    public Task Without_a_place_for_the_length_there_is_no_plain_fix(string body) => Check.OffersNoFixAsync(RuleFixes.Plain, InMethod(body), referencesRuntime: false);

    [Fact]
    public Task Where_the_file_is_deleted_on_failure_its_length_is_set() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            try
                    {
                        using var file = [|File.Create(path)|];
                        using var input = File.OpenRead(path);

                        // All of it.
                        await input.CopyToAsync(file, 1048576, token); // in one go
                    }
                    catch
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        InMethod(
            """
            try
                    {
                        using var file = File.Create(path);
                        using var input = File.OpenRead(path);

                        // All of it.
                        if (input.CanSeek)
                        {
                            file.SetLength(input.Length);
                        }

                        await input.CopyToAsync(file, 1048576, token); // in one go
                        file.SetLength(file.Position);
                    }
                    catch
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        referencesRuntime: false);

    [Fact]
    public Task What_was_read_before_does_not_count() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            try
                    {
                        using var file = [|File.Create(path)|];
                        source.CopyTo(file, 1048576);
                    }
                    catch (Exception)
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        InMethod(
            """
            try
                    {
                        using var file = File.Create(path);
                        if (source.CanSeek)
                        {
                            file.SetLength(Math.Max(0, source.Length - source.Position));
                        }

                        source.CopyTo(file, 1048576);
                        file.SetLength(file.Position);
                    }
                    catch (Exception)
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        referencesRuntime: false);

    [Fact]
    public Task Every_way_out_has_to_delete_the_file() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            try
                    {
                        using (FileStream @event = [|File.Create(path, 1048576)|])
                        {
                            await form.CopyToAsync(@event);
                        }
                    }
                    catch (IOException) when (size > 0)
                    {
                        File.Delete(path);
                    }
                    catch (Exception)
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        InMethod(
            """
            try
                    {
                        using (FileStream @event = File.Create(path, 1048576))
                        {
                            @event.SetLength(form.Length);
                            await form.CopyToAsync(@event);
                        }
                    }
                    catch (IOException) when (size > 0)
                    {
                        File.Delete(path);
                    }
                    catch (Exception)
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        referencesRuntime: false);

    [Fact]
    public Task A_form_file_knows_its_length() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            try
                    {
                        using var file = [|File.Create(path, 1048576)|];
                        await form.CopyToAsync(file);
                    }
                    catch
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        InMethod(
            """
            try
                    {
                        using var file = File.Create(path, 1048576);
                        file.SetLength(form.Length);
                        await form.CopyToAsync(file);
                    }
                    catch
                    {
                        File.Delete(path);
                        throw;
                    }
            """),
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "Trivia")]
    public Task An_unbuffered_file_is_trimmed_on_failure() => Check.FixesAsync(
        RuleFixes.Plain,
        InMethod(
            """
            using var file = [|File.Create(path, bufferSize: 1)|];

                    // Block by block.
                    for (int i = 0; i < data.Length; i += 65536)
                    {
                        await file.WriteAsync(data.AsMemory(i, Math.Min(65536, data.Length - i)), token); // a block

                        // The next.
                    }

            """),
        InMethod(
            """
            using var file = File.Create(path, bufferSize: 1);

                    // Block by block.
                    file.SetLength(data.Length);
                    try
                    {
                        for (int i = 0; i < data.Length; i += 65536)
                        {
                            await file.WriteAsync(data.AsMemory(i, Math.Min(65536, data.Length - i)), token); // a block

                            // The next.
                        }
                    }
                    catch
                    {
                        try
                        {
                            file.SetLength(file.Position);
                        }
                        catch (IOException)
                        {
                            // Why the file could not be filled matters more.
                        }

                        throw;
                    }

            """),
        referencesRuntime: false);

    [Fact]
    public Task An_exception_of_the_project_that_has_the_same_name_is_not_the_one_that_is_caught() => Check.FixesAsync(
        RuleFixes.Plain,
        """
        using System.IO;

        class IOException : System.Exception { }

        class C
        {
            void M(byte[] data, string path)
            {
                using var file = [|new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1)|];
                for (int i = 0; i < data.Length; i += 65536)
                {
                    file.Write(data, i, System.Math.Min(65536, data.Length - i));
                }
            }
        }

        """,
        """
        using System.IO;

        class IOException : System.Exception { }

        class C
        {
            void M(byte[] data, string path)
            {
                using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.None, 1);
                file.SetLength(data.Length);
                try
                {
                    for (int i = 0; i < data.Length; i += 65536)
                    {
                        file.Write(data, i, System.Math.Min(65536, data.Length - i));
                    }
                }
                catch
                {
                    try
                    {
                        file.SetLength(file.Position);
                    }
                    catch (System.IO.IOException)
                    {
                        // Why the file could not be filled matters more.
                    }

                    throw;
                }
            }
        }

        """,
        referencesRuntime: false);

    [Fact]
    [Trait("Case", "FixAll")]
    public Task All_files_of_a_project_are_fixed_at_once() => Check.FixesAllAsync(
        RuleFixes.Runtime,
        [
            InMethod("using (var file = [|File.Create(path)|]) { source.CopyTo(file, 1048576); } using (var other = [|File.Create(path)|]) { await source.CopyToAsync(other, 1048576); }"),
            "using System.IO;\n\nclass D\n{\n    void M(FileStream s, string p)\n    {\n        using var f = [|File.Create(p)|];\n        s.CopyTo(f, 1048576);\n    }\n}\n",
        ],
        [
            InMethod("using (var file = File.Create(path)) { source.CopyToFile(file); } using (var other = File.Create(path)) { await source.CopyToFileAsync(other); }", importsRuntime: true),
            "using System.IO;\nusing StreamTuning;\n\nclass D\n{\n    void M(FileStream s, string p)\n    {\n        using var f = File.Create(p);\n        s.CopyToFile(f);\n    }\n}\n",
        ]);

    [Theory]
    [InlineData("stream_tuning.minimum_preset_length = 65536")]
    [InlineData("stream_tuning.STRM1003.minimum_preset_length = 65536")]
    public Task The_length_from_which_it_pays_is_an_option(string setting) => Check.ReportsAsync(
        InMethod("var small = new byte[65537]; using var file = [|File.Create(path)|]; for (int i = 0; i < small.Length; i += 65536) file.Write(small, i, Math.Min(65536, small.Length - i));"),
        editorConfig: setting);

    private const string BlobTypes =
        """
        namespace Azure
        {
            public class Response<T>
            {
                public T Value => default!;
            }
        }

        namespace Azure.Storage.Blobs.Models
        {
            public class BlobDownloadStreamingResult
            {
                public System.IO.Stream Content => System.IO.Stream.Null;

                public BlobDownloadDetails Details => new BlobDownloadDetails();
            }

            public class BlobDownloadDetails
            {
                public long ContentLength => 0;
            }

            public class BlobDownloadInfo
            {
                public System.IO.Stream Content => System.IO.Stream.Null;

                public long ContentLength => 0;
            }
        }

        """;

    private static string WithBlobs(string opening, string copy, string name = "C") =>
        $$"""
        namespace {{name}}
        {
            using System.IO;
            using System.Threading;
            using System.Threading.Tasks;
            using Azure;
            using Azure.Storage.Blobs.Models;

            class C
            {
                async Task M(Response<BlobDownloadStreamingResult> download, BlobDownloadInfo info, string path, CancellationToken token)
                {
                    using var file = {{opening}};
                    {{copy}}
                    await Task.Yield();
                }
            }
        }

        """;

    private static string InMethod(string body, bool importsRuntime = false) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.IO;
        using System.IO.Compression;
        using System.IO.Pipelines;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Http;
        {{(importsRuntime ? "using StreamTuning;\n" : "")}}
        class C
        {
            private FileStream? _field;

            async Task M(
                FileStream source, string path, int size, Stream stream, FileMode mode, FileStreamOptions options, UnmanagedMemoryStream unmanaged, byte[] data,
                IFormFile form, PipeReader pipe, ZipArchiveEntry entry, HttpContent content, IEnumerable<string> names, CancellationToken token)
            {
                var buffer = new byte[4096];
                int read;
                {{body}}
                await Task.Yield();
            }

            static int Pack(byte[] buffer, int count) => count / 2;

            static int Size() => 1048576;

            static void Keep(Stream stream)
            {
            }
        }

        """;
}
