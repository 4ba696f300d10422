using System.Collections.ObjectModel;
using Microsoft.Net.Http.Headers;

namespace StreamTuning;

/// <summary>Content types as text, each understood when it is added, and not for every request.</summary>
internal sealed class ContentTypes : Collection<string>
{
    private readonly List<MediaTypeHeaderValue> _parsed = [];

    /// <summary>Whether a type is one of them, or there are none.</summary>
    public bool Allow(MediaTypeHeaderValue? type)
    {
        if (_parsed.Count == 0)
        {
            return true;
        }

        foreach (MediaTypeHeaderValue allowed in _parsed)
        {
            if (type?.IsSubsetOf(allowed) == true)
            {
                return true;
            }
        }

        return false;
    }

    protected override void InsertItem(int index, string item)
    {
        _parsed.Insert(index, Parse(item));
        base.InsertItem(index, item);
    }

    protected override void SetItem(int index, string item)
    {
        _parsed[index] = Parse(item);
        base.SetItem(index, item);
    }

    protected override void RemoveItem(int index)
    {
        _parsed.RemoveAt(index);
        base.RemoveItem(index);
    }

    protected override void ClearItems()
    {
        _parsed.Clear();
        base.ClearItems();
    }

    private static MediaTypeHeaderValue Parse(string item) => MediaTypeHeaderValue.TryParse(item, out MediaTypeHeaderValue? type)
        ? type
        : throw new ArgumentException($"'{item}' is no content type, such as image/png or image/*.", nameof(item));
}
