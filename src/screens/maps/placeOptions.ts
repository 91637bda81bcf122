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

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns greenhouses as options, each with its location. */
export function greenhouseOptions(
  greenhouses: readonly (Named & { readonly location_id: string })[],
  locations: readonly Named[],
): readonly Option[] {
  return namedOptions(greenhouses.map(({ id, name, location_id }) => ({ id, name: `${name}, ${nameOf(locations, location_id)}` })));
}

/** Returns maps as options; for staff, who see all greenhouses, a map that none of them has is marked. Source: MAPS10. */
export function mapOptions(
  maps: readonly Named[],
  greenhouses: readonly { readonly map_id?: string | null | undefined }[],
  isStaff: boolean,
): readonly Option[] {
  const given = new Set(greenhouses.map(({ map_id }) => map_id));
  return namedOptions(maps.map(({ id, name }) => ({ id, name: isStaff && !given.has(id) ? `${name} (no greenhouse)` : name })));
}
