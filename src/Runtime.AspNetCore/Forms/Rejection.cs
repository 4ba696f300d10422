using Microsoft.AspNetCore.Http;

namespace StreamTuning;

/// <summary>
/// The ways in which a request can be refused. All are the exception that servers answer with its status; the message goes to the client
/// and says nothing about the server.
/// </summary>
internal static class Rejection
{
    public static BadHttpRequestException Malformed(string message, Exception? reason = null) =>
        reason is null ? new(message, StatusCodes.Status400BadRequest) : new(message, StatusCodes.Status400BadRequest, reason);

    public static BadHttpRequestException TooMuch(string message) => new(message, StatusCodes.Status413PayloadTooLarge);

    public static BadHttpRequestException Unsupported(string message) => new(message, StatusCodes.Status415UnsupportedMediaType);

    public static BadHttpRequestException TooLong(long limit) => TooMuch($"The body of the request is longer than {limit} bytes.");

    public static BadHttpRequestException Incomplete() => Malformed("The form ended before its final boundary.");
}
