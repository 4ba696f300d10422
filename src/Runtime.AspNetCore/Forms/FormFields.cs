using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace StreamTuning;

/// <summary>The fields of a form, as they come.</summary>
internal sealed class FormFields(StreamFilesOptions options)
{
    private KeyValueAccumulator _values;
    private FormCollection? _collection;
    private int _count;
    private long _length;

    /// <summary>The fields so far; another collection after another field.</summary>
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
        _values.Append(headers.Name, EncodingOf(headers.ContentType).GetString(value));
        _collection = null;
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
