using System.Reflection;
using System.Security.Cryptography;

namespace StreamTuning.AspNetCore;

public sealed class CopyOptionsTests
{
    [Fact]
    public void A_hint_keeps_everything_else_that_was_asked_for()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var asked = new FileCopyOptions
        {
            BlockSize = 4096,
            Depth = 3,
            MemoryBudget = 5_000_000,
            Progress = new Progress<long>(),
            Hash = hash,
            Replace = FileReplacement.Atomic,
            Completion = FileCopyCompletion.Durable,
        };
        PropertyInfo[] settings = [.. typeof(FileCopyOptions).GetProperties().Where(property => property.Name is not ("LengthHint" or "ExactLength"))];
        Assert.All(settings, setting => Assert.NotEqual(setting.GetValue(new FileCopyOptions()), setting.GetValue(asked)));

        FileCopyOptions hinted = CopyOptions.WithHint(10, asked)!;

        Assert.Equal(10, hinted.LengthHint);
        Assert.All(settings, setting => Assert.True(Equals(setting.GetValue(asked), setting.GetValue(hinted)), setting.Name));
    }
}
