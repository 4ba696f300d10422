using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Operations;

namespace StreamTuning.Analyzers.Copying;

/// <summary>Tells the paths at which no file exists that matters: made unique, or looked after by the same method.</summary>
internal static class NewPath
{
    /// <param name="path">The path, or a <c>FileInfo</c>.</param>
    /// <param name="types">The types.</param>
    public static bool IsLikely(IOperation path, KnownTypes types)
    {
        if (Values.Origin(path) is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info && Values.Is(info.Type, types.FileInfo) && IsLikely(arguments[0].Value, types))
        {
            return true;
        }

        var unique = new UniqueNameFinder(types);
        unique.Visit(path);
        if (unique.Found)
        {
            return true;
        }

        var handled = new HandlingFinder(path, types);
        handled.Visit(Values.Root(path));
        return handled.Found;
    }

    /// <summary>Whether a path, or the path of a <c>FileInfo</c>, holds a random name, which no file can have yet.</summary>
    public static bool IsUnique(IOperation path, KnownTypes types)
    {
        if (Values.Origin(path) is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info && Values.Is(info.Type, types.FileInfo))
        {
            path = arguments[0].Value;
        }

        var unique = new UniqueNameFinder(types, isTimeUnique: false);
        unique.Visit(path);
        return unique.Found;
    }

    /// <summary>Finds a part that differs from call to call, in an expression and the variables it is made of.</summary>
    private sealed class UniqueNameFinder(KnownTypes types, bool isTimeUnique = true) : OperationWalker
    {
        private int _hops;

        public bool Found { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            INamedTypeSymbol type = operation.TargetMethod.ContainingType;
            Found |= operation.TargetMethod.Name switch
            {
                "GetRandomFileName" or "GetTempFileName" => Values.Is(type, types.Path),
                "NewGuid" or "CreateVersion7" => Values.Is(type, types.Guid),
                "CreateTempSubdirectory" => Values.Is(type, types.Directory),
                _ => false,
            };
            base.VisitInvocation(operation);
        }

        public override void VisitLocalReference(ILocalReferenceOperation operation)
        {
            if (_hops++ < Values.MaximumHops)
            {
                foreach (IOperation value in Values.AllValues(operation))
                {
                    Visit(value);
                }
            }

            _hops--;
        }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            Found |= isTimeUnique && operation.Property is { Name: "Now" or "UtcNow", ContainingType.Name: "DateTime" or "DateTimeOffset" };
            base.VisitPropertyReference(operation);
        }

        public override void VisitFieldReference(IFieldReferenceOperation operation)
        {
            if (_hops++ < Values.MaximumHops)
            {
                Visit(Values.SingleValue(operation));
            }

            _hops--;
            base.VisitFieldReference(operation);
        }
    }

    /// <summary>Finds whether the method asks if the file exists, deletes it, or moves it to another place.</summary>
    private sealed class HandlingFinder(IOperation path, KnownTypes types) : OperationWalker
    {
        public bool Found { get; private set; }

        public override void VisitInvocation(IInvocationOperation operation)
        {
            if (operation.TargetMethod.Name is "Exists" or "Delete" or "Move" or "MoveTo" or "Copy" or "CopyTo" or "Replace")
            {
                Found |= operation.Instance is { } info ? IsPath(info)
                    : Values.Is(operation.TargetMethod.ContainingType, types.File) && operation.Arguments.Length > 0 && IsPath(operation.Arguments[0].Value);
            }

            base.VisitInvocation(operation);
        }

        public override void VisitPropertyReference(IPropertyReferenceOperation operation)
        {
            Found |= operation is { Property.Name: "Exists", Instance: { } info } && IsPath(info);
            base.VisitPropertyReference(operation);
        }

        /// <summary>Whether the value is the path, or a <c>FileInfo</c> of it, or is written in the same words.</summary>
        private bool IsPath(IOperation value) =>
            Values.AreSame(value, path)
            || SyntaxFactory.AreEquivalent(value.Syntax, path.Syntax)
            || (Values.Origin(value) is IObjectCreationOperation { Arguments: { Length: 1 } arguments } info && Values.Is(info.Type, types.FileInfo) && IsPath(arguments[0].Value));
    }
}
