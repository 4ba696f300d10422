using Microsoft.AspNetCore.Http;

namespace StreamTuning;

/// <summary>Answers refused requests with the status of the refusal, before something that handles exceptions makes an error of the server of it.</summary>
internal static class RejectedUploads
{
    /// <summary>Whether an exception says that the client has sent what it must not, and it can still be told.</summary>
    public static bool CanAnswer(HttpContext context, BadHttpRequestException rejection) =>
        !context.Response.HasStarted && rejection.StatusCode is >= 400 and < 500;

    /// <summary>To be called before the answer: the rest of the body is not worth waiting for.</summary>
    public static void Prepare(HttpContext context)
    {
        if (HttpProtocol.IsHttp11(context.Request.Protocol))
        {
            context.Response.Headers.Connection = "close";
        }
    }

    public static async Task AnswerAsync(HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context).ConfigureAwait(false);
        }
        catch (BadHttpRequestException e) when (CanAnswer(context, e))
        {
            Prepare(context);
            await TypedResults.Problem(e.Message, statusCode: e.StatusCode).ExecuteAsync(context).ConfigureAwait(false);
        }
    }
}
