/** The requests for the data of devices that are on no shown page (`Remaining`): those in flight, and those that need no further one. */

import type { AnswerEntry } from '#state/answers';

/** Number of devices requested at the same time; the next one follows when one of them is loaded. */
export const AT_ONCE = 12;

/** A device whose data are being requested. */
interface Place {
  readonly serial: string;
  /** When its last known request ended, in ms since epoch; a later end is that of this request. */
  readonly endedAt: number | undefined;
}

/**
 * The progress of the requests of one group. It is kept by the view: the store of responses keeps a bounded number without a view, so that a device would be
 * requested again as soon as its failure is dropped there.
 */
export interface Remaining {
  readonly places: readonly Place[];
  /** The devices that have answered or refused. */
  readonly ended: ReadonlySet<string>;
  /** The devices with which the server was in trouble; they are requested again after all others. */
  readonly last: readonly string[];
  /** How often the server was in trouble with a device. */
  readonly failures: ReadonlyMap<string, number>;
}

/** A device with which the server is in trouble this often is not requested any more. */
const MOST_FAILURES = 3;

/** Nothing has been requested yet. */
export const nothingRequested: Remaining = { places: [], ended: new Set(), last: [], failures: new Map() };

type EntryOf = (serial: string) => Pick<AnswerEntry, 'failure' | 'failedAt' | 'confirmedAt'> | undefined;

/** Returns whether a failure is one of the connection, of what is on the way, or of a busy or absent server, which concerns every device. */
const isOfAll = (status: number): boolean => status === 0 || status === 429 || status > 500;

const endOf = (entry: ReturnType<EntryOf>): number | undefined => (entry?.failure === undefined ? entry?.confirmedAt : entry.failedAt);

/** Returns the devices that wait for a place, in order; `unknown` are those that lack the data. */
export function waitingDevices({ places, ended, last }: Remaining, unknown: readonly string[]): readonly string[] {
  const passed = new Set([...places.map(({ serial }) => serial), ...last]);
  const lacking = new Set(unknown);
  const first = unknown.filter((serial) => !passed.has(serial) && !ended.has(serial));
  return [...first, ...last.filter((serial) => lacking.has(serial))];
}

/** The outcome of the request of a device: `repeated` keeps its place until the next attempt, `later` comes after all others. */
type Outcome = 'pending' | 'known' | 'ended' | 'repeated' | 'later';

/** Returns what became of the request of a device, with which the server was in trouble `count` times before. */
function outcomeOf({ serial, endedAt }: Place, entryOf: EntryOf, count: number): Outcome {
  const entry = entryOf(serial);
  if (endOf(entry) === undefined || endOf(entry) === endedAt) return 'pending';
  if (entry?.failure === undefined) return 'ended';
  const { status } = entry.failure;
  if (isOfAll(status)) return 'repeated';
  if (status < 500 || count + 1 >= MOST_FAILURES) return 'ended';
  return count === 0 ? 'later' : 'repeated';
}

/**
 * Returns the requests after those that have ended: an answer or a refusal ends the request of a device. Without a connection, or where the server is busy, it
 * keeps its place until the next attempt. Where the server is in trouble with it, it comes after all others, and then once more after a pause. The same object if
 * nothing has changed. Source: ONCE1.
 */
export function nextRequests(before: Remaining, unknown: readonly string[], entryOf: EntryOf): Remaining {
  const lacking = new Set(unknown);
  const outcomes = before.places.map((place) => ({
    place,
    outcome: lacking.has(place.serial) ? outcomeOf(place, entryOf, before.failures.get(place.serial) ?? 0) : ('known' as const),
  }));
  const serialsOf = (wanted: Outcome) => outcomes.flatMap(({ place, outcome }) => (outcome === wanted ? [place.serial] : []));
  const places = outcomes.flatMap(({ place, outcome }) => {
    if (outcome === 'pending') return [place];
    return outcome === 'repeated' ? [{ ...place, endedAt: endOf(entryOf(place.serial)) }] : [];
  });
  const failures = new Map(before.failures);
  for (const { place, outcome } of outcomes) {
    const isTrouble = (entryOf(place.serial)?.failure?.status ?? 0) >= 500;
    if (isTrouble && (outcome === 'repeated' || outcome === 'later')) failures.set(place.serial, (failures.get(place.serial) ?? 0) + 1);
  }
  const ended = serialsOf('ended');
  const kept: Remaining = {
    places,
    ended: ended.length === 0 ? before.ended : new Set([...before.ended, ...ended]),
    last: [...before.last, ...serialsOf('later')],
    failures,
  };
  const added = places.length === AT_ONCE ? [] : waitingDevices(kept, unknown).slice(0, AT_ONCE - places.length);
  if (added.length === 0 && outcomes.every(({ outcome }) => outcome === 'pending')) return before;
  return {
    ...kept,
    places: [...places, ...added.map((serial) => ({ serial, endedAt: endOf(entryOf(serial)) }))],
    last: kept.last.filter((serial) => !added.includes(serial)),
  };
}
