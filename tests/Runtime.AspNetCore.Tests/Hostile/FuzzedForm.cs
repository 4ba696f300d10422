using System.Text;

namespace StreamTuning.AspNetCore;

/// <summary>A good form, to which things happen at random.</summary>
internal sealed class FuzzedForm(Random random)
{
    private static readonly byte[][] _fragments =
    [
        .. new[]
        {
            "\r\n", "\r", "\n", "\r\n\r\n", "--", "--boundary", "\r\n--boundary", "\r\n--boundary\r\n", "\r\n--boundary--", "\r\n--boundary--\r\n", "\r\n--boundar", "\0", "\"", ";", ":", "=", "*", " ", "\t",
            "Content-Disposition: form-data; name=\"f\"", "; filename=\"..\\..\\a.jpg\"", "; filename*=UTF-8''%2e%2e%2fa", "; filename=\"\"", "Content-Type: multipart/mixed; boundary=boundary\r\n",
            "Content-Type: text/plain; charset=utf-7\r\n", "X: " + new string('x', 20_000) + "\r\n", new string('\r', 300), "\u00ff\u00fe",
        }.Select(Encoding.Latin1.GetBytes),
    ];

    /// <summary>One to four fields and files, in any order, and up to eight things that happen to them.</summary>
    public byte[] Next()
    {
        List<byte> body = [.. Good()];
        for (int i = random.Next(9); i > 0; i--)
        {
            Mutate(body);
        }

        return [.. body];
    }

    /// <summary>The lengths of pieces in which a body can be sent.</summary>
    public IEnumerable<int> Cut(int length)
    {
        // Around the sizes of buffers, or byte by byte.
        int most = random.Next(4) switch { 0 => 3, 1 => 50, 2 => 5000, _ => 100_000 };
        while (length > 0)
        {
            int next = Math.Min(length, random.Next(1, most + 1));
            length -= next;
            yield return next;
        }
    }

    private byte[] Good()
    {
        var form = new RawForm();
        for (int part = random.Next(1, 5); part > 0; part--)
        {
            if (random.Next(3) == 0)
            {
                form.Field("field", new string('v', random.Next(40)));
                continue;
            }

            byte[] content = new byte[random.Next(10) switch { 0 => 0, 1 => random.Next(4000, 5000), 2 => random.Next(20_000), _ => random.Next(200) }];
            random.NextBytes(content);
            form.File("file", "photo.jpg", content);
        }

        return form.End();
    }

    private void Mutate(List<byte> body)
    {
        int at = random.Next(body.Count + 1);
        int count = Math.Min(random.Next(2) == 0 ? random.Next(1, 4) : random.Next(1, 300), body.Count - at);
        switch (random.Next(8))
        {
            case 0:
                body.RemoveRange(at, count);
                break;
            case 1:
                body.InsertRange(at, body.GetRange(at, count));
                break;
            case 2:
                List<byte> moved = body.GetRange(at, count);
                body.RemoveRange(at, count);
                body.InsertRange(random.Next(body.Count + 1), moved);
                break;
            case 3:
                for (int i = 0; i < Math.Min(count, 4); i++)
                {
                    body[at + i] ^= (byte)(1 << random.Next(8));
                }

                break;
            case 4:
                body.RemoveRange(at, body.Count - at);
                break;
            case 5:
                body.InsertRange(at, _fragments[random.Next(_fragments.Length)]);
                break;
            case 6:
                MoveLine(body);
                break;
            default:
                body.InsertRange(at, Good());
                break;
        }
    }

    /// <summary>Puts one line in the place of another: headers, boundaries, content.</summary>
    private void MoveLine(List<byte> body)
    {
        List<string> lines = [.. Encoding.Latin1.GetString([.. body]).Split("\r\n")];
        int from = random.Next(lines.Count);
        string line = lines[from];
        lines.RemoveAt(from);
        lines.Insert(random.Next(lines.Count + 1), line);
        body.Clear();
        body.AddRange(Encoding.Latin1.GetBytes(string.Join("\r\n", lines)));
    }
}
