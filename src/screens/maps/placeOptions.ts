/** Locations, greenhouses, organisations and maps as options of a choice, sorted by label, and the name for an id. */

import { withoutArchived } from '#domain/places/withoutArchived';
import type { Option } from '#ui/Select';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly archived?: boolean | null | undefined;
}

/**
 * Returns named objects as options, sorted by label; equal or empty names are followed by the id. An archived object is offered only if it is already `chosen`.
 * Source: ARCHIVE2.
 */
export function namedOptions(things: readonly Named[], chosen?: string | null): readonly Option[] {
  const choices = withoutArchived(things, chosen);
  const counts = new Map<string, number>();
  for (const { name } of choices) counts.set(name, (counts.get(name) ?? 0) + 1);
  const textOf = ({ id, name }: Named) => ((counts.get(name) ?? 0) > 1 || name === '' ? `${name} (${id})` : name);
  return choices
    .map((thing) => ({ value: thing.id, label: thing.archived === true ? `${textOf(thing)} (archived)` : textOf(thing) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

/** Returns the name for an id, or the id itself if it is unknown. */
export const nameOf = (things: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  things.find((thing) => thing.id === id)?.name ?? id;

/** Returns greenhouses as options, each with its location. */
export function greenhouseOptions(
  greenhouses: readonly (Named & { readonly location_id: string })[],
  locations: readonly Named[],
): readonly Option[] {
  return namedOptions(greenhouses.map(({ name, location_id, ...one }) => ({ ...one, name: `${name}, ${nameOf(locations, location_id)}` })));
}

/** Returns maps as options; for staff, who see all greenhouses, maps without a greenhouse are marked. Source: MAPS10. */
export function mapOptions(
  maps: readonly Named[],
  greenhouses: readonly { readonly map_id?: string | null | undefined }[],
  isStaff: boolean,
  chosen?: string,
): readonly Option[] {
  const given = new Set(greenhouses.map(({ map_id }) => map_id));
  return namedOptions(
    maps.map(({ name, ...map }) => ({ ...map, name: isStaff && !given.has(map.id) ? `${name} (no greenhouse)` : name })),
    chosen,
  );
}
