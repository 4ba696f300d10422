namespace StreamTuning.Analyzers.Facts;

/// <summary>How a method, local function or lambda comes to handle requests.</summary>
internal enum HandlerKind
{
    /// <summary>As an action of a controller.</summary>
    Action,

    /// <summary>As a handler of a Razor Page.</summary>
    PageHandler,

    /// <summary>As what is mapped to a route: a minimal API.</summary>
    Endpoint,
}
