namespace StreamTuning;

/// <summary>Exceptions of files that have another name while they are written.</summary>
internal static class FileErrors
{
    /// <summary>The exception of the same kind and error code that names the path that was asked for.</summary>
    public static Exception Of(string path, Exception error)
    {
        // .NET puts the path behind the message of the system: "No space left on device : '/share/name'".
        int name = error.Message.LastIndexOf(" : '", StringComparison.Ordinal);
        string message = $"{(name < 0 ? error.Message : error.Message.Substring(0, name))} : '{path}'";
        return error switch
        {
            _ when error.Message.IndexOf($"'{path}'", StringComparison.Ordinal) >= 0 => error,
            IOException when error.GetType() == typeof(IOException) => new IOException(message, error.HResult),
            UnauthorizedAccessException when error.GetType() == typeof(UnauthorizedAccessException) => new UnauthorizedAccessException(message, error.InnerException),
            PathTooLongException => new PathTooLongException(message, error.InnerException),
            DirectoryNotFoundException => new DirectoryNotFoundException(message, error.InnerException),
            _ => error,
        };
    }
}
