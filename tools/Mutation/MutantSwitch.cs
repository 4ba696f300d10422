// Compiled into every project of the mutated copy. The host of the tests finds it in each loaded assembly and sets its fields.
#nullable disable
using System;
using System.Diagnostics;
using System.IO;
using System.Linq;

internal static class MutantSwitch
{
    /// <summary>The mutant that is on; 0 for none. Other processes that a test starts take it from the environment.</summary>
    public static int Active = int.TryParse(Environment.GetEnvironmentVariable("STREAMTUNING_MUTANT"), out int mutant) ? mutant : 0;

    /// <summary>For each mutant 1 if it was reached, 2 if that was while a type was initialized. Null if nobody asks.</summary>
    public static byte[] Reached = _fileOfReached == null ? null : new byte[10000];

    private static string _fileOfReached => Environment.GetEnvironmentVariable("STREAMTUNING_MUTANTS_REACHED");

    public static bool Is(int mutant)
    {
        byte[] reached = Reached;
        if (reached != null && reached[mutant] == 0)
        {
            bool isInitializing = new StackTrace().GetFrames().Any(frame => frame.GetMethod()?.Name == ".cctor");
            reached[mutant] = (byte)(isInitializing ? 2 : 1);
            if (_fileOfReached is string file && !IsHosted)
            {
                lock (reached)
                {
                    File.AppendAllText(file, mutant + "\n"); // The host lets everybody write it: some processes run as another user.
                }
            }
        }

        return Active == mutant;
    }

    /// <summary>Whether the host reads <see cref="Reached"/>: in other processes nobody does.</summary>
    public static bool IsHosted;
}
