/**
 * The search for the devices that were in a rectangle of a map in a span: reads positions from hot blocks and sealed files, part by part, and folds
 * them by device.
 */

import { type PlaceAt, type Rectangle, regionFold, type RegionFold, type RegionTimeOf } from '#domain/history/regionHits';
import type { ReadableDevice } from '../../locations/visibility.ts';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import type { UnreadableFile } from '../parquet/storedParquet.ts';
import type { HistoryStore } from '../reports/historyStore.ts';
import { readFields } from '../reports/readFields.ts';
import { costOf, countReports } from '../reports/readReports.ts';
import type { ReportSpan } from '../reports/reportSpan.ts';

/** Maximum number of reports that are read for a response; reports of other devices in the same database blocks count by their cost. */
const MAX_REPORTS = 20_000_000;
/** Approximate number of reports in memory at once. */
const REPORTS_AT_ONCE = 200_000;

const POSE = ['current_pose_x', 'current_pose_y'] as const;

/** Positions by device. */
type Places = Map<string, PlaceAt[]>;

/** Adds a position unless one of its coordinates is missing, null or not a number. */
function addPlace(places: Places, serial: string, at: number, x: unknown, y: unknown): void {
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return;
  const own = places.get(serial);
  if (own === undefined) places.set(serial, [{ at, x, y }]);
  else own.push({ at, x, y });
}

/** Reads the positions of a part of the span, almost in order of time per device; files that could not be read are added to `unreadable`. */
async function readPlaces(store: HistoryStore, span: ReportSpan, unreadable: Map<string, UnreadableFile>): Promise<Places> {
  const places: Places = new Map();
  const files = await readFields(store, span, POSE, (serial, at, [x, y]) => addPlace(places, serial, at, x, y));
  for (const file of files) unreadable.set(file.name, file);
  return places;
}

/** A hit: a time that a device spent in the region. */
export type DeviceTime = RegionTimeOf & { readonly serial: string };

/** Maximum number of hits in a response. */
export const MAX_HITS = 1_000;

const newestFirst = (times: readonly DeviceTime[]): DeviceTime[] =>
  times.toSorted((one, other) => other.from - one.from).slice(0, MAX_HITS + 1);

/** Returns the newest hits in short turns of the event loop; one more than `MAX_HITS` if there are more. */
async function newestTimes(folds: ReadonlyMap<string, RegionFold>): Promise<readonly DeviceTime[]> {
  let newest: DeviceTime[] = [];
  await mapInTurns([...folds], ([serial, fold]) => {
    for (const time of fold.done()) newest.push({ ...time, serial });
    if (newest.length > 10 * MAX_HITS) newest = newestFirst(newest);
  });
  return newestFirst(newest);
}

/** The query: a rectangle, the minimum duration of a standstill in ms, and the devices that were on its map. */
export interface RegionQuestion extends ReportSpan {
  readonly devices: readonly ReadableDevice[];
  readonly rectangle: Rectangle;
  readonly stillMs: number;
}

/** The hits, newest first, at most `MAX_HITS` + 1, and the files that could not be read in the search. */
export interface RegionTimes {
  readonly times: readonly DeviceTime[];
  readonly unreadable: readonly UnreadableFile[];
}

/** Returns the times that devices spent in a region, and their standstills there. Throws 413 for a span with too many reports. */
export async function readRegion(store: HistoryStore, question: RegionQuestion): Promise<RegionTimes> {
  const { from, to, devices, rectangle, stillMs } = question;
  if (devices.length === 0 || from >= to) return { times: [], unreadable: [] };
  const cost = costOf(await countReports(store, { from, to, devices }));
  if (cost > MAX_REPORTS) throw createFailure('historyTooLong');
  const parts = Math.max(1, Math.ceil(cost / REPORTS_AT_ONCE));
  const startOf = (part: number) => Math.round(from + ((to - from) * part) / parts);
  const unreadable = new Map<string, UnreadableFile>();
  const folds = new Map<string, RegionFold>();
  for (let part = 0; part < parts; part += 1) {
    const places = await readPlaces(store, { from: startOf(part), to: startOf(part + 1), devices }, unreadable);
    await mapInTurns([...places], ([serial, own]) => {
      const fold = folds.get(serial) ?? regionFold(rectangle, stillMs);
      folds.set(serial, fold);
      for (const place of own.toSorted((one, other) => one.at - other.at)) fold.push(place);
    });
  }
  return { times: await newestTimes(folds), unreadable: [...unreadable.values()] };
}
