using Microsoft.CodeAnalysis.Text;

namespace StreamTuning.Mutation;

/// <summary>One change of the code: the text around the original that chooses between both.</summary>
/// <param name="Operator">The kind of change.</param>
/// <param name="Span">The original.</param>
/// <param name="Before">What is written before the original; <c>{on}</c> stands for the question whether the mutant is on.</param>
/// <param name="After">What is written after it.</param>
/// <param name="Changed">How the code reads if the mutant is on, for people.</param>
internal sealed record Change(string Operator, TextSpan Span, string Before, string After, string Changed);

/// <summary>A change at its place.</summary>
/// <param name="Id">Its number in the sample, from 1; the smaller ones run first.</param>
/// <param name="Project">The folder in <c>src</c>.</param>
/// <param name="File">The path from the root of the repository.</param>
/// <param name="Line">Where it begins, from 1.</param>
/// <param name="Original">The original code, with what is around it.</param>
/// <param name="Changed">The same if the mutant is on.</param>
/// <param name="Change">What is changed.</param>
internal sealed record Mutant(int Id, string Project, string File, int Line, string Original, string Changed, Change Change)
{
    public string Before => Change.Before.Replace("{on}", On, StringComparison.Ordinal);

    public string After => Change.After.Replace("{on}", On, StringComparison.Ordinal);

    private string On => $"global::MutantSwitch.Is({Id})";
}
