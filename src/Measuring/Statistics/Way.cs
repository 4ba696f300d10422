namespace StreamTuning.Measuring;

/// <summary>One way to do what is measured.</summary>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="Run">What is timed.</param>
/// <param name="Prepare">What has to be done before each run and is not timed.</param>
/// <param name="Finish">The same, after each run.</param>
public sealed record Way(string Name, Func<Task> Run, Action? Prepare = null, Action? Finish = null);
