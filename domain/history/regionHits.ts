/** The times at which a device was in a rectangle of a map, and its standstills there: a fold over its positions. */

import { MINUTE_MS } from '../text/timeUnits.ts';

/** A rectangle of a map, in metres. */
export interface Rectangle {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The position of a device at an instant (ms since epoch), in metres on its map. */
export interface PlaceAt {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** A time in a region, in ms since epoch. `hasBegun` and `hasEnded`: whether its start and its end were seen. */
export interface RegionTime {
  readonly from: number;
  readonly to: number;
  readonly hasBegun: boolean;
  readonly hasEnded: boolean;
}

/** A time in which a device was in a region, or stood still at a place in it. */
export type RegionTimeOf = (RegionTime & { readonly kind: 'visit' }) | (RegionTime & { readonly kind: 'standstill' } & Omit<PlaceAt, 'at'>);

/** Time without a position after which the position of a device is unknown, in ms. */
export const UNKNOWN_AFTER_MS = 5 * MINUTE_MS;
/**
 * Tolerance, in metres, for the varying positions of a standing device: a device that moves less stands still, and a device within this distance of the
 * rectangle has not left it.
 */
export const STILL_METRES = 0.3;

const isIn = ({ west, south, east, north }: Rectangle, { x, y }: PlaceAt, margin: number): boolean =>
  x >= west - margin && x <= east + margin && y >= south - margin && y <= north + margin;

interface Standing {
  readonly place: PlaceAt;
  readonly hasBegun: boolean;
}

/** A fold of the positions of one device. */
export interface RegionFold {
  /** Adds a position; positions must be added in order of time. */
  readonly push: (place: PlaceAt) => void;
  /** Returns all times, sorted by end, and starts over. */
  readonly done: () => readonly RegionTimeOf[];
}

/** Creates the fold of a rectangle; a device that does not move for `stillMs` or longer stands still. */
export function regionFold(rectangle: Rectangle, stillMs: number): RegionFold {
  let times: RegionTimeOf[] = [];
  let last: PlaceAt | null = null;
  let visit: { readonly from: number; readonly hasBegun: boolean } | null = null;
  let standing: Standing | null = null;

  /** Ends a standstill at the last position near its place. */
  const endStanding = (until: number, hasEnded: boolean) => {
    if (standing !== null && until - standing.place.at >= stillMs) {
      const { at: from, x, y } = standing.place;
      times.push({ kind: 'standstill', from, to: until, x, y, hasBegun: standing.hasBegun, hasEnded });
    }
    standing = null;
  };
  const endVisit = (until: number, hasEnded: boolean) => {
    if (visit !== null) times.push({ kind: 'visit', ...visit, to: until, hasEnded });
    visit = null;
  };
  const move = (place: PlaceAt, before: PlaceAt | null) => {
    if (visit === null) {
      visit = { from: place.at, hasBegun: before !== null };
      standing = { place, hasBegun: before !== null };
    } else if (standing !== null && Math.hypot(place.x - standing.place.x, place.y - standing.place.y) > STILL_METRES) {
      endStanding(before?.at ?? place.at, true);
      standing = { place, hasBegun: true };
    }
  };
  return {
    push: (place) => {
      const isUnknown = last !== null && place.at - last.at > UNKNOWN_AFTER_MS;
      if (isUnknown && last !== null) {
        endStanding(last.at, false);
        endVisit(last.at, false);
      }
      const before = isUnknown ? null : last;
      if (isIn(rectangle, place, visit === null ? 0 : STILL_METRES)) move(place, before);
      else {
        endStanding(before?.at ?? place.at, true);
        endVisit(place.at, true);
      }
      last = place;
    },
    done: () => {
      if (last !== null) {
        endStanding(last.at, false);
        endVisit(last.at, false);
      }
      const found = times;
      [times, last] = [[], null];
      return found;
    },
  };
}
