using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace StreamTuning;

/// <summary>The fields of a form, as they come.</summary>
internal sealed class FormFields(StreamFilesOptions options)
{
    private KeyValueAccumulator _values;
    private FormCollection? _collection;
    private int _count;
    private long _length;

    /// <summary>The fields so far, which stay as they are; another collection after another field.</summary>
    public IFormCollection Collection => _collection ??= _count == 0 ? FormCollection.Empty : new FormCollection(_values.GetResults());

    /// <summary>To be called before the value is read.</summary>
    public void NoteNext(PartHeaders headers)
    {
        if (++_count > options.MaxFields)
        {
            throw Rejection.TooMuch($"The form has more than {options.MaxFields} fields.");
        }

        NoteLength(headers.Name.Length);
    }

    public void Add(PartHeaders headers, ReadOnlySpan<byte> value)
    {
        NoteLength(value.Length);
        if (_collection is not null)
        {
            StartOver(_collection);
        }

        _values.Append(headers.Name, EncodingOf(headers.ContentType).GetString(value));
    }

    /// <summary>
    /// Values that have been asked for cannot be added to: they are somebody else's now, and of three of one name the third would be lost.
    /// </summary>
    private void StartOver(FormCollection collection)
    {
        _collection = null;
        _values = default;
        foreach ((string name, StringValues values) in collection)
        {
            foreach (string? value in values)
            {
                _values.Append(name, value ?? "");
            }
        }
    }

    private void NoteLength(int length)
    {
        _length += length;
        if (_length > options.MaxFieldsLength)
        {
            throw Rejection.TooMuch($"The fields of the form are longer than {options.MaxFieldsLength} bytes.");
        }
    }

    private static Encoding EncodingOf(MediaTypeHeaderValue? type)
    {
        try
        {
            return type?.Encoding ?? Encoding.UTF8;
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException)
        {
            // UTF-7, which .NET refuses.
            return Encoding.UTF8;
        }
    }
}
