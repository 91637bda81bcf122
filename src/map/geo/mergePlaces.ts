import { type GeoPlace, pixelOf } from './place.ts';

/** Places closer than this share a marker, in pixels. */
export const MERGE_PX = 40;

/** One marker: a place, or several that lie too close together. */
export interface MergedPlace {
  /** Where the marker stands: at the first of its places. */
  readonly at: GeoPlace;
  readonly places: readonly GeoPlace[];
}

const cellOf = (x: number, y: number) => `${Math.floor(x / MERGE_PX)} ${Math.floor(y / MERGE_PX)}`;

/** The markers of places at a zoom. A place joins the first marker closer than `MERGE_PX`; the order of the places decides which is first. */
export function mergePlaces(places: readonly GeoPlace[], zoom: number): readonly MergedPlace[] {
  const merged: { readonly at: GeoPlace; readonly x: number; readonly y: number; readonly places: GeoPlace[] }[] = [];
  // Markers by the squares of the map: a place is compared with its own square and the eight around it.
  const cells = new Map<string, typeof merged>();
  for (const place of places) {
    const [x, y] = pixelOf(place, zoom);
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(cellOf(x + dx * MERGE_PX, y + dy * MERGE_PX)) ?? []));
    const near = around.find((other) => Math.hypot(other.x - x, other.y - y) < MERGE_PX);
    if (near !== undefined) near.places.push(place);
    else {
      const marker = { at: place, x, y, places: [place] };
      merged.push(marker);
      cells.set(cellOf(x, y), [...(cells.get(cellOf(x, y)) ?? []), marker]);
    }
  }
  return merged;
}

/** What a marker says of its places together. */
export interface MarkerCounts {
  readonly deviceCount: number;
  readonly onlineCount: number;
  readonly errorCount: number;
  readonly treatingCount: number;
}

/** The sums of a marker's places. */
export const countsOf = (places: readonly GeoPlace[]): MarkerCounts =>
  places.reduce<MarkerCounts>(
    (sum, place) => ({
      deviceCount: sum.deviceCount + place.deviceCount,
      onlineCount: sum.onlineCount + place.onlineCount,
      errorCount: sum.errorCount + place.errorCount,
      treatingCount: sum.treatingCount + place.treatingCount,
    }),
    { deviceCount: 0, onlineCount: 0, errorCount: 0, treatingCount: 0 },
  );
