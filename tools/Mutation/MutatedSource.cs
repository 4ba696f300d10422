using System.Text;

namespace StreamTuning.Mutation;

/// <summary>A source with all of its mutants, each behind its switch.</summary>
internal sealed class MutatedSource
{
    private readonly List<(Mutant Mutant, int Start, int End)> _places = [];
    private readonly StringBuilder _text = new();

    public MutatedSource(string original, IEnumerable<Mutant> mutants)
    {
        // The outer ones first; of several at one place, one is inside the other.
        Mutant[] ordered = [.. mutants.OrderBy(mutant => mutant.Change.Span.Start).ThenByDescending(mutant => mutant.Change.Span.End).ThenBy(mutant => mutant.Id)];
        Write(original, 0, original.Length, ordered);
    }

    public override string ToString() => _text.ToString();

    /// <summary>The mutants to blame for an error of the compiler: the innermost at its place, or all of that file.</summary>
    public IEnumerable<Mutant> At(int line, int column)
    {
        int position = 0;
        string text = ToString();
        for (int i = 1; i < line; i++)
        {
            position = text.IndexOf('\n', position) + 1;
        }

        position += column - 1;
        Mutant? innermost = _places.Where(place => place.Start <= position && position < place.End)
            .OrderBy(place => place.End - place.Start).Select(place => place.Mutant).FirstOrDefault();
        return innermost is null ? _places.Select(place => place.Mutant) : [innermost];
    }

    private void Write(string original, int start, int end, ReadOnlySpan<Mutant> mutants)
    {
        while (!mutants.IsEmpty)
        {
            Mutant outer = mutants[0];
            int inside = 1;
            while (inside < mutants.Length && mutants[inside].Change.Span.Start < outer.Change.Span.End)
            {
                inside++;
            }

            _text.Append(original, start, outer.Change.Span.Start - start);
            int begin = _text.Length;
            _text.Append(outer.Before);
            Write(original, outer.Change.Span.Start, outer.Change.Span.End, mutants[1..inside]);
            _text.Append(outer.After);
            _places.Add((outer, begin, _text.Length));
            start = outer.Change.Span.End;
            mutants = mutants[inside..];
        }

        _text.Append(original, start, end - start);
    }
}
