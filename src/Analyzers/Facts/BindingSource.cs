namespace StreamTuning.Analyzers.Facts;

/// <summary>Where ASP.NET Core takes the value of a parameter or property from.</summary>
internal enum BindingSource
{
    /// <summary>Not from the body of a request: from its path, query, headers or from services; or it is not bound at all.</summary>
    Other,

    /// <summary>The form of a request, its files included.</summary>
    Form,

    /// <summary>The body of a request, as JSON for instance.</summary>
    Body,
}
