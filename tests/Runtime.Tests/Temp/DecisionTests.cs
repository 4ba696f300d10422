using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using StreamTuning.SimulatedShare;
using static StreamTuning.Bytes;

namespace StreamTuning.Temp;

/// <summary>What is told of a decision: to the program, to a log, to tools; and what the default directories are.</summary>
public sealed class DecisionTests(MountedShare mounted) : IClassFixture<MountedShare>, IDisposable
{
    private readonly Scratch _root = new();

    public void Dispose() => _root.Dispose();

    [Theory]
    [InlineData(TempSpaceReason.None, "none")]
    [InlineData(TempSpaceReason.Room, "room")]
    [InlineData(TempSpaceReason.Unknown, "unknown")]
    [InlineData(TempSpaceReason.Tight, "tight")]
    [InlineData(TempSpaceReason.FailOver, "fail_over")]
    public void Each_reason_has_the_tag_that_the_page_names(TempSpaceReason reason, string tag) => Assert.Equal(tag, reason.ToTag());

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public void Its_text_is_one_line_for_a_log()
    {
        using var small = MemoryDisk.Mount("size=10m");
        using var room = MemoryDisk.Mount("size=100m");
        string file = _root.WithFile("file", [1]);
        var space = new TestSpace(small.Root, file, room.Root);
        space.Choose(MiB);
        string text = space.LastDecision.ToString();
        Assert.Equal(
            $"temp_space reason=room expected=1048576 directory={room.Root} available=104857600 "
            + $"passed_over=\"{small.Root} (too_small, available 10485760), {file} (unusable, available unknown, {Error(1)})\"",
            text);
        Assert.DoesNotContain('\n', text);
        Assert.Equal($"{small.Root} (too_small, available 10485760)", space.LastDecision.Directories[0].ToString());

        Assert.ThrowsAny<IOException>(() => space.Choose(long.MaxValue));
        Assert.StartsWith("temp_space reason=none expected=9223372036854775807 directory=none available=unknown passed_over=\"" + small.Root, space.LastDecision.ToString(), StringComparison.Ordinal);
        space = new TestSpace(small.Root);
        space.Choose(null);
        Assert.Equal($"temp_space reason=tight expected=unknown directory={small.Root} available=10485760 passed_over=\"\"", space.LastDecision.ToString());

        string Error(int index) => space.LastDecision.Directories[index].Error!.Message.Replace('"', '\'');
    }

