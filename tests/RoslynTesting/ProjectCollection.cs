namespace Microsoft.CodeAnalysis.Testing;

/// <summary>The projects of a solution besides the main one; asking for a name adds it.</summary>
public class ProjectCollection : Dictionary<string, ProjectState>
{
    private readonly string _defaultLanguage;
    private readonly string _defaultExtension;

    /// <summary>An empty collection.</summary>
    public ProjectCollection(string defaultLanguage, string defaultExtension)
    {
        _defaultLanguage = defaultLanguage;
        _defaultExtension = defaultExtension;
    }

    /// <summary>The project of a name, whose sources lie below <c>/name/</c>.</summary>
    public new ProjectState this[string projectName]
    {
        get
        {
            if (!TryGetValue(projectName, out var project))
            {
                project = new ProjectState(projectName, _defaultLanguage, $"/{projectName}/Test", _defaultExtension);
                Add(projectName, project);
            }

            return project;
        }
    }
}
