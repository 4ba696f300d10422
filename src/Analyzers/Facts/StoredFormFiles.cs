using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.CompilerServices;

namespace StreamTuning.Analyzers.Facts;

/// <summary>
/// The parameters, properties, and forms whose files visibly go to a file or a blob, in a method that they are handed to for instance, or
/// that an action of a controller copies one after the other, as the fix of STRM4001 streams them.
/// </summary>
internal sealed class StoredFormFiles(Compilation compilation, RequestHandlers handlers)
{
    /// <summary>A file that is handed on more often is not followed.</summary>
    private const int MostCalls = 3;

    private static readonly WatchedNames Copies = new("CopyTo", "CopyToAsync", "CopyToFile", "CopyToFileAsync", "OpenReadStream");

    /// <summary>What a file names that binds forms to models: attributes, and the bases of controllers and pages.</summary>
    private static readonly WatchedNames Handlers = new("FromForm", "ApiController", "Controller", "ControllerBase", "PageModel");

    /// <summary>How the names of methods begin that store what they are given.</summary>
    private static readonly string[] Verbs = ["Save", "Upload", "Store", "Write", "Persist"];

    /// <summary>What is read row by row instead.</summary>
    private static readonly string[] Tables = ["Excel", "Csv", "Xls", "Json", "Xml", "Import", "Memory"];

    /// <summary>The last words of what they store.</summary>
    private static readonly string[] Things =
    [
        "File", "Files", "Image", "Images", "Photo", "Photos", "Picture", "Pictures", "Document", "Documents", "Attachment", "Attachments",
        "Avatar", "Thumbnail", "Logo", "Video", "Videos", "Audio", "Media", "Pdf", "Blob", "Blobs",
    ];

    /// <summary>Those that only say how many.</summary>
    private static readonly string[] Numbers = ["", "All", "Many", "Multiple"];

    /// <summary>The ends of the names of types that keep what stands before.</summary>
    private static readonly string[] Keepers = ["Service", "Storage", "Store", "Repository", "Uploader", "Manager", "Client", "Provider"];

    /// <summary>The names of what is given to calls, loops, and locals, by files, of which an editor changes one at a time.</summary>
    private static readonly ConditionalWeakTable<SyntaxTree, HashSet<string>> Given = new();

    private readonly KnownTypes _types = KnownTypes.Of(compilation);
    private readonly FormFileStorage _storage = new(KnownTypes.Of(compilation));
    private readonly ConcurrentDictionary<SyntaxTree, FormFileSources> _copied = new();
    private readonly ConcurrentDictionary<SyntaxTree, HashSet<ISymbol>> _variables = new();
    private bool? _hasModelsElsewhere;

    /// <summary>By the parameter, and how often the files have been handed on before.</summary>
    private readonly ConcurrentDictionary<(ISymbol Parameter, int Calls), bool> _parameters = new();

    /// <summary>The parameters that get files of forms from other code of the compilation, and store them.</summary>
    private readonly ConcurrentDictionary<ISymbol, bool> _given = new(SymbolEqualityComparer.Default);
    private HashSet<ISymbol>? _properties;

