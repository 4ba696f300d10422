using YamlDotNet.RepresentationModel;

namespace StreamTuning.RepositoryTests;

/// <summary>The forms of issues ask for what it takes to reproduce a problem.</summary>
public sealed class IssueFormTests
{
    private const string Folder = ".github/ISSUE_TEMPLATE";
    private const string Configuration = Folder + "/config.yml";

    public static TheoryData<string> Forms => [.. RepositoryFiles.In(Folder).Where(path => path != Configuration)];

    [Theory]
    [MemberData(nameof(Forms))]
    public void A_form_has_a_name_a_description_and_a_label(string form)
    {
        YamlMappingNode root = RepositoryFiles.Yaml(form);

        Assert.NotEmpty(root.Get("name")!.ToString());
        Assert.NotEmpty(root.Get("description")!.ToString());
        Assert.Single(root.Get("labels").List());
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Every_field_has_an_id_of_its_own_and_a_label(string form)
    {
        YamlNode[] fields = [.. RepositoryFiles.Yaml(form).Get("body").List()];

        Assert.NotEmpty(fields);
        Assert.All(fields, field => Assert.NotEmpty(field.Get("attributes")!.Get("label")!.ToString()));
        Assert.Equal(fields.Length, fields.Select(field => field.Get("id")!.ToString()).Distinct().Count());
    }

    [Theory]
    [InlineData("false-positive", "code compiler reason rule version")]
    [InlineData("missed-case", "code compiler rule version")]
    [InlineData("bug", "expected package steps system version")]
    [InlineData("idea", "problem proposal")]
    public void A_form_asks_for(string form, string required) =>
        Assert.Equal(
            required,
            string.Join(
                ' ',
                RepositoryFiles.Yaml($"{Folder}/{form}.yml").Get("body").List()
                    .Where(field => field.Get("validations")?.Get("required")?.ToString() == "true")
                    .Select(field => field.Get("id")!.ToString())
                    .Order(StringComparer.Ordinal)));

    [Fact]
    public void A_bug_is_one_of_a_package() =>
        Assert.Equal(
            RepositoryFiles.Packages,
            RepositoryFiles.Yaml(Folder + "/bug.yml").Get("body").List()
                .Single(field => field.Get("id")!.ToString() == "package").Get("attributes")!.Get("options").List().Select(option => option.ToString()));

    [Fact]
    public void Questions_and_vulnerabilities_go_elsewhere()
    {
        string home = System.Xml.Linq.XDocument.Parse(RepositoryFiles.Text("Directory.Build.props")).Descendants("PackageProjectUrl").Single().Value;

        Assert.Equal(
            [home + "/discussions", home + "/security/advisories/new"],
            RepositoryFiles.Yaml(Configuration).Get("contact_links").List().Select(link => link.Get("url")!.ToString()));
    }
}
