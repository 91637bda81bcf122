/** Returns the rank of each epoch among them, 1 for the lowest; null stays null. Epochs rise by one or more, because they follow the time of the change. */
export function epochRanks(epochs: readonly (number | null)[]): readonly (number | null)[] {
  const sorted = [...new Set(epochs.filter((epoch) => epoch !== null))].toSorted((a, b) => a - b);
  return epochs.map((epoch) => (epoch === null ? null : sorted.indexOf(epoch) + 1));
}
