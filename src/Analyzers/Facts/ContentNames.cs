namespace StreamTuning.Analyzers.Facts;

/// <summary>The words in the names of properties that say that these hold the content of a file, not a key, signature or cursor.</summary>
internal sealed class ContentNames
{
    private static readonly ImmutableArray<string> Things = ImmutableArray.Create(
        "image", "images", "img", "file", "files", "photo", "photos", "picture", "pictures", "document", "documents", "attachment",
        "attachments",
        "avatar", "thumbnail", "logo", "video", "audio", "media", "pdf", "scan", "upload",
        "foto", "fotos", "imagen", "imagem", "archivo", "arquivo", "documento");

    /// <summary>Words that say that it is content, and not of what.</summary>
    private static readonly ImmutableArray<string> Contents =
        ImmutableArray.Create("content", "contents", "data", "payload", "byte", "bytes", "binary", "blob", "base64", "b64", "body", "raw");

    /// <summary>
    /// Words that say, at the end of a name, that it is about something small: <c>FileHash</c>, <c>ImageKey</c>, <c>SignatureBytes</c>.
    /// </summary>
    private static readonly ImmutableArray<string> Others = ImmutableArray.Create(
        "key", "keys", "hash", "signature", "token", "cursor", "nonce", "salt", "iv", "secret", "password", "checksum", "digest", "md5",
        "sha1", "sha256", "sha512", "hmac", "mac", "tag", "id", "name",
        "version", "etag", "certificate", "thumbprint", "credential", "credentials", "state", "challenge");

    private readonly ImmutableArray<string> _words;

    /// <param name="changes">Words to look for besides the known ones; with a <c>-</c> before it, one not to look for.</param>
    public ContentNames(ImmutableArray<string> changes)
    {
        ImmutableArray<string> words = Things.AddRange(Contents);
        foreach (string change in changes)
        {
            string word = change.TrimStart('-').ToLowerInvariant();
            words = change[0] == '-' ? words.Remove(word) : words.Add(word);
        }

        _words = words;
    }

    /// <summary>Whether a text is a word, or one with <c>-</c> before it.</summary>
    public static bool IsEntry(string text)
    {
        int start = text.Length > 0 && text[0] == '-' ? 1 : 0;
        for (int i = start; i < text.Length; i++)
        {
            if (!char.IsLetterOrDigit(text[i]))
            {
                return false;
            }
        }

        return text.Length > start;
    }

    /// <summary>
    /// Whether one of the words is in the name, which is in camel case or has underscores, and does not end in what says that it is
    /// something else.
    /// </summary>
    /// <param name="name">The name.</param>
    /// <param name="ofThing">Whether the word has to say of what it is the content, or that it is base64.</param>
    public bool Match(string name, bool ofThing = false)
    {
        bool isContent = false;
        bool isOther = false;
        int start = 0;
        for (int end = 1; end <= name.Length; end++)
        {
            if (end == name.Length || IsStartOfWord(name, end))
            {
                string word = name.Substring(start, end - start).Trim('_').ToLowerInvariant();
                isContent |= _words.Contains(word) && !(ofThing && word is not ("base64" or "b64") && Contents.Contains(word));
                isOther = Others.Contains(word) || (isOther && Contents.Contains(word));
                start = end;
            }
        }

        return isContent && !isOther;
    }

    private static bool IsStartOfWord(string name, int index) =>
        name[index] == '_'
            || (char.IsUpper(name[index])
                && (!char.IsUpper(name[index - 1]) || (index + 1 < name.Length && char.IsLower(name[index + 1]))));
}
