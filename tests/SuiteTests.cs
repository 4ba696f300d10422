using System.Reflection;

namespace StreamTuning.Testing;

/// <summary>The slow run does not start a project whose file says <c>&lt;OnlySuite&gt;Fast&lt;/OnlySuite&gt;</c>: a slow test in it would never run.</summary>
public sealed class SuiteTests
{
    [Fact]
    public void No_test_of_the_project_is_slow()
    {
        IEnumerable<MemberInfo> members = typeof(SuiteTests).Assembly.GetTypes().SelectMany(type => type.GetMethods().Append<MemberInfo>(type));
        Assert.DoesNotContain(members, IsSlow);
    }

    private static bool IsSlow(MemberInfo member) => member.GetCustomAttributesData().Any(attribute =>
        attribute.AttributeType == typeof(TraitAttribute) && attribute.ConstructorArguments is [{ Value: Suite.Name }, { Value: Suite.Slow }]);
}
