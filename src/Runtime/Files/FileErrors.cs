namespace StreamTuning;

/// <summary>Exceptions of files that have another name while they are written.</summary>
internal static class FileErrors
{
    /// <summary>The exception of the same kind and error code that names the path that was asked for.</summary>
    public static Exception Of(string path, Exception error)
    {
        string message = Naming(path, error.Message);
        return error switch
        {
            _ when error.Message.IndexOf($"'{path}'", StringComparison.Ordinal) >= 0 => error,
            IOException when error.GetType() == typeof(IOException) => new IOException(message, error.HResult),
            UnauthorizedAccessException when error.GetType() == typeof(UnauthorizedAccessException) =>
                new UnauthorizedAccessException(message, error.InnerException),
            PathTooLongException => new PathTooLongException(message, error.InnerException),
            FileNotFoundException => new FileNotFoundException(message, path, error.InnerException),
            DirectoryNotFoundException => new DirectoryNotFoundException(message, error.InnerException),
            DriveNotFoundException => new DriveNotFoundException(message, error.InnerException),
            _ => error,
        };
    }

    /// <remarks>
    /// .NET quotes the path: "Could not find file '/share/name'.", or behind the message of the system: "No space left on device :
    /// '/share/name'".
    /// </remarks>
    private static string Naming(string path, string message)
    {
        int start = message.IndexOf(" '", StringComparison.Ordinal) + 2;
        int end = message.LastIndexOf('\'');
        return start >= 2 && end >= start ? message.Substring(0, start) + path + message.Substring(end) : $"{message} : '{path}'";
    }
}
