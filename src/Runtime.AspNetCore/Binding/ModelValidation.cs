using System.Collections;
using System.ComponentModel.DataAnnotations;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace StreamTuning;

/// <summary>
/// Validates a model, and the models within it, by the attributes of properties and types and by <see cref="IValidatableObject"/>. Those of
/// a record may be on the parameters of its constructor.
/// </summary>
internal sealed class ModelValidation
{
    // As MVC: nobody reads more, and a client must not be able to ask for them.
    private const int MostErrors = 200;
    private const int MostDepth = 32;

    private readonly IServiceProvider? _services;
    private readonly Dictionary<string, List<string>> _errors = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<object> _visited = new(ReferenceEqualityComparer.Instance);
    private int _count;

    private ModelValidation(IServiceProvider? services) => _services = services;

    /// <returns>What is wrong, by the path of the property.</returns>
    [RequiresUnreferencedCode(RequestModel.Trimming)]
    public static IDictionary<string, string[]> Validate(object? model, IServiceProvider? services)
    {
        var validation = new ModelValidation(services);
        validation.Visit(model, "", depth: 0);
        return validation._errors.ToDictionary(error => error.Key, error => error.Value.ToArray());
    }

    [RequiresUnreferencedCode(RequestModel.Trimming)]
    private void Visit(object? model, string path, int depth)
    {
        if (model is null
            || depth > MostDepth
            || _count >= MostErrors
            || IsSimple(model.GetType())
            || (!model.GetType().IsValueType && !_visited.Add(model)))
        {
            return;
        }

        if (model is IEnumerable items)
        {
            int index = 0;
            foreach (object? item in items)
            {
                Visit(item, $"{path}[{index++}]", depth + 1);
            }

            return;
        }

        int before = _count;
        foreach (PropertyInfo property in model.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (property.GetMethod is { IsPublic: true } && property.GetIndexParameters().Length == 0)
            {
                ValidationAttribute[] attributes = [.. AttributesOf(property)];
                if (attributes.Length == 0 && IsAlwaysSimple(property.PropertyType))
                {
                    // Nothing to validate, and perhaps computed of what the client has left out.
                    continue;
                }

                string name = path.Length == 0 ? property.Name : path + "." + property.Name;
                object? value = property.GetValue(model);
                foreach (ValidationAttribute attribute in attributes)
                {
                    Check(attribute, value, model, property.Name, name);
                }

                Visit(value, name, depth + 1);
            }
        }

        foreach (ValidationAttribute attribute in model.GetType().GetCustomAttributes<ValidationAttribute>(inherit: true))
        {
            Check(attribute, model, model, memberName: null, path);
        }

        // As everywhere in .NET: what the model itself has to say counts when its properties are valid.
        if (_count == before && model is IValidatableObject validatable)
        {
            foreach (ValidationResult result in validatable.Validate(ContextOf(model)))
            {
                Add(result, path);
            }
        }
    }

    [RequiresUnreferencedCode(RequestModel.Trimming)]
    private void Check(ValidationAttribute attribute, object? value, object model, string? memberName, string path)
    {
        ValidationContext context = ContextOf(model);
        context.MemberName = memberName;

        if (attribute.GetValidationResult(value, context) is { } failed)
        {
            Add(path, failed.ErrorMessage);
        }
    }

    [RequiresUnreferencedCode(RequestModel.Trimming)]
    private ValidationContext ContextOf(object model) => new(model, _services, items: null);

    private void Add(ValidationResult? result, string path)
    {
        if (result is null)
        {
            return;
        }

        bool isNamed = false;
        foreach (string member in result.MemberNames)
        {
            isNamed = true;
            Add(path.Length == 0 ? member : path + "." + member, result.ErrorMessage);
        }

        if (!isNamed)
        {
            Add(path, result.ErrorMessage);
        }
    }

    private void Add(string path, string? message)
    {
        if (_count++ >= MostErrors)
        {
            return;
        }

        if (!_errors.TryGetValue(path, out List<string>? messages))
        {
            _errors.Add(path, messages = []);
        }

        messages.Add(message ?? "The value is not valid.");
    }

    private static bool IsSimple(Type type) =>
        type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(byte[])
        || type.Namespace == nameof(System) || typeof(Type).IsAssignableFrom(type);

    /// <summary>Whether no value of a type is a model, or holds one.</summary>
    private static bool IsAlwaysSimple(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type.IsSealed && IsSimple(type);
    }

    [RequiresUnreferencedCode(RequestModel.Trimming)]
    private static IEnumerable<ValidationAttribute> AttributesOf(PropertyInfo property)
    {
        IEnumerable<ValidationAttribute> attributes = property.GetCustomAttributes<ValidationAttribute>(inherit: true);
        foreach (ConstructorInfo constructor in property.DeclaringType?.GetConstructors() ?? [])
        {
            foreach (ParameterInfo parameter in constructor.GetParameters())
            {
                if (parameter.Name == property.Name)
                {
                    attributes = attributes.Concat(parameter.GetCustomAttributes<ValidationAttribute>(inherit: true));
                }
            }
        }

        return attributes;
    }
}
