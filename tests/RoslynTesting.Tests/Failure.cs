namespace StreamTuning.RoslynTesting;

internal static class Failure
{
    /// <summary>The message that a run fails with; fails when the run passes.</summary>
    public static async Task<string> OfAsync(Func<Task> run) => (await Assert.ThrowsAsync<InvalidOperationException>(run)).Message;
}
