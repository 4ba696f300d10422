namespace StreamTuning.NetworkShares;

/// <summary>What plain .NET code can do on a file system. No copy can do there what plain code cannot.</summary>
[Flags]
public enum Abilities
{
    None = 0,

    /// <summary>Append to a file (<see cref="FileMode.Append"/>).</summary>
    Append = 1,

    /// <summary>Write in the middle of a file.</summary>
    WriteInMiddle = 2,

    /// <summary>Set the length of a file before it is written.</summary>
    SetLength = 4,

    /// <summary>Keep the mode of a file.</summary>
    Modes = 8,

    /// <summary>Keep the owner of a file.</summary>
    Owners = 16,

    /// <summary>Make symbolic links.</summary>
    Links = 32,

    /// <summary>Make a file empty by opening it (<see cref="FileMode.Create"/>), without writing to it.</summary>
    Truncate = 64,

    /// <summary>Delete a file at once that was created and not written.</summary>
    DeleteEmpty = 128,

    /// <summary>
    /// Learn that a write has failed by asking the C library for fsync. Other file systems tell it only to whoever closes the file, where .NET
    /// does not listen, or to nobody: copies into a caller's stream cannot promise anything there.
    /// </summary>
    FsyncTells = 256,

    All = Append | WriteInMiddle | SetLength | Modes | Owners | Links | Truncate | DeleteEmpty | FsyncTells,
}

/// <summary>Finds out by plain .NET code what a file system can do.</summary>
public static class Probe
{
    /// <summary>Tries everything in a place.</summary>
    public static Abilities AbilitiesOf(CopyPlace place)
    {
        Abilities abilities = Abilities.None;
        foreach ((Abilities ability, Func<Trial, bool> works) in (ReadOnlySpan<(Abilities, Func<Trial, bool>)>)[
            (Abilities.Append, Append),
            (Abilities.WriteInMiddle, WriteInMiddle),
            (Abilities.SetLength, SetLength),
            (Abilities.Modes, KeepMode),
            (Abilities.Owners, KeepOwner),
            (Abilities.Truncate, Truncate),
            (Abilities.DeleteEmpty, DeleteEmpty),
            (Abilities.FsyncTells, trial => FsyncTells(place, trial)),
            (Abilities.Links, Link)])
        {
            string name = "probe-" + Guid.NewGuid().ToString("N");
            var trial = new Trial(place, name);
            Directory.CreateDirectory(Path.Combine(place.Client, name));
            if (Works(trial, works))
            {
                abilities |= ability;
            }

            CopyCheck.TryDelete(Path.Combine(place.Client, name));
        }

        return abilities;
    }

    private static bool Works(Trial trial, Func<Trial, bool> works)
    {
        // A process that is just being started keeps what filled the disk for a trial before, and was deleted.
        Wait.Until(() => TryWrite(trial.Client), () => $"'{trial.Client}' cannot be written.");
        _ = trial.Server;
        try
        {
            return works(trial);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return false;
        }
    }

    private static bool TryWrite(string path)
    {
        try
        {
            File.WriteAllBytes(path, new byte[300]);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static bool Append(Trial trial)
    {
        using (var file = new FileStream(trial.Client, FileMode.Append))
        {
            file.Write([1, 2, 3]);
        }

        return File.ReadAllBytes(trial.Server) is { Length: 303 };
    }

    private static bool WriteInMiddle(Trial trial)
    {
        using (var file = new FileStream(trial.Client, FileMode.Open, FileAccess.Write))
        {
            file.Position = 100;
            file.Write([1, 2, 3]);
        }

        return File.ReadAllBytes(trial.Server) is { Length: 300 } bytes && bytes[100] == 1;
    }

    private static bool SetLength(Trial trial)
    {
        using (var file = new FileStream(trial.Client, FileMode.Create, FileAccess.Write))
        {
            file.SetLength(1000);
            file.Write([1, 2, 3]);
        }

        return File.ReadAllBytes(trial.Server) is { Length: 1000 } bytes && bytes[0] == 1;
    }

    private static bool Truncate(Trial trial)
    {
        File.Create(trial.Client).Dispose();
        return new FileInfo(trial.Server).Length == 0;
    }

    private static bool DeleteEmpty(Trial trial)
    {
        File.Create(trial.Client + "-empty").Dispose();
        File.Delete(trial.Client + "-empty");
        return !File.Exists(trial.Server + "-empty");
    }

    private static bool FsyncTells(CopyPlace place, Trial trial)
    {
        if (!place.CanFill && !place.CanLimit)
        {
            return false; // Nobody can know.
        }

        using var file = new FileStream(trial.Client, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        StartShortage(place, trial.Name);
        try
        {
            file.Write(new byte[1024 * 1024]);
            return UnixRights.Sync(file.SafeFileHandle) != 0;
        }
        catch (IOException)
        {
            return true; // Still earlier.
        }
        finally
        {
            EndShortage(place, trial.Name);
        }
    }

    private static void StartShortage(CopyPlace place, string name)
    {
        const int Left = 64 * 1024;
        if (place.CanFill)
        {
            place.Fill(Left);
        }
        else
        {
            place.Limit(name, Left);
        }
    }

    private static void EndShortage(CopyPlace place, string name)
    {
        if (place.CanFill)
        {
            place.Free();
        }
        else
        {
            place.Unlimit(name);
        }
    }

    private static bool KeepMode(Trial trial) =>
        UnixRights.TrySetMode(trial.Client, CopyCheck.OldMode) && UnixRights.Of(trial.Server).Mode == CopyCheck.OldMode;

    private static bool KeepOwner(Trial trial) =>
        UnixRights.TryGive(trial.Client, CopyCheck.OtherOwner, CopyCheck.OtherOwner) && UnixRights.Of(trial.Server).Owner == CopyCheck.OtherOwner;

    private static bool Link(Trial trial)
    {
        string target = trial.Client + "-target";
        File.Move(trial.Client, target);
        try
        {
            File.CreateSymbolicLink(trial.Client, Path.GetFileName(target));
            return new FileInfo(trial.Server).LinkTarget is not null;
        }
        finally
        {
            File.Delete(target);
        }
    }

    private sealed class Trial(CopyPlace place, string name)
    {
        public string Name => name;

        public string Client { get; } = Path.Combine(place.Client, name, "file");

        /// <summary>The file on the server, as soon as it has got there.</summary>
        public string Server
        {
            get
            {
                place.Settle(name);
                return Path.Combine(place.IsWrittenThrough ? place.Server : place.Client, name, "file");
            }
        }
    }
}