    [SkippableFact]
    public void Line_breaks_in_names_are_written_as_numbers()
    {
        Skip.If(OperatingSystem.IsWindows(), "Names have no line breaks on Windows.");
        using var listener = new Listener(_root.Root);
        string directory = Directory.CreateDirectory(_root.PathOf("a\nb\u2028c")).FullName;
        string file = _root.WithFile("d\r\ne\u0085", [1]);
        var space = new TestSpace(file, directory);
        space.Choose(1);
        TempSpaceDecision decision = space.LastDecision;
        string text = decision.ToString();
        Assert.Contains($" directory={_root.PathOf(@"a\u000ab\u2028c")} ", text, StringComparison.Ordinal);
        Assert.Contains($" passed_over=\"{_root.PathOf(@"d\u000d\u000ae\u0085")} (", text, StringComparison.Ordinal);
        Assert.Equal([file, directory], decision.Directories.Select(state => state.Directory));
        Assert.Equal(directory, decision.Directory);
        Assert.Equal([text], listener.Events.Select(e => e.Text));
        IOException failure = Assert.ThrowsAny<IOException>(() => new TestSpace(file).Choose(1));
        Assert.All([text, failure.Message, .. decision.Directories.Select(state => state.ToString())], line => Assert.DoesNotContain(line, IsLineBreak));

        static bool IsLineBreak(char character) => char.IsControl(character) || character is '\u2028' or '\u2029';
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task Tools_that_listen_get_an_event_and_counts()
    {
        using var listener = new Listener(_root.Root);
        ShareMount share = mounted.Clean();
        var space = new TestSpace(share.Directory, _root.Root);
        share.SetFaults(new ShareFault(ShareOperation.Write) { Count = int.MaxValue, Error = ShareError.InputOutput });
        (await space.StageAsync(new MemoryStream(new byte[10]), async: true)).Dispose();
        new TestSpace(_root.Root).Choose(1);
        var none = new TestSpace(_root.PathOf("a\"b"));
        File.WriteAllText(_root.PathOf("a\"b"), "text");
        Assert.ThrowsAny<IOException>(() => none.Choose(5));

        Assert.Equal(
            [
                (1, EventLevel.Informational, "fail_over", 10L, _root.Root),
                (1, EventLevel.Informational, "room", 1L, _root.Root),
                (2, EventLevel.Error, "none", 5L, "none"),
            ],
            listener.Events.Select(e => (e.Id, e.Level, e.Reason, e.Expected, e.Directory)));
        Assert.Equal(
            [space.LastDecision.ToString(), none.LastDecision.ToString()],
            listener.Events.Where(e => e.Reason is not "room").Select(e => e.Text));
        Assert.All(listener.Events.Take(2), e => Assert.True(e.Available > 0));
        Assert.Equal([("fail_over", 1), ("room", 1)], listener.Counts);

        string identity = string.Join('-', ProcessIdentity.Current.ToString().Split('-')[..2]);
        File.WriteAllText(Path.Combine(_root.Root, TestSpace.FolderName, $"{identity}-7fffffff-1-0"), "text");
        Assert.Equal(1, new TestSpace(_root.Root).Space.Sweep());
        Assert.True(listener.Swept >= 1);
    }

    [Fact]
    public void An_exception_of_who_is_told_reaches_the_caller_and_leaves_no_file()
    {
        foreach (Exception failure in new Exception[] { new IOException("refused"), new UnauthorizedAccessException("refused"), new ArithmeticException("refused") })
        {
            using var other = new Scratch();
            var space = new TestSpace(options => options.DecisionMade = _ => throw failure, _root.Root, other.Root);
            Assert.Same(failure, Record.Exception(() => space.Space.CreateFile()));
            Assert.Same(failure, Record.Exception(() => space.Space.CreateFile(new TempFileOptions { ExpectedLength = long.MaxValue })));
            Assert.Same(failure, Record.Exception(() => space.Space.CreateDirectory()));
            Assert.Same(failure, Record.Exception(() => space.Space.CreateEmptyFile()));
            Assert.Same(failure, Record.Exception(() => space.Space.GetPath("name")));
            Assert.Same(failure, Record.Exception(() => space.Space.Stage(new MemoryStream(new byte[10]))));
            Assert.Same(failure, Record.Exception(() => space.Space.Stage(new TestSource(new byte[10]))));
            Assert.DoesNotContain(space.Left, path => Path.GetFileName(path) is not "named");
        }
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task An_exception_of_who_is_told_of_the_next_directory_reaches_the_caller(bool async)
    {
        ShareMount share = mounted.Clean();
        foreach (Exception failure in new Exception[] { new IOException("refused"), new ArithmeticException("refused") })
        {
            var space = new TestSpace(options => options.DecisionMade = decision => ThrowIf(decision.Reason == TempSpaceReason.FailOver), share.Directory, _root.Root);
            share.SetFaults(new ShareFault(ShareOperation.Write, Number: 2) { Count = int.MaxValue, Error = ShareError.InputOutput });
            Assert.Same(failure, await Record.ExceptionAsync(() => space.StageAsync(new TestSource(Random(5 * MiB)), async)));
            space.AssertNothingLeft();

            void ThrowIf(bool isTime)
            {
                if (isTime)
                {
                    throw failure;
                }
            }
        }
    }

    [SkippableFact]
    [Trait(Suite.Name, Suite.Slow)]
    public async Task By_default_the_systems_directory_comes_first_then_the_home()
    {
        Skip.If(OperatingSystem.IsWindows(), "The directory of the system is told by other variables.");
        using var small = MemoryDisk.Mount("size=50m");
        string system = Directory.CreateDirectory(_root.PathOf("system")).FullName;
        string home = Directory.CreateDirectory(_root.PathOf("home")).FullName;
        string served = Directory.CreateDirectory(_root.PathOf("site/wwwroot")).FullName;

        // The largest length that the first can have with room to spare does not matter: there is more than one byte on this machine.
        Assert.StartsWith($"temp_space reason=room expected=1 directory={system} ", await ChooseAsync(1, system, home), StringComparison.Ordinal);
        string decision = await ChooseAsync(1, small.Root, home);
        Assert.StartsWith($"temp_space reason=room expected=1 directory={home} ", decision, StringComparison.Ordinal);
        Assert.Contains($"passed_over=\"{small.Root} (too_small, available 52428800)\"", decision, StringComparison.Ordinal);
        decision = await ChooseAsync(1, _root.PathOf("missing"), home);
        Assert.StartsWith($"temp_space reason=room expected=1 directory={home} ", decision, StringComparison.Ordinal);
        Assert.Contains($"{_root.PathOf("missing")} (unusable", decision, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_root.PathOf("missing")));

        // What an app service serves is no place for temporary files.
        Assert.StartsWith($"temp_space reason=tight expected=1 directory={small.Root} ", await ChooseAsync(1, small.Root, served), StringComparison.Ordinal);
        Assert.StartsWith($"temp_space reason=tight expected=1 directory={small.Root} ", await ChooseAsync(1, small.Root, ""), StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(served));

        static async Task<string> ChooseAsync(long length, string system, string home)
        {
            using ChildProcess child = ChildProcess.Start(
                [ChildProgram.Choose, length.ToString(System.Globalization.CultureInfo.InvariantCulture)],
                [("TMPDIR", system), ("HOME", home), ("DOTNET_EnableDiagnostics", "0")]);
            return (await child.EndAsync()).TrimEnd();
        }
    }

    /// <summary>Hears what is about one directory: other tests run at the same time.</summary>
    private sealed class Listener : EventListener
    {
        private readonly string? _directory;
        private readonly MeterListener _meterListener = new();

        public Listener(string directory)
        {
            _directory = directory;
            _meterListener.InstrumentPublished = (instrument, listener) =>
            {
                // What nobody listens to is not observed, which the tests of copies count on.
                if (instrument.Meter.Name == "StreamTuning" && instrument.Name.StartsWith("streamtuning.temp.", StringComparison.Ordinal))
                {
                    listener.EnableMeasurementEvents(instrument);
                }
            };
            _meterListener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Note(instrument, value, tags));
            _meterListener.Start();
            EnableEvents(TempEvents.Log, EventLevel.Informational);
        }

        public List<(int Id, EventLevel Level, string? Reason, long Expected, string? Directory, long Available, string Text)> Events { get; } = [];

        public List<(string? Reason, long Count)> Counts { get; } = [];

        public long Swept { get; private set; }

        public override void Dispose()
        {
            _meterListener.Dispose();
            base.Dispose();
        }

        protected override void OnEventWritten(EventWrittenEventArgs e)
        {
            string text = string.Format(System.Globalization.CultureInfo.InvariantCulture, e.Message!, [.. e.Payload!]);
            if (_directory is null || e.EventSource.Name != "StreamTuning" || !text.Contains(_directory, StringComparison.Ordinal))
            {
                return;
            }

            lock (Events)
            {
                Events.Add(e.EventId == 1
                    ? (1, e.Level, (string)e.Payload![0]!, (long)e.Payload[1]!, (string)e.Payload[2]!, (long)e.Payload[3]!, text)
                    : (e.EventId, e.Level, "none", (long)e.Payload![0]!, "none", 0, text));
            }
        }

        private void Note(Instrument instrument, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            lock (Counts)
            {
                switch (instrument.Name)
                {
                    case "streamtuning.temp.swept":
                        Swept += value;
                        break;
                    case "streamtuning.temp.decisions" when Find(tags, "streamtuning.temp.directory") == _directory:
                        Counts.Add((Find(tags, "streamtuning.temp.reason"), value));
                        break;
                }
            }
        }

        private static string? Find(ReadOnlySpan<KeyValuePair<string, object?>> tags, string key)
        {
            foreach (KeyValuePair<string, object?> tag in tags)
            {
                if (tag.Key == key)
                {
                    return (string?)tag.Value;
                }
            }

            return null;
        }
    }
}