    /// <summary>
    /// The parameters and properties declared in a file that are, or hold, a file of a form that is stored. What becomes of a parameter
    /// stands in its own file, and in the methods that it is handed to; all code is bound only for a file that declares properties for
    /// files of forms, as an editor asks anew with each key that is pressed.
    /// </summary>
    public IEnumerable<ISymbol> DeclaredIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        bool declaresProperties = FormFiles.Names.Find(tree, cancellationToken).Any(
            name => name.FirstAncestorOrSelf<MemberDeclarationSyntax>() is PropertyDeclarationSyntax or TypeDeclarationSyntax);
        return VariablesIn(tree, cancellationToken).OfType<IParameterSymbol>()
            .Concat(declaresProperties ? PropertiesOfAll(cancellationToken) : [])
            .Where(variable => variable.Locations is { Length: > 0 } locations && locations[0].SourceTree == tree);
    }

    /// <summary>Whether a file that is bound to the parameter or property is stored.</summary>
    public bool AreFrom(ISymbol variable, CancellationToken cancellationToken) =>
        variable.OriginalDefinition is IPropertySymbol property ? PropertiesOfAll(cancellationToken).Contains(property)
        : variable.Locations is { Length: > 0 } locations && locations[0].SourceTree is { } tree
            && VariablesIn(tree, cancellationToken).Contains(variable.OriginalDefinition);

    /// <summary>Whether the function that takes the files from the form stores one, or gives it to a method that does.</summary>
    public bool AreFromForm(IPropertyReferenceOperation files, CancellationToken cancellationToken)
    {
        IOperation function = files.Function();
        HashSet<SyntaxNode> forms = CopiedIn(files.Syntax.SyntaxTree, cancellationToken).Forms;
        return IsIn(forms) || IsIn(HandedOn(function.Syntax, [files.Property.Name], calls: 0, cancellationToken).Forms);

        bool IsIn(HashSet<SyntaxNode> stored) => function.Has<IPropertyReferenceOperation>(reference => stored.Contains(reference.Syntax));
    }

    /// <summary>Whether code of the compilation hands the files on to the parameter, or makes the model of them.</summary>
    public bool AreGivenTo(ISymbol variable, CancellationToken cancellationToken)
    {
        PropertiesOfAll(cancellationToken);
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            VariablesIn(tree, cancellationToken);
        }

        return _given.ContainsKey(variable);
    }

    /// <summary>Whether a project that this one refers to may declare models with files of forms.</summary>
    private bool HasModelsElsewhere => _hasModelsElsewhere ??= compilation.SourceModule.ReferencedAssemblySymbols.Any(project =>
        project.Name.Split('.')[0] is not ("System" or "Microsoft")
        && project.Modules.Any(module => module.ReferencedAssemblies.Any(each => each.Name == _types.FormFile?.ContainingAssembly.Name)));

    private HashSet<ISymbol> PropertiesOfAll(CancellationToken cancellationToken)
    {
        if (_properties is null)
        {
            string[] names = [.. compilation.SyntaxTrees.SelectMany(tree => NamesIn(tree, ofProperties: true, cancellationToken))];
            var properties = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                properties.UnionWith(CopiedIn(tree, cancellationToken).Variables.OfType<IPropertySymbol>());
                properties.UnionWith(
                    HandedOn(tree.GetRoot(cancellationToken), names, calls: 0, cancellationToken).Variables.OfType<IPropertySymbol>());
            }

            // Those that another model, such as a command, is made of, whose files are stored.
            HashSet<ISymbol> stored = new(properties, SymbolEqualityComparer.Default);
            foreach (SyntaxTree tree in stored.Count == 0 ? [] : compilation.SyntaxTrees)
            {
                SyntaxNode root = tree.GetRoot(cancellationToken);
                if (IsAnyGivenIn(tree, names, cancellationToken) && GivenIn(root).Any(each => IsOfModel(each.Node)))
                {
                    properties.UnionWith(
                        HandedOn(root, names, calls: 0, cancellationToken, () => stored).Variables.OfType<IPropertySymbol>());
                }
            }

            _properties = properties;
        }

        return _properties;
    }

    /// <summary>What the files are taken from that a file of source code stores, or hands on as its parameters.</summary>
    private HashSet<ISymbol> VariablesIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        if (!_variables.TryGetValue(tree, out HashSet<ISymbol>? variables))
        {
            variables = HandedOn(
                tree.GetRoot(cancellationToken),
                NamesIn(tree, ofProperties: false, cancellationToken).Concat(
                    HasModelsElsewhere && handlers.AreElsewhere(cancellationToken) ? handlers.Forms(cancellationToken).FilesTaken
                        : Handlers.Find(tree, cancellationToken).Any() ? handlers.Forms(cancellationToken).FilesElsewhere
                        : []),
                calls: 0, cancellationToken,
                () => PropertiesOfAll(cancellationToken)).Variables;
            variables.UnionWith(CopiedIn(tree, cancellationToken).Variables);
            _variables[tree] = variables;
        }

        return variables;
    }

    /// <summary>The names of the properties, or of the parameters, that are declared as files of forms.</summary>
    private static IEnumerable<string> NamesIn(SyntaxTree tree, bool ofProperties, CancellationToken cancellationToken) =>
        FormFiles.Names.DeclarationsIn(tree, cancellationToken).Select(declaration => declaration switch
        {
            PropertyDeclarationSyntax property when ofProperties => property.Identifier.ValueText,
            ParameterSyntax parameter when parameter.Parent?.Parent is RecordDeclarationSyntax == ofProperties =>
                parameter.Identifier.ValueText,
            _ => "",
        }).Where(static name => name.Length > 0);

    /// <summary>What the files are taken from that a file of source code stores itself.</summary>
    private FormFileSources CopiedIn(SyntaxTree tree, CancellationToken cancellationToken)
    {
        if (!_copied.TryGetValue(tree, out FormFileSources? sources))
        {
            sources = new FormFileSources();
            SemanticModel? model = null;
            foreach (SimpleNameSyntax name in Copies.Find(tree, cancellationToken))
            {
                if (NamedNodes.At(name) is InvocationExpressionSyntax call
#pragma warning disable RS1030 // Once a compilation, only if it names files of forms, and only the trees that copy something.
                    && (model ??= compilation.GetSemanticModel(tree)).GetOperation(call, cancellationToken) is IInvocationOperation copy)
#pragma warning restore RS1030
                {
                    sources.Add(_storage.FileStoredBy(copy));
                }
            }

            _copied[tree] = sources;
        }

        return sources;
    }

    /// <summary>What the files are taken from that are given to methods which store them.</summary>
    /// <param name="code">The code with the calls.</param>
    /// <param name="files">What files are named there.</param>
    /// <param name="calls">How often the files have been handed on.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    /// <param name="stored">The properties whose files are stored, to look at what models are made of.</param>
    private FormFileSources HandedOn(
        SyntaxNode code, IEnumerable<string> files, int calls, CancellationToken cancellationToken, Func<HashSet<ISymbol>>? stored = null)
    {
        var handed = new FormFileSources();
        HashSet<string> names = [.. files];
        SemanticModel? model = null;
        foreach ((string name, SyntaxNode node) in IsAnyGivenIn(code.SyntaxTree, names, cancellationToken) ? GivenIn(code) : [])
        {
            switch (names.Contains(name) ? node : null)
            {
                case ForEachStatementSyntax loop:
                    names.Add(loop.Identifier.ValueText);
                    break;
                case VariableDeclaratorSyntax local:
                    names.Add(local.Identifier.ValueText);
                    break;
                case AssignmentExpressionSyntax { Left: IdentifierNameSyntax local, Parent: ExpressionStatementSyntax }:
                    names.Add(local.Identifier.ValueText);
                    break;
                case not null when IsOfModel(node):
#pragma warning disable RS1030 // Only where something that is named like a file of a form becomes a part of an object.
                    model ??= compilation.GetSemanticModel(code.SyntaxTree);
#pragma warning restore RS1030
                    IOperation? made = model.GetOperation(node.Parent!.Parent!, cancellationToken);
                    IOperation? part = node is ArgumentSyntax
                        ? (made as IObjectCreationOperation)?.Arguments.FirstOrDefault(argument => node.Contains(argument.Syntax))
                        : model.GetOperation(node, cancellationToken);
                    if (stored is not null
                        && ModelProperties.SetBy(part) is var (property, value)
                        && IsSent(made, isInSight: true)
                        && stored().Contains(property.OriginalDefinition))
                    {
                        _given[property.OriginalDefinition] = true;
                        handed.Add(value);
                    }
                    else if (StoredByCommandElsewhere(part, made?.Type) is { } file && IsSent(made, isInSight: false))
                    {
                        handed.Add(file);
                    }

                    break;
                case { Parent.Parent: InvocationExpressionSyntax call }:
#pragma warning disable RS1030 // Only where something that is named like a file of a form is given to a method.
                    model ??= compilation.GetSemanticModel(code.SyntaxTree);
#pragma warning restore RS1030
                    if ((model.GetOperation(call, cancellationToken) as IInvocationOperation)?.Arguments.FirstOrDefault(
                        argument => node.Contains(argument.Syntax)) is { Parameter.OriginalDefinition: { } parameter } given
                        && Stores(parameter, calls, cancellationToken))
                    {
                        handed.Add(given.Value);
                    }

                    // The files one by one: files.Select(file => ...)
                    names.UnionWith(call.ArgumentList.Arguments.Select(static argument =>
                        (argument.Expression as SimpleLambdaExpressionSyntax)?.Parameter.Identifier.ValueText).OfType<string>());
                    break;
            }
        }

        return handed;
    }

    private static bool IsAnyGivenIn(SyntaxTree tree, IReadOnlyCollection<string> names, CancellationToken cancellationToken) =>
        names.Count > 0
        && Given.GetValue(tree, each => [.. GivenIn(each.GetRoot(cancellationToken)).Select(static given => given.Name)]).Overlaps(names);

    /// <summary>What code gives to calls, as arguments or as their objects, to loops, and to locals.</summary>
    private static IEnumerable<(string Name, SyntaxNode Node)> GivenIn(SyntaxNode code) => code.DescendantNodes()
        .Select(static node => (Name: NameOf(ValueGivenBy(node)), node))
        .Where(static each => each.Name.Length > 0);

    private static bool IsOfModel(SyntaxNode node) =>
        node is AssignmentExpressionSyntax { Parent: InitializerExpressionSyntax }
            or ArgumentSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax };

    /// <summary>Whether an object, or the local that holds it, is given to what sends commands to handlers, or executes them.</summary>
    /// <param name="made">The object.</param>
    /// <param name="isInSight">Whether code of the project stores its files: if not, a method of the project doesn't.</param>
    private bool IsSent(IOperation? made, bool isInSight)
    {
        return made is not null
            && (IsGiven(made) || (made.ReceivingLocal() is { } local && Uses.Of(local, made.Root()).Exists(IsGiven)));

        bool IsGiven(IOperation value) =>
            value.Receiver() is IArgumentOperation { Parameter.Ordinal: var ordinal, Parent: IInvocationOperation call }
            && call.TargetMethod is var method
            && (method.Name is "Send" or "SendAsync" or "Publish" or "PublishAsync"
                || (method.Name is "Execute" or "ExecuteAsync" or "Handle" or "HandleAsync"
                    && ordinal == (method.IsExtensionMethod ? 1 : 0)
                    && (isInSight || !method.ContainingAssembly.Is(compilation.Assembly))));
    }

    private static SyntaxNode? ValueGivenBy(SyntaxNode node) => node switch
    {
        ForEachStatementSyntax loop => loop.Expression,
        VariableDeclaratorSyntax { Initializer.Value: { } value } => value,
        ArgumentSyntax argument => argument.Expression,
        AssignmentExpressionSyntax { Parent: InitializerExpressionSyntax or ExpressionStatementSyntax } assignment => assignment.Right,
        // That is mostly the class, and no property of that name.
        IdentifierNameSyntax { Identifier.ValueText: "File" } => null,
        ExpressionSyntax { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax } access }
            when access.Expression == node => node,
        _ => null,
    };

    /// <summary>What a file is named, as in <c>model.File</c>, or the files that it is one of, or the file of a stream.</summary>
    private static string NameOf(SyntaxNode? value) => value switch
    {
        IdentifierNameSyntax name => name.Identifier.ValueText,
        MemberAccessExpressionSyntax member => member.Name.Identifier.ValueText,
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "OpenReadStream" or "GetFile"
            or "First" or "FirstOrDefault" or "Single" or "SingleOrDefault" } part } => NameOf(part.Expression),
        ElementAccessExpressionSyntax element => NameOf(element.Expression),
        PostfixUnaryExpressionSyntax notNull => NameOf(notNull.Operand),
        ParenthesizedExpressionSyntax inner => NameOf(inner.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice => NameOf(choice.Left, choice.Right),
        ConditionalExpressionSyntax choice => NameOf(choice.WhenTrue, choice.WhenFalse),
        _ => "",
    };

    private static string NameOf(SyntaxNode one, SyntaxNode other) => NameOf(one) is { Length: > 0 } name ? name : NameOf(other);

    /// <summary>Whether the method of a parameter, or one that implements it, stores the file, itself or by handing it on.</summary>
    private bool Stores(IParameterSymbol parameter, int calls, CancellationToken cancellationToken)
    {
        if (calls == MostCalls
            || parameter.ContainingSymbol is not IMethodSymbol method
            || !(parameter.Type.Is(_types.Stream) || FormFiles.IsFileOrFiles(parameter.Type, _types)))
        {
            return false;
        }

        if (!_parameters.TryGetValue((parameter, calls), out bool stores))
        {
            ISymbol[] methods = method.IsAbstract ? [.. method.ImplementationsIn(compilation, cancellationToken)]
                : method.ContainingAssembly.Is(compilation.Assembly) ? [method] : [];
            foreach (IMethodSymbol each in methods.OfType<IMethodSymbol>())
            {
                if (StoresItself(each.Parameters[parameter.Ordinal], each, calls, cancellationToken))
                {
                    _given[each.Parameters[parameter.Ordinal]] = stores = true;
                }
            }

            stores |= methods.Length == 0 && IsStoredByName(parameter, method);
            _parameters[(parameter, calls)] = stores;
        }

        return stores;
    }

    /// <summary>Whether the name of a method, of which the code is in another project, says that it stores its files.</summary>
    private bool IsStoredByName(IParameterSymbol parameter, IMethodSymbol method) =>
        !RequestHandlers.IsOfFramework(method)
        && method.ReturnType.SpecialType != SpecialType.System_Boolean
        && IsNameOfStorage(method.Name, method.ContainingType.Name, parameter.Type);

    /// <summary>The file, or its stream, that becomes a part of a command of another project, whose name says that it's stored.</summary>
    private IOperation? StoredByCommandElsewhere(IOperation? part, ITypeSymbol? command) =>
        command is { TypeKind: TypeKind.Class or TypeKind.Struct }
        && !command.ContainingAssembly.Is(compilation.Assembly)
        && ((part as IArgumentOperation)?.Value ?? (part as ISimpleAssignmentOperation)?.Value) is { } value
        && value.Unwrap().Type is { } given
        && (given.Is(_types.Stream) || FormFiles.IsFileOrFiles(given, _types))
        && IsNameOfStorage(command.Name.Replace("Command", "").Replace("Request", "").Replace("Dto", ""), typeName: null, given)
            ? value
            : null;

    /// <summary>Whether a name says that files, or streams, are stored, or leaves that to the name of a type.</summary>
    private bool IsNameOfStorage(string name, string? typeName, ITypeSymbol given)
    {
        string? verb = Array.Find(Verbs, verb => name.StartsWith(verb, StringComparison.Ordinal));
        return verb is not null
            && LastWordOf(name.Substring(verb.Length).Replace("Async", "")) is var thing
            && (Array.IndexOf(Things, thing) >= 0
                || (typeName is not null
                    && Array.IndexOf(Numbers, thing) >= 0
                    // Of a stream, nobody knows that it's a file, and it may be what is written to.
                    && (FormFiles.IsFileOrFiles(given, _types) || (verb != "Write" && KeepsFiles(typeName)))))
            && !Array.Exists(Tables, table => (typeName + name).IndexOf(table, StringComparison.OrdinalIgnoreCase) >= 0);
    }

    /// <summary>Whether the name of a type says that it keeps files: <c>IStorageService</c>, <c>PhotoRepository</c>.</summary>
    private static bool KeepsFiles(string typeName) =>
        Array.Find(Keepers, keeper => typeName.EndsWith(keeper, StringComparison.Ordinal)) is { } keeper
        && LastWordOf(typeName.Substring(0, typeName.Length - keeper.Length)) is var kept
        && (keeper == "Storage" || kept == "Storage" || Array.IndexOf(Things, kept) >= 0);

    /// <summary>The last word of a name, before the place to store it at; the whole name if that goes on with the verb.</summary>
    private static string LastWordOf(string name)
    {
        int to = Math.Max(name.IndexOf("To", StringComparison.Ordinal), name.IndexOf("In", StringComparison.Ordinal));
        string things = to >= 0 && to + 2 < name.Length && char.IsUpper(name[to + 2]) ? name.Substring(0, to) : name;
        int last = things.Length - 1;
        while (last > 0 && !char.IsUpper(things[last]))
        {
            last--;
        }

        return things.Length > 0 && char.IsUpper(things[0]) ? things.Substring(last) : things;
    }

    private bool StoresItself(IParameterSymbol parameter, IMethodSymbol method, int calls, CancellationToken cancellationToken)
    {
        return method.DeclaringSyntaxReferences is { IsEmpty: false } declarations
            && declarations[0].GetSyntax(cancellationToken) is var code
            && compilation.ContainsSyntaxTree(code.SyntaxTree)
            && (CopiedIn(code.SyntaxTree, cancellationToken).Variables.Contains(parameter)
            || (parameter.Type.Is(_types.Stream)
#pragma warning disable RS1030 // Only the methods that the stream of a file of a form is given to.
                && compilation.GetSemanticModel(code.SyntaxTree).GetOperation(code, cancellationToken) is { } body
#pragma warning restore RS1030
                && Uses.Of(parameter, body).Any(use => _storage.IsUseStored(use, use)))
            || HandedOn(code, [parameter.Name], calls + 1, cancellationToken).Variables.Contains(parameter));
    }
}
