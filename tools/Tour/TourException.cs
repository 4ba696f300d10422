namespace StreamTuning.Tour;

/// <summary>Something is not as it should be. The message is for the person who takes the tour.</summary>
internal sealed class TourException(string message) : Exception(message);
