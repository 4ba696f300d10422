namespace StreamTuning.Benchmarks;

/// <summary>What one part of a service is about: the names and types that the code of that part is made of.</summary>
/// <param name="Area">The last part of the namespace.</param>
/// <param name="Name">The name of the class.</param>
/// <param name="Properties">Besides id, state and times, which all have.</param>
/// <param name="States">What it can be in, in order.</param>
internal sealed record Entity(string Area, string Name, IReadOnlyList<Property> Properties, IReadOnlyList<string> States)
{
    private static readonly string[] _areas = ["Sales", "Billing", "Shipping", "Catalog", "Support", "Fleet", "Media", "Claims", "Clinic", "School", "Energy", "Hotel", "Bank", "Travel", "Farm", "Press"];
    private static readonly string[] _qualifiers = ["", "Internal", "Partner", "Draft", "Archived", "Regional", "Monthly", "Priority", "Shared", "External", "Seasonal", "Primary", "Linked", "Planned", "Imported", "Verified"];
    private static readonly string[] _nouns =
    [
        "Order", "Invoice", "Parcel", "Product", "Ticket", "Vehicle", "Picture", "Claim", "Patient", "Course", "Meter", "Booking", "Account", "Journey", "Field", "Article",
        "Quote", "Payment", "Route", "Price", "Reply", "Driver", "Video", "Policy", "Visit", "Lesson", "Tariff", "Room", "Transfer", "Seat", "Harvest", "Edition",
        "Contract", "Refund", "Pallet", "Brand", "Agent", "Repair", "Album", "Damage", "Referral", "Exam", "Reading", "Guest", "Card", "Fare", "Machine", "Author",
    ];

    private static readonly string[] _subjects =
    [
        "Title", "Reference", "Currency", "Country", "Region", "Street", "City", "PostalCode", "Contact", "Phone", "Email", "Owner", "Channel", "Origin", "Target", "Comment",
        "Category", "Label", "Language", "Culture", "Source", "Batch", "Carrier", "Supplier", "Warehouse", "Segment", "Campaign", "Terms", "Summary", "Remark", "Code", "Group",
    ];

    private static readonly string[] _measures =
    [
        "Total", "Net", "Tax", "Discount", "Weight", "Height", "Width", "Quantity", "Score", "Rate", "Margin", "Fee", "Balance", "Distance", "Duration", "Capacity",
        "Priority", "Attempts", "Pages", "Views", "Rank", "Limit", "Deposit", "Surcharge",
    ];

    private static readonly string[] _states = ["Created", "Submitted", "Reviewed", "Approved", "Scheduled", "Started", "Suspended", "Resumed", "Completed", "Rejected", "Cancelled", "Expired"];

    public string Namespace => "Contoso." + Area;

    public string Variable { get; } = char.ToLowerInvariant(Name[0]) + Name[1..];

    public string Plural { get; } = PluralOf(Name);

    public string Variables => char.ToLowerInvariant(Plural[0]) + Plural[1..];

    /// <summary>As it stands in routes and names of files.</summary>
    public string Route { get; } = string.Concat(PluralOf(Name).Select((c, i) => char.IsUpper(c) ? (i > 0 ? "-" : "") + char.ToLowerInvariant(c) : c.ToString()));

    /// <summary>How many different entities there are.</summary>
    public static int Count => _qualifiers.Length * _nouns.Length;

    /// <summary>Invents an entity.</summary>
    /// <param name="index">Which of them, from 0.</param>
    /// <param name="random">Chooses.</param>
    public static Entity Invent(int index, Random random)
    {
        string noun = _nouns[index % _nouns.Length];
        string qualifier = _qualifiers[index / _nouns.Length % _qualifiers.Length];
        var properties = new List<Property>();
        properties.AddRange(Take(_subjects, random.Next(3, 8), random).Select((name, i) => new Property(i == 0 || random.Next(3) > 0 ? "string" : "string?", name)));
        properties.AddRange(Take(_measures, random.Next(2, 6), random).Select((name, i) => new Property(i == 0 ? "decimal" : Pick(["decimal", "int", "long", "double"], random), name)));
        properties.Add(new Property("int", "Units"));
        properties.Add(new Property("DateOnly", Pick(["DueOn", "StartsOn", "EndsOn", "BookedOn"], random)));
        properties.Add(new Property("Guid", Pick(["CustomerId", "TenantId", "ParentId", "OfficeId"], random)));
        properties.Add(new Property("bool", Pick(["IsUrgent", "IsPublic", "IsLocked", "IsBillable"], random)));
        string[] states = [.. Take(_states, random.Next(4, 9), random)];
        return new Entity(_areas[index % _areas.Length], qualifier + noun, properties, states);
    }

    public Property Text(Random random) => Pick([.. Properties.Where(property => property.IsText)], random);

    public Property Amount(Random random) => Pick([.. Properties.Where(property => property.IsAmount)], random);

    public Property Decimal(Random random) => Pick([.. Properties.Where(property => property.Type == "decimal")], random);

    public Property Date() => Properties.First(property => property.Type == "DateOnly");

    public Property Key() => Properties.First(property => property.Type == "Guid");

    public Property Flag() => Properties.First(property => property.Type == "bool");

    public string State(Random random) => Pick(States, random);

    private static T Pick<T>(IReadOnlyList<T> from, Random random) => from[random.Next(from.Count)];

    private static IEnumerable<string> Take(string[] from, int count, Random random)
    {
        string[] shuffled = [.. from];
        random.Shuffle(shuffled);
        return shuffled.Take(count);
    }

    private static string PluralOf(string name) => name.EndsWith('y') && !"aeiou".Contains(name[^2]) ? name[..^1] + "ies" : name.EndsWith("s", StringComparison.Ordinal) ? name + "es" : name + "s";
}
