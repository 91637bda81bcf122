/** The names of markers, and the markers whose names have enough room. */

import { countText } from '#domain/text/labels';
import type { MergedPlace } from './mergePlaces.ts';
import { pixelOf } from './place.ts';

/** Returns the displayed name of a marker. */
export const markerName = ({ places, at }: MergedPlace): string => (places.length === 1 ? at.name : countText(places.length, 'location'));

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the box around pill and disc of a marker, in pixels, for a pill of the usual width. */
const pillBox = ([x, y]: readonly [number, number]): Box => ({ left: x - 40, right: x + 40, top: y - 38, bottom: y + 4 });
/** The box of a name in pixels; it begins below the disc of the marker. */
const NAME = { top: 4, height: 20, paddingPx: 12, characterPx: 7 };
const nameBox = ([x, y]: readonly [number, number], name: string): Box => {
  const half = (name.length * NAME.characterPx + NAME.paddingPx) / 2;
  return { left: x - half, right: x + half, top: y + NAME.top, bottom: y + NAME.top + NAME.height };
};
const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Height of the horizontal strips of the map; boxes are compared only with boxes in the same strips. */
const STRIP_PX = 64;
const rowsOf = ({ top, bottom }: Box) => [...new Set([Math.floor(top / STRIP_PX), Math.floor(bottom / STRIP_PX)])];

/**
 * Returns the markers whose names have room at a zoom, by the id of their first place: a name must neither cover another marker nor be covered. Earlier markers
 * have precedence; the other names are shown only on selection, focus and hover.
 */
export function namesWithRoom(markers: readonly MergedPlace[], zoom: number): ReadonlySet<string> {
  const taken = new Map<number, Box[]>();
  const take = (box: Box) => {
    for (const row of rowsOf(box)) taken.set(row, [...(taken.get(row) ?? []), box]);
  };
  const placed = markers.map((marker) => ({ marker, at: pixelOf(marker.at, zoom) }));
  for (const { at } of placed) take(pillBox(at));
  const ids = new Set<string>();
  for (const { marker, at } of placed) {
    const box = nameBox(at, markerName(marker));
    if (rowsOf(box).some((row) => taken.get(row)?.some((other) => overlap(box, other)) === true)) continue;
    take(box);
    ids.add(marker.at.id);
  }
  return ids;
}
