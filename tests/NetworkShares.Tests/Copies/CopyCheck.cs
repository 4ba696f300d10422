namespace StreamTuning.NetworkShares;

/// <summary>Runs a case and compares everything that is left with the promises.</summary>
public sealed class CopyCheck
{
    /// <summary>Who owns existing files, where the file system keeps owners.</summary>
    public const uint OtherOwner = 1234;

    /// <summary>The mode of existing files, where the file system keeps modes: 0640, which is never that of new files.</summary>
    public const int OldMode = 0b110_100_000;

    /// <summary>How long a copy that has failed waits for a server to say what has arrived.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(1);

    private const string TargetName = "target";
    private const string LinkedName = "linked";

    private readonly Abilities _abilities;
    private readonly List<string> _broken = [];
    private readonly CopyCase _case;
    private readonly byte[] _content;
    private readonly string _name = "case-" + Guid.NewGuid().ToString("N");
    private readonly CopyPlace _place;
    private readonly string _staging;
    private byte[]? _old;
    private UnixRights _newRights;
    private UnixRights _oldRights;

    private CopyCheck(CopyPlace place, Abilities abilities, string staging, CopyCase copy)
    {
        _place = place;
        _abilities = abilities;
        _staging = Path.Combine(staging, _name);
        _case = copy;
        _content = CopyWays.Content(copy.Length);
    }

    private string Client => Path.Combine(_place.Client, _name);

    // Where the server lags behind, other programs read what is in the cache of this machine.
    private string Server => Path.Combine(_place.IsWrittenThrough ? _place.Server : _place.Client, _name);

    private string Target => Path.Combine(Client, TargetName);

    private bool MovesOverLink => _case is { Way: CopyWay.MoveTo, Target: CopyTarget.Linked };

    private bool IsKilled => _case.Failure is CopyFailure.ServerKilled or CopyFailure.ProcessKilled;

    private bool SourceFails => _case.Failure is CopyFailure.SourceAtStart or CopyFailure.SourceInMiddle or CopyFailure.SourceAtEnd;

    // An empty file gives no progress to break off at.
    private bool SourceCanFail => _case.Way is not CopyWay.PathFromFile || _case.Length > 0;

    private int ActsAt => _case.Failure switch
    {
        CopyFailure.SourceAtStart => 0,
        CopyFailure.SourceAtEnd => _case.Length,
        CopyFailure.ProcessKilled => new Random((_case.Length * 16) + (int)_case.Way).Next(_case.Length + 1),
        _ => _case.Length / 2,
    };

    /// <summary>Runs a case.</summary>
    /// <param name="place">Where.</param>
    /// <param name="abilities">Of its file system.</param>
    /// <param name="staging">A directory on another volume.</param>
    /// <param name="copy">The case.</param>
    /// <returns>The promises that were broken.</returns>
    public static async Task<IReadOnlyList<string>> RunAsync(CopyPlace place, Abilities abilities, string staging, CopyCase copy)
    {
        var check = new CopyCheck(place, abilities, staging, copy);
        await check.RunAsync();
        return check._broken;
    }

    private async Task RunAsync()
    {
        Directory.CreateDirectory(Client);
        Directory.CreateDirectory(_staging);
        try
        {
            using (await _place.StopForkingAsync())
            {
                Prepare();
            }

            CopyOutcome? outcome;
            StartFailure();
            try
            {
                outcome = await CopyAsync();
            }
            finally
            {
                EndFailure();
            }

            _place.Settle(_name);
            CheckException(outcome);
            if (outcome is { Exception: null })
            {
                CheckSuccess();
            }
            else
            {
                CheckFailure(outcome);
            }

            CheckLeftovers();
        }
        finally
        {
            Directory.Delete(_staging, recursive: true);
            TryDelete(Client);
        }
    }

    /// <summary>
    /// Removes what is not needed any more. A server that was killed may refuse, and what a killed process has sent may still arrive; nothing
    /// else depends on it.
    /// </summary>
    internal static void TryDelete(string directory)
    {
        try
        {
            Directory.Delete(directory, recursive: true);
        }
        catch (IOException)
        {
        }
    }

