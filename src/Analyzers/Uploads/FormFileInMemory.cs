using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using StreamTuning.Analyzers.Copying;

namespace StreamTuning.Analyzers.Uploads;

/// <summary>A copy of a form file in memory that is only read as a stream, by code that does the same with the stream of the file.</summary>
internal sealed class FormFileInMemory
{
    private FormFileInMemory(IObjectCreationOperation creation, IOperation rewind, IInvocationOperation? copyIntoFile)
    {
        Creation = creation;
        Rewind = rewind;
        CopyIntoFile = copyIntoFile;
    }

    /// <summary>Where the memory is made.</summary>
    public IObjectCreationOperation Creation { get; }

    /// <summary>What sets the position of the memory to its beginning after the copy.</summary>
    public IOperation Rewind { get; }

    /// <summary>The one thing that reads the memory, where that is a copy into a file.</summary>
    public IInvocationOperation? CopyIntoFile { get; }

    /// <param name="copy">The copy.</param>
    /// <param name="types">The known types.</param>
    public static FormFileInMemory? TryRead(StreamCopy copy, KnownTypes types)
    {
        if (copy.Destination is not ILocalReferenceOperation memory
            || EmptyMemory.FilledBy(copy, types) is not { } creation
            || !Values.IsStable(copy.Source)
            || !IsThereBefore(copy.Source, creation))
        {
            return null;
        }

        IOperation? rewind = null;
        int readers = 0;
        IInvocationOperation? copyIntoFile = null;
        foreach (ILocalReferenceOperation reference in LocalUses.Find(memory.Local, Values.Root(copy.Call)))
        {
            IOperation? receiver = Values.Receiver(reference);
            switch (receiver)
            {
                case IArgumentOperation { Parent: { } call } when call == copy.Call:
                case ISimpleAssignmentOperation { Target: { } target } when target == reference:
                case IUsingOperation:
                    continue;

                case not null when EmptyMemory.IsRewind(receiver):
                    // The first one after the copy is what the memory needs; those that follow the stream of the file needs too.
                    if (rewind is null && RunOrder.Follows(receiver, copy.Call))
                    {
                        rewind = receiver;
                    }

                    continue;

                case not null when rewind is not null && Reads(receiver, reference, types):
                    readers++;
                    copyIntoFile = receiver is IInvocationOperation reader && Copying.CopyIntoFile.TryRead(reader, types) is not null ? reader : null;
                    continue;

                case not null when EmptyMemory.IsEnd(receiver):
                    continue;

                default:
                    return null;
            }
        }

        return rewind is null ? null : new FormFileInMemory(creation, rewind, readers == 1 ? copyIntoFile : null);
    }

    /// <summary>Whether the use reads the stream, as any other, and is done with it when it returns or its task ends.</summary>
    private static bool Reads(IOperation receiver, IOperation reference, KnownTypes types) => receiver switch
    {
        IPropertyReferenceOperation { Property.Name: "Length" or "Position" or "CanRead" or "CanSeek" } property => property.Parent is not IAssignmentOperation assignment || assignment.Target != property,
        IInvocationOperation { Instance: { } instance, TargetMethod.Name: "Read" or "ReadAsync" or "ReadByte" or "ReadExactly" or "ReadExactlyAsync" or "ReadAtLeast" or "ReadAtLeastAsync" or "CopyTo" or "CopyToAsync" or "Seek" } =>
            Values.Unwrap(instance) == reference,
        IArgumentOperation { Parameter: { } parameter, Parent: IInvocationOperation call } => Values.Is(parameter.Type, types.Stream) && IsReader(call.TargetMethod),
        IArgumentOperation { Parameter: { } parameter, Parent: IObjectCreationOperation creation } => Values.Is(parameter.Type, types.Stream) && IsReader(creation),
        _ => false,
    };

    /// <summary>Methods of the framework that read a stream they are given: to its end, or as far as they need.</summary>
    private static bool IsReader(IMethodSymbol method) => (method.ContainingType.Name, method.Name) switch
    {
        ("JsonSerializer", "Deserialize" or "DeserializeAsync") => IsOfSystem(method.ContainingType),
        ("JsonDocument" or "JsonNode", "Parse" or "ParseAsync") => IsOfSystem(method.ContainingType),
        ("XDocument" or "XElement", "Load" or "LoadAsync") => IsOfSystem(method.ContainingType),
        (_, "HashData" or "HashDataAsync" or "ComputeHash" or "ComputeHashAsync") => IsOfSystem(method.ContainingType),
        _ => false,
    };

    private static bool IsReader(IObjectCreationOperation creation) =>
        creation.Type is { Name: "StreamReader" or "BinaryReader" } type && IsOfSystem(type);

    private static bool IsOfSystem(ITypeSymbol type)
    {
        INamespaceSymbol? scope = type.ContainingNamespace;
        while (scope is { ContainingNamespace: { IsGlobalNamespace: false } outer })
        {
            scope = outer;
        }

        return scope?.Name == "System";
    }

    /// <summary>Whether what is copied is named by something that is declared before the memory.</summary>
    private static bool IsThereBefore(IOperation source, IOperation creation) => Values.Unwrap(source) switch
    {
        ILocalReferenceOperation { Local: { } local } => local.DeclaringSyntaxReferences is { Length: 1 } declarations && declarations[0].Span.Start < creation.Syntax.SpanStart,
        IParameterReferenceOperation or IFieldReferenceOperation => true,
        _ => false,
    };
}
