namespace StreamTuning.Benchmarks;

/// <summary>Calls of another service.</summary>
internal static class ClientCode
{
    public static string Write(Entity e, Random random) => CodeText.File(
        $$"""
        using System.Net;
        using System.Net.Http.Headers;
        using System.Net.Http.Json;
        using System.Text.Json;

        namespace {{e.Namespace}};

        public sealed class {{e.Name}}Client(HttpClient client, ILogger<{{e.Name}}Client> logger)
        """,
        [
            $$"""
            private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web);

            public async Task<{{e.Name}}Response?> GetAsync(Guid id, CancellationToken cancellationToken = default)
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/{{e.Route}}/{id}");
                request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/json"));
                using HttpResponseMessage response = await client.SendAsync(request, cancellationToken).ConfigureAwait(false);
                if (response.StatusCode == HttpStatusCode.NotFound)
                {
                    return null;
                }

                response.EnsureSuccessStatusCode();
                return await response.Content.ReadFromJsonAsync<{{e.Name}}Response>(Options, cancellationToken).ConfigureAwait(false);
            }
            """,
            $$"""
            public async Task<{{e.Name}}Response> CreateAsync(Create{{e.Name}}Request {{e.Variable}}, CancellationToken cancellationToken = default)
            {
                using HttpResponseMessage response = await client.PostAsJsonAsync("/api/{{e.Route}}", {{e.Variable}}, Options, cancellationToken).ConfigureAwait(false);
                string body = await response.Content.ReadAsStringAsync(cancellationToken).ConfigureAwait(false);
                if (!response.IsSuccessStatusCode)
                {
                    logger.LogError("The service answered {Status}: {Body}", (int)response.StatusCode, body.Length > {{random.Next(100, 900)}} ? body[..100] : body);
                    throw new HttpRequestException(body, null, response.StatusCode);
                }

                return JsonSerializer.Deserialize<{{e.Name}}Response>(body, Options) ?? throw new JsonException("The service sent nothing.");
            }
            """,
            $$"""
            public async Task<IReadOnlyList<{{e.Name}}Response>> ListAsync(int pages, CancellationToken cancellationToken = default)
            {
                var all = new List<{{e.Name}}Response>();
                for (int page = 1; page <= pages; page++)
                {
                    Page<{{e.Name}}Response>? read = await client.GetFromJsonAsync<Page<{{e.Name}}Response>>($"/api/{{e.Route}}?page={page}&size={{random.Next(1, 9) * 25}}", Options, cancellationToken).ConfigureAwait(false);
                    if (read is null || read.Items.Count == 0)
                    {
                        break;
                    }

                    all.AddRange(read.Items);
                }

                return all;
            }
            """,
        ]);
}
