using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using JsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace StreamTuning;

/// <summary>
/// Answers refused requests with the status of the refusal, before something that handles exceptions makes an error of the server of it.
/// </summary>
internal static partial class RejectedUploads
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
            ProblemHttpResult problem = TypedResults.Problem(e.Message, statusCode: e.StatusCode);
            IResult answer = KnowsProblems(context)
                ? problem
                : TypedResults.Json(problem.ProblemDetails, RejectionJson.Default.ProblemDetails, problem.ContentType, e.StatusCode);
            await answer.ExecuteAsync(context).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Whether the serializer of the application can write problem details. Where it is trimmed it only can if somebody has told it how
    /// (<c>AddProblemDetails</c>).
    /// </summary>
    private static bool KnowsProblems(HttpContext context)
    {
        JsonSerializerOptions? options = context.RequestServices.GetService<IOptions<JsonOptions>>()?.Value.SerializerOptions;
        return options is null || options.TryGetTypeInfo(typeof(ProblemDetails), out _);
    }

    [JsonSerializable(typeof(ProblemDetails))]
    private sealed partial class RejectionJson : JsonSerializerContext;
}
