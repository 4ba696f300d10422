using System.Net;
using System.Text.Json;
using StreamTuning.BlobService;
using StreamTuning.Docs;
using StreamTuning.PhotoDropTests.Browser;
using Xunit.Abstractions;

namespace StreamTuning.Analyzers.Tests.Tables;

/// <summary>Every page of the site can be read on a phone and on a wide screen, in the light and in the dark theme.</summary>
[Trait(Suite.Name, Suite.Slow)]
public sealed class SiteInBrowserTests(ITestOutputHelper output)
{
    private static readonly int[] _widths = [360, 1024, 1440, 1536, 1920];

    // A page that is wider than its window, what lies outside of it or of a box that doesn't scroll; what scrolls by itself may, and so may closed menus.
    private const string CutOff =
        """
        (() => {
          const width = document.documentElement.clientWidth;
          const found = document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} pixels wide`] : [];
          for (const element of document.querySelectorAll('body *')) {
            const box = element.getBoundingClientRect();
            const cut = box.left < -1 || box.right > width + 1
              || getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
            if (cut && element.innerText?.trim() && !element.closest('.visually-hidden') && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isScrolled(element)) {
              found.push(`<${element.localName} class="${element.className}"> reaches from ${box.left} to ${box.right}`);
            }
          }
          return found.slice(0, 5);
          function isScrolled(element) {
            for (let above = element.parentElement; above !== document.body; above = above.parentElement) {
              if (['auto', 'scroll'].includes(getComputedStyle(above).overflowX)) {
                return true;
              }
            }
            return false;
          }
        })()
        """;

    // Menus slide to their places, which would have to be awaited.
    private const string AtOnce =
        """
        document.head.appendChild(document.createElement('style')).textContent = '* { transition: none !important; animation: none !important; }'
        """;

    private const string TooPale =
        """
        axe.run({ runOnly: ['color-contrast'] }).then(result => result.violations.flatMap(rule => rule.nodes).slice(0, 5)
          .map(node => `${node.target}: ${node.any[0].message}`))
        """;

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task No_page_is_cut_off_or_too_pale(bool dark)
    {
        await using Chromium? browser = await Chromium.TryStartAsync();
        Skip.If(browser is null, Chromium.Missing);
        string folder = Directory.CreateTempSubdirectory("streamtuning-site-").FullName;
        try
        {
            string site = Path.Combine(folder, "site");
            Build(site);
            string axe = File.ReadAllText(Repository.Full("artifacts/website/node_modules/axe-core/axe.min.js"));
            using var server = new SiteServer(site);
            Page page = await browser.OpenAsync();
            await page.PreferAsync(dark);
            var problems = new List<string>();
            foreach (string path in Directory.EnumerateFiles(site, "*.html", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(site, file)).Order())
            {
                await page.ResizeAsync(_widths[0], 900);
                await page.NavigateAsync(new Uri(server.Address, path));
                await page.EvaluateAsync(AtOnce);
                foreach (int width in _widths)
                {
                    await page.ResizeAsync(width, 900);
                    problems.AddRange(await ProblemsAsync(CutOff, width));
                }

                await page.EvaluateAsync(axe);
                problems.AddRange(await ProblemsAsync(TooPale, _widths[^1]));

                async Task<IEnumerable<string>> ProblemsAsync(string script, int width) =>
                    (await page.EvaluateAsync(script)).Deserialize<string[]>()!.Select(problem => $"{path} at {width}: {problem}");
            }

            Assert.True(problems.Count == 0, string.Join('\n', problems));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private void Build(string site)
    {
        try
        {
            Site.Build(Repository.Full(""), site, "/", output.WriteLine);
        }
        catch (NpmUnavailableException e)
        {
            Skip.If(true, e.Message);
        }
    }

    /// <summary>Shows the files of a folder on the loopback interface.</summary>
    private sealed class SiteServer : IDisposable
    {
        private readonly HttpListener _listener = new();
        private readonly string _folder;

        public SiteServer(string folder)
        {
            _folder = folder;
            using (var port = new System.Net.Sockets.TcpListener(IPAddress.Loopback, 0))
            {
                port.Start();
                Address = new Uri($"http://127.0.0.1:{((IPEndPoint)port.LocalEndpoint).Port}/");
            }

            _listener.Prefixes.Add(Address.AbsoluteUri);
            _listener.Start();
            _ = ServeAsync();
        }

        public Uri Address { get; }

        public void Dispose() => _listener.Close();

        private async Task ServeAsync()
        {
            while (true)
            {
                HttpListenerContext context;
                try
                {
                    context = await _listener.GetContextAsync();
                }
                catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
                {
                    return;
                }

                string file = Path.Combine(_folder, context.Request.Url!.AbsolutePath.TrimStart('/'));
                if (File.Exists(file))
                {
                    context.Response.ContentType = Path.GetExtension(file) switch
                    {
                        ".html" => "text/html; charset=utf-8",
                        ".js" => "text/javascript",
                        ".css" => "text/css",
                        ".svg" => "image/svg+xml",
                        _ => "application/octet-stream",
                    };
                    context.Response.Close(File.ReadAllBytes(file), willBlock: true);
                }
                else
                {
                    context.Response.StatusCode = 404;
                    context.Response.Close();
                }
            }
        }
    }
}
