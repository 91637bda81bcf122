import { type GeoPlace, pixelOf } from './place.ts';

/** Distances in pixels below which, both horizontally and vertically, two markers would overlap; their places then share a marker. */
export const APART_PX = { across: 92, up: 40 };

/** One marker: a place, or several places that are too close together. */
export interface MergedPlace {
  /** The marker's position: the position of its first place. */
  readonly at: GeoPlace;
  readonly places: readonly GeoPlace[];
}

const cellOf = (x: number, y: number) => `${Math.floor(x / APART_PX.across)} ${Math.floor(y / APART_PX.up)}`;

/**
 * Returns the markers of the places at a zoom: places whose markers would overlap share one. A place joins the first marker that is too close, in the order of
 * the places.
 */
export function mergePlaces(places: readonly GeoPlace[], zoom: number): readonly MergedPlace[] {
  const merged: { readonly at: GeoPlace; readonly x: number; readonly y: number; readonly places: GeoPlace[] }[] = [];
  // A spatial grid: a place is compared only with the markers in its own cell and the eight cells around it.
  const cells = new Map<string, typeof merged>();
  for (const place of places) {
    const [x, y] = pixelOf(place, zoom);
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => cells.get(cellOf(x + dx * APART_PX.across, y + dy * APART_PX.up)) ?? []),
    );
    const near = around.find((other) => Math.abs(other.x - x) < APART_PX.across && Math.abs(other.y - y) < APART_PX.up);
    if (near !== undefined) near.places.push(place);
    else {
      const marker = { at: place, x, y, places: [place] };
      merged.push(marker);
      cells.set(cellOf(x, y), [...(cells.get(cellOf(x, y)) ?? []), marker]);
    }
  }
  return merged;
}

/** Device counts of a marker. */
export interface MarkerCounts {
  readonly deviceCount: number;
  readonly onlineCount: number;
  readonly unknownCount: number;
  readonly errorCount: number;
  readonly treatingCount: number;
}

/** Returns the sums of the device counts over a marker's places. */
export const countsOf = (places: readonly GeoPlace[]): MarkerCounts =>
  places.reduce<MarkerCounts>(
    (sum, place) => ({
      deviceCount: sum.deviceCount + place.deviceCount,
      onlineCount: sum.onlineCount + place.onlineCount,
      unknownCount: sum.unknownCount + place.unknownCount,
      errorCount: sum.errorCount + place.errorCount,
      treatingCount: sum.treatingCount + place.treatingCount,
    }),
    { deviceCount: 0, onlineCount: 0, unknownCount: 0, errorCount: 0, treatingCount: 0 },
  );
