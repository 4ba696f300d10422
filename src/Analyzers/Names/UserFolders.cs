using System.Linq;

namespace StreamTuning.Analyzers.Names;

/// <summary>Folders that each user of a machine has: <c>Environment.SpecialFolder.UserProfile</c>.</summary>
internal static class UserFolders
{
    private static readonly WatchedNames Names = new("SpecialFolder");

    /// <summary>Whether code of a compilation names such a folder.</summary>
    public static bool AreNamedIn(Compilation compilation) =>
        Names.IsIn(compilation, CancellationToken.None)
        && compilation.SyntaxTrees.Any(static tree => Names.Find(tree, CancellationToken.None).Any(IsOfUser));

    private static bool IsOfUser(SyntaxNode name) =>
        (name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access.Parent : name.Parent)
            is MemberAccessExpressionSyntax { Name.Identifier.ValueText: var folder }
        && folder is "UserProfile" or "ApplicationData" or "LocalApplicationData" or "Personal" or "MyDocuments" or "MyMusic"
            or "MyPictures" or "MyVideos" or "Desktop" or "DesktopDirectory" or "StartMenu";
}
