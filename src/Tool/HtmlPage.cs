using System.Net;

namespace StreamTuning.Tool;

/// <summary>The beginning of a page that needs nothing else: no network, no framework.</summary>
internal static class HtmlPage
{
    /// <summary>Everything up to the heading and with it; the header is still open.</summary>
    /// <param name="title">The title and heading, as text.</param>
    /// <param name="runsScript">Whether a script in the page may run.</param>
    public static string Begin(string title, bool runsScript)
    {
        string escaped = WebUtility.HtmlEncode(title);
        string script = runsScript ? "; script-src 'unsafe-inline'" : "";
        return $"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'{script}">
            <title>{escaped}</title>
            <style>
            {ToolAssembly.Resource("report.css")}</style>
            </head>
            <body>
            <header>
            <h1>{escaped}</h1>
            """;
    }
}
