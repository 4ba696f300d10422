using Azure.Core;
using Azure.Core.Pipeline;

namespace StreamTuning.Tool.Blobs;

/// <summary>Counts the requests that are sent, repeated ones among them.</summary>
internal sealed class RequestCounter : HttpPipelinePolicy
{
    private int _requests;

    public int Requests => _requests;

    public override void Process(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        Interlocked.Increment(ref _requests);
        ProcessNext(message, pipeline);
    }

    public override ValueTask ProcessAsync(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        Interlocked.Increment(ref _requests);
        return ProcessNextAsync(message, pipeline);
    }
}
