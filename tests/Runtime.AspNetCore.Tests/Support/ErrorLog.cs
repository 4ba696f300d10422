using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace StreamTuning.AspNetCore;

/// <summary>Keeps what is logged as an error, and everything of this library.</summary>
internal sealed class ErrorLog : ILoggerProvider
{
    private readonly ConcurrentQueue<string> _errors = new();
    private readonly ConcurrentQueue<(LogLevel Level, string Message)> _own = new();

    public IReadOnlyCollection<string> Errors => _errors;

    public IReadOnlyCollection<(LogLevel Level, string Message)> Own => _own;

    public ILogger CreateLogger(string categoryName) => new Logger(this, categoryName);

    public void Dispose()
    {
    }

    private sealed class Logger(ErrorLog log, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (category.StartsWith("StreamTuning", StringComparison.Ordinal))
            {
                log._own.Enqueue((logLevel, formatter(state, exception)));
            }
            else if (logLevel >= LogLevel.Error && eventId.Name != "RequestBodyDrainBodyReaderInvalidState")
            {
                // Not what Kestrel says of itself whenever a client resets its connection.
                log._errors.Enqueue($"{category}: {formatter(state, exception)} {exception}");
            }
        }
    }
}
