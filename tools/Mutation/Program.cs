using StreamTuning.Mutation;

// A host has the assemblies of its tests, and not those of the command.
if (args is ["host", var assembly])
{
    TestHost.Run(assembly);
    return 0;
}

return MutationCommand.RunAsync(args).GetAwaiter().GetResult();