    private void Prepare()
    {
        File.WriteAllBytes(Path.Combine(Client, "new"), [1]);
        _place.Settle(_name);
        _newRights = UnixRights.Of(Path.Combine(Server, "new"));
        File.Delete(Path.Combine(Client, "new"));
        if (_case.Target is CopyTarget.New)
        {
            return;
        }

        int length = _case.Target switch
        {
            CopyTarget.Empty => 0,
            CopyTarget.Shorter => _case.Length / 3,
            _ => _case.Length + 100_000,
        };
        _old = [.. Enumerable.Repeat((byte)'o', length)];
        string file = Path.Combine(Client, _case.Target is CopyTarget.Linked ? LinkedName : TargetName);
        File.WriteAllBytes(file, _old);
        if (_case.Target is CopyTarget.Linked)
        {
            File.CreateSymbolicLink(Target, LinkedName);
        }

        if (_abilities.HasFlag(Abilities.Modes))
        {
            UnixRights.TrySetMode(file, OldMode);
        }

        if (_abilities.HasFlag(Abilities.Owners))
        {
            UnixRights.TryGive(file, OtherOwner, OtherOwner);
        }

        string onServer = Path.Combine(Server, Path.GetFileName(file));
        if (_case.Failure is CopyFailure.ServerKilled)
        {
            // rclone may begin to send an empty file when nothing has changed for a while, and a killed server would never get it.
            Wait.Until(() => File.Exists(onServer) && new FileInfo(onServer).Length == length, () => $"{onServer} isn't on the server.");
        }

        _place.Settle(_name);
        _oldRights = UnixRights.Of(onServer);
    }

    private void StartFailure()
    {
        switch (_case.Failure)
        {
            case CopyFailure.DiskFull:
                // The room of a file that is emptied can be used again.
                _place.Fill(Math.Max(0, (_case.Length / 2) - (CopyWays.IsAtomic(_case.Way) ? 0 : _old?.Length ?? 0)));
                break;
            case CopyFailure.Quota:
                _place.Limit(_name, (_old?.Length ?? 0) + (_case.Length / 2) + 1);
                break;
        }
    }

    private void EndFailure()
    {
        switch (_case.Failure)
        {
            case CopyFailure.DiskFull:
                _place.Free();
                break;
            case CopyFailure.Quota:
                _place.Unlimit(_name);
                break;
            case CopyFailure.ServerKilled:
                _place.RestartServer();
                break;
        }
    }

    /// <summary>How the copy has ended; <see langword="null"/> if its process was killed.</summary>
    private async Task<CopyOutcome?> CopyAsync()
    {
        if (_case.Failure is CopyFailure.ProcessKilled)
        {
            return RunKilled();
        }

        using (await _place.StopForkingAsync())
        {
            return await RunHereAsync();
        }
    }

    private Task<CopyOutcome> RunHereAsync()
    {
        var source = new CaseSource(_content, CopyWays.KnowsLength(_case.Way))
        {
            ActsAt = ActsAt,
            Act = _case.Failure switch
            {
                CopyFailure.ServerKilled => _place.KillServer,
                _ when SourceFails => () => throw new SourceException(),
                _ => null,
            },
        };
        return CopyWays.RunAsync(_case.Way, source, Target, _staging, _abilities);
    }

    private CopyOutcome? RunKilled()
    {
        using ChildProgram child = ChildProgram.Start(
            [Program.StopInside, Target, _staging, Program.Text((int)_abilities), Program.Text(ActsAt), .. _case.ToString().Split(' ')]);
        string said = child.ReadLine();
        child.Kill();
        return said == Program.Done ? new CopyOutcome() : null;
    }

    private void CheckException(CopyOutcome? outcome)
    {
        Exception? exception = outcome?.Exception;
        switch (_case.Failure)
        {
            case CopyFailure.None:
                Promise(exception is null, $"the copy fails: {Describe(exception)}");
                break;
            case CopyFailure.SourceAtStart or CopyFailure.SourceInMiddle or CopyFailure.SourceAtEnd when SourceCanFail:
                Promise(exception is SourceException, $"the source breaks off, and the caller sees {Describe(exception)}");
                break;
            case CopyFailure.DiskFull or CopyFailure.Quota when exception is not null:
                Promise(
                    exception is IOException { HResult: > 0 and < 4096 },
                    $"an exception without the platform's error: {Describe(exception)}");
                break;
            case CopyFailure.ServerKilled when exception is not null:
                Promise(
                    exception is IOException or UnauthorizedAccessException { InnerException: IOException },
                    $"the server is killed, and the caller sees {Describe(exception)}");
                break;
        }
    }

