using static StreamTuning.BlobService.Fault;

namespace StreamTuning.BlobService.Faults;

/// <summary>Decides what goes wrong with which request.</summary>
internal sealed class FaultPlan(int seed, IReadOnlyList<FaultRule> rules)
{
    private readonly Lock _lock = new();
    private readonly int[] _matches = new int[rules.Count];
    private readonly int[] _hits = new int[rules.Count];
    private readonly Dictionary<(int Rule, string Key), int> _attempts = [];

    /// <summary>Everything that goes wrong with a request.</summary>
    public RequestFaults Decide(ProxyRequest request)
    {
        var faults = new RequestFaults();
        lock (_lock)
        {
            for (int i = 0; i < rules.Count; i++)
            {
                FaultRule rule = rules[i];
                bool isHold = rule.Fault is HoldFault or HoldReplyFault;
                if ((isHold || faults.Fault is null) && rule.Applies(request) && IsHit(i, rule, request, out Chance chance) && faults.Add(rule.Fault, request, chance))
                {
                    _hits[i]++;
                }
            }
        }

        return faults;
    }

    private bool IsHit(int index, FaultRule rule, ProxyRequest request, out Chance chance)
    {
        string key = rule.Key(request);
        int attempt = _attempts.GetValueOrDefault((index, key));
        _attempts[(index, key)] = attempt + 1;
        chance = new Chance(seed, index, key, attempt);
        return _matches[index]++ >= rule.Skip && _hits[index] < rule.Count && chance.Next() < rule.Probability;
    }
}
