import type { Option } from '#ui/Select';

/** Things with a name as choices, by name; of two with the same name the id tells which. */
export function namedOptions(things: readonly { readonly id: string; readonly name: string }[]): readonly Option[] {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  return things
    .map(({ id, name }) => ({ value: id, label: (counts.get(name) ?? 0) > 1 || name === '' ? `${name} (${id})` : name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

/** The name of a thing by its id; the id itself where nobody knows it. */
export const nameOf = (things: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  things.find((thing) => thing.id === id)?.name ?? id;