    private void CheckSuccess()
    {
        if (_case.Length == 0 && _old?.Length > 0 && !_abilities.HasFlag(Abilities.Truncate))
        {
            return; // Plain code cannot make the file empty either.
        }

        bool isShort = _case.Failure is CopyFailure.DiskFull or CopyFailure.Quota or CopyFailure.ServerKilled;
        if (isShort && CopyWays.IsFileStream(_case.Way) && !_abilities.HasFlag(Abilities.FsyncTells))
        {
            return; // Only closing the file tells about the failure, and the caller does that.
        }

        if (isShort && CopyWays.IsFileStream(_case.Way) && _case.Length <= CopyWays.MostInOneWrite)
        {
            return; // One write, as of plain code, which learns nothing either.
        }

        if (isShort && _case.Length == 0 && !_abilities.HasFlag(Abilities.DeleteEmpty))
        {
            return; // Empty files are sent when nobody can be told any more.
        }

        byte[] expected = _content;
        bool isInside = _case.Way is CopyWay.FileStreamInside;
        if (isInside && isShort)
        {
            // Plain code has written the trailer, and learns nothing about that.
            byte[]? start = ReadTarget();
            expected = [.. CopyWays.Header, .. _content];
            Promise(
                _case.Length == 0 || start.AsSpan().StartsWith(expected), $"success, and on the server {Describe(start, expected)}");
            return;
        }

        if (isInside)
        {
            expected = [.. CopyWays.Header, .. _content, .. CopyWays.Trailer];
        }

        if (_old is { } old && old.Length > expected.Length && !CopyWays.Truncates(_case.Way, _abilities))
        {
            expected = [.. expected, .. old[expected.Length..]];
        }

        byte[]? file = ReadTarget();
        SpinWait.SpinUntil(() => file.AsSpan().SequenceEqual(expected) || (file = ReadTarget()).AsSpan().SequenceEqual(expected), isShort ? TimeSpan.Zero : _place.Lag);
        Promise(file is not null && file.AsSpan().SequenceEqual(expected), $"success, and on the server {Describe(file, expected)}");
        CheckRights();
        CheckLink();
    }

    private void CheckFailure(CopyOutcome? outcome)
    {
        byte[]? file = ReadTarget();
        if (CopyWays.IsAtomic(_case.Way) && _old is not null)
        {
            Promise(file is not null && file.AsSpan().SequenceEqual(_old), $"a failure, and of the old file {Describe(file, _old)}");
        }
        else if (!CopyWays.IsFileStream(_case.Way) && _old is null)
        {
            Promise(file is null, $"a failure, and of the new file {Describe(file, _content)}");
        }
        else if (CopyWays.IsFileStream(_case.Way))
        {
            CheckFailedStream(outcome, file);
        }
        else
        {
            CheckFailedInPlace(file);
        }

        if (outcome is not null && _case is { Way: CopyWay.MoveTo } && !SourceFails)
        {
            Promise(outcome.Staged is { } staged && staged.AsSpan().SequenceEqual(_content), "a failure, and the temporary file is lost");
        }

        CheckRights();
        CheckLink();
    }

    private void CheckFailedInPlace(byte[]? file)
    {
        file ??= [];
        if (file.AsSpan().SequenceEqual(_old) && (IsKilled || !_abilities.HasFlag(Abilities.Truncate)))
        {
            return; // The server has not seen anything of the copy.
        }

        Promise(!LooksWhole(file, start: 0), $"a failure, and the file looks whole: {Describe(file, _content)}");
        if (!IsKilled)
        {
            Promise(
                file.Length <= _content.Length && file.AsSpan().SequenceEqual(_content.AsSpan(0, file.Length)),
                $"a failure, and the file is not the start of the data: {Describe(file, _content)}");
        }
    }

