/** Locations, greenhouses, organisations and maps as options of a choice, sorted by label, and the name for an id. */

import { byText } from '#domain/text/byText';
import { namedAll, nameLabels } from '#domain/text/displayNames';
import { withoutArchived } from '#domain/places/withoutArchived';
import type { Option } from '#ui/Select';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly archived?: boolean | null | undefined;
}

/**
 * Returns named objects as options, sorted by display name. An archived object is offered only if it is already `chosen`. Source: ARCHIVE2, NAMED2.
 */
export function namedOptions(things: readonly Named[], chosen?: string | null): readonly Option[] {
  const choices = withoutArchived(things, chosen);
  const labels = nameLabels(choices);
  return choices
    .map(({ id, archived }) => ({ value: id, label: `${labels.get(id) ?? id}${archived === true ? ' (archived)' : ''}` }))
    .toSorted((a, b) => byText(a.label, b.label));
}

/** Returns the display name for an id in a list, or the id itself if it is unknown. Source: NAMED2. */
export const nameOf = (things: readonly { readonly id: string; readonly name: string }[], id: string): string =>
  nameLabels(things).get(id) ?? id;

/** Returns greenhouses as options, each with its location. */
export function greenhouseOptions(
  greenhouses: readonly (Named & { readonly location_id: string })[],
  locations: readonly Named[],
): readonly Option[] {
  const places = nameLabels(locations);
  return namedOptions(
    namedAll(greenhouses).map(({ name, location_id, ...one }) => ({ ...one, name: `${name}, ${places.get(location_id) ?? location_id}` })),
  );
}

/**
 * Returns maps as options. Maps that a greenhouse had before are marked; for staff, who see all greenhouses, also those without a greenhouse. Source: MAPS10,
 * ONEMAP7.
 */
export function mapOptions(
  maps: readonly (Named & { readonly greenhouse_id?: string | null | undefined })[],
  greenhouses: readonly { readonly map_id?: string | null | undefined }[],
  isStaff: boolean,
  chosen?: string,
): readonly Option[] {
  const given = new Set(greenhouses.map(({ map_id }) => map_id));
  const markOf = ({ id, greenhouse_id }: (typeof maps)[number]) => {
    if (given.has(id)) return '';
    if (greenhouse_id) return ' (former map)';
    return isStaff ? ' (no greenhouse)' : '';
  };
  return namedOptions(
    namedAll(maps).map((map) => ({ ...map, name: `${map.name}${markOf(map)}` })),
    chosen,
  );
}
