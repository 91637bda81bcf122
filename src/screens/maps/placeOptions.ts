import type { Option } from '#ui/Select';

/** Returns named objects as options, sorted by label; equal or empty names are followed by the id. */
export function namedOptions(things: readonly { readonly id: string; readonly name: string }[]): readonly Option[] {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  return things
    .map(({ id, name }) => ({ value: id, label: (counts.get(name) ?? 0) > 1 || name === '' ? `${name} (${id})` : name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

/** Returns the name for an id; the id itself if it is unknown. */
export const nameOf = (things: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  things.find((thing) => thing.id === id)?.name ?? id;