    private void CheckFailedStream(CopyOutcome? outcome, byte[]? file)
    {
        if (file is null)
        {
            bool wasOpened = outcome?.Position is not null;
            Promise(!wasOpened || !_abilities.HasFlag(Abilities.FsyncTells), "a failure, and the file of the caller is gone");
            return;
        }

        if (file.AsSpan().SequenceEqual(_old) && (IsKilled || !_abilities.HasFlag(Abilities.Truncate)))
        {
            return; // The server has not seen anything of the copy.
        }

        int start = _case.Way is CopyWay.FileStreamInside ? CopyWays.HeaderBytes : 0;
        bool isLonger = !CopyWays.Truncates(_case.Way, _abilities) && _old?.Length >= start + _case.Length;
        Promise(
            isLonger || !LooksWhole(file, start),
            $"a failure, and the file looks whole: {Describe(file, [.. CopyWays.Header[..start], .. _content])}");
        if (IsKilled || outcome is null || outcome.Position is not { } position)
        {
            return;
        }

        if (file.Length < start)
        {
            return; // Plain code has written the header, and learns nothing about that.
        }

        Promise(position >= start && position <= start + _case.Length, $"a failure, and the position is {position}");
        long length = Math.Max(outcome.LengthBefore, position);

        // Asked what has arrived, a server may not answer in time; then the file may not be cut.
        bool mayNotAnswer = SourceFails && outcome.Position == outcome.Start && outcome.Took >= LongestWait;
        Promise(file.Length == length || mayNotAnswer, $"a failure at position {position}, length before {outcome.LengthBefore}, and the length is {file.Length}");
        int copied = (int)position - start;
        Promise(
            file.Length >= position && file.AsSpan(start, copied).SequenceEqual(_content.AsSpan(0, copied)),
            $"a failure at position {position}, and before it {Describe(file, [.. CopyWays.Header[..start], .. _content])}");
    }

    /// <summary>Whether a file has the length of the whole copy and wrong bytes. A longer one has been given room ahead, and shows by its length that it is not complete.</summary>
    private bool LooksWhole(byte[] file, int start) =>
        _content.Length > 0 && file.Length == start + _content.Length && !file.AsSpan(start, _content.Length).SequenceEqual(_content);

    private void CheckRights()
    {
        string file = Path.Combine(Server, _case.Target is CopyTarget.Linked ? LinkedName : TargetName);
        if (!_abilities.HasFlag(Abilities.Modes) || !File.Exists(file))
        {
            return; // Other checks say whether it must be there.
        }

        UnixRights expected = _old is null ? _newRights : _oldRights;
        UnixRights rights = UnixRights.Of(file);
        Promise(rights == expected, $"the rights are {rights}, must be {expected}");
    }

    private void CheckLink()
    {
        if (_case.Target is CopyTarget.Linked && !MovesOverLink)
        {
            Promise(new FileInfo(Path.Combine(Server, TargetName)).LinkTarget == LinkedName, "the link is replaced");
        }
    }

    private void CheckLeftovers()
    {
        List<string> names = [.. new DirectoryInfo(Server).EnumerateFileSystemInfos().Select(entry => entry.Name)];
        names.Remove(TargetName);
        names.Remove(LinkedName);
        bool wasNeverWritten = _case.Failure is CopyFailure.SourceAtStart && !_abilities.HasFlag(Abilities.DeleteEmpty);
        if (IsKilled || wasNeverWritten)
        {
            names.RemoveAll(name => name.StartsWith('.') && name.EndsWith(".tmp", StringComparison.Ordinal));
        }

        Promise(names.Count == 0, $"left: {string.Join(", ", names)}");
        string[] staged = Directory.GetFileSystemEntries(_staging, "*", SearchOption.AllDirectories);
        Promise(IsKilled || !staged.Any(File.Exists), $"left in the other volume: {string.Join(", ", staged)}");
    }

    private byte[]? ReadTarget()
    {
        string path = Path.Combine(Server, TargetName);
        return File.Exists(path) ? File.ReadAllBytes(path) : null;
    }

    private void Promise(bool holds, string broken)
    {
        if (!holds)
        {
            _broken.Add(broken.ReplaceLineEndings(" "));
        }
    }

    private static string Describe(byte[]? file, byte[] expected)
    {
        if (file is null)
        {
            return "there is no file";
        }

        int same = file.AsSpan().CommonPrefixLength(expected);
        string start = $"there are {file.Length} of {expected.Length} bytes, {same} of them right";
        int run = file.Skip(same).TakeWhile(value => value == file[same]).Count();
        return run > 0 ? $"{start}, then {run} times {file[same]:x2}" : start;
    }

    private static string Describe(Exception? exception) => exception is null
        ? "success"
        : $"{exception.GetType().Name} {exception.HResult:x}: {exception.Message}{(exception.InnerException is { } inner ? $" ({Describe(inner)})" : "")}";
}
