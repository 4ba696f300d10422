namespace StreamTuning.NetworkShares;

/// <summary>What the test program does when a test starts it as another process.</summary>
internal static class Program
{
    public static int Main(string[] arguments)
    {
        switch (arguments)
        {
            case ["guest", .. string[] rest]:
                return Guest.GuestProgram.Run(rest);
            default:
                Console.Error.WriteLine("The tests are run by dotnet test.");
                return 2;
        }
    }
}
