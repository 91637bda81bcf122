/** Groups marks of the history into episodes that deserve attention: related marks form one episode, routine marks form none. */

import type { HistoryMarkKind } from '#contract/history';
import { countText } from '../text/labels.ts';
import { numberText } from '../text/numbers.ts';
import { MINUTE_MS } from '../text/timeUnits.ts';

/** A mark of the history. Instants in ms since epoch; `to` is null while it lasts, and equal to `at` for a mark without duration. */
export interface Mark {
  readonly kind: HistoryMarkKind;
  readonly at: number;
  readonly to: number | null;
  readonly serial: string;
  /** The location at which its device was deployed at that time; null if it was not deployed. */
  readonly locationId: string | null;
  readonly text: string;
  readonly code: string | null;
  readonly id: string | null;
  /** Whether the mark deserves attention: a stop or a takeover does, a request for a report does not. */
  readonly isNotable: boolean;
}

/** Marks that belong together. Instants in ms since epoch; `to` is null while one of them lasts. */
export interface Episode {
  /** The id begins with the kind of the episode, and does not change while the episode grows. */
  readonly id: string;
  readonly kind: HistoryMarkKind;
  readonly at: number;
  readonly to: number | null;
  readonly serials: readonly string[];
  readonly locationId: string | null;
  readonly text: string;
  readonly codes: readonly string[];
  readonly count: number;
  readonly subjectId: string | null;
}

/** An error that recurs within this time, in ms, belongs to the same episode, since error codes come and go. */
export const CHATTER_MS = 10 * MINUTE_MS;
/** Devices of a site that are lost within this time of each other, in ms, form one outage. */
export const OUTAGE_MS = 2 * MINUTE_MS;

/** Time, in ms, before and after a span within which marks may belong to an episode in it. */
export const RELATED_MS = Math.max(CHATTER_MS, OUTAGE_MS, MINUTE_MS);

/** Returns the key that the marks of one episode share, and the maximum time, in ms, from one of them to the next. */
function groupOf({ kind, serial, code, locationId, id, at }: Mark): { readonly key: string; readonly withinMs: number } {
  if (kind === 'error') return { key: `error ${serial} ${code ?? ''}`, withinMs: CHATTER_MS };
  if (kind === 'offline') return { key: `offline ${locationId ?? serial}`, withinMs: OUTAGE_MS };
  return { key: `${kind} ${serial} ${id ?? at}`, withinMs: 0 };
}

const later = (one: number | null, other: number | null) => (one === null || other === null ? null : Math.max(one, other));

/** Returns the end of an episode; for an error, the end of its newest mark, since a later mark shows that the previous error has ended. */
const endOf = (marks: readonly [Mark, ...Mark[]]): number | null =>
  marks[0].kind === 'error' ? (marks.at(-1)?.to ?? null) : marks.reduce<number | null>((end, { to }) => later(end, to), marks[0].to);

/**
 * Returns the latest time at which the next mark of a group may start: counted from the start of the last mark for an outage, otherwise from its end.
 */
const openUntil = (kind: HistoryMarkKind, last: Mark, withinMs: number) =>
  (kind === 'offline' ? last.at : (last.to ?? Infinity)) + withinMs;

function textOf(first: Mark, serials: readonly string[], count: number): string {
  if (first.kind === 'offline' && serials.length > 1) return `${countText(serials.length, 'device')} offline`;
  return count > 1 && first.kind === 'error' ? `${first.text}, ${numberText(count)} times` : first.text;
}

/**
 * Returns the id of the episode that begins with a mark. The id of an outage is exact only to the minute and names the place: the last report before
 * a silence is known to the minute only after its hour is counted, and another device may then be the first.
 */
function idOf({ kind, serial, locationId, at, id }: Mark): string {
  const [what, begin] = kind === 'offline' ? [locationId ?? serial, Math.floor(at / MINUTE_MS) * MINUTE_MS] : [serial, at];
  return [kind, what, new Date(begin).toISOString(), id ?? ''].join(' ').trim();
}

function episodeOf(marks: readonly [Mark, ...Mark[]]): Episode {
  const [first] = marks;
  const serials = [...new Set(marks.map(({ serial }) => serial))];
  return {
    id: idOf(first),
    kind: first.kind,
    at: first.at,
    to: endOf(marks),
    serials,
    locationId: first.locationId,
    text: textOf(first, serials, marks.length),
    codes: [...new Set(marks.flatMap(({ code }) => (code === null ? [] : [code])))],
    count: marks.length,
    subjectId: first.id,
  };
}

/** An incident and an error of one device whose times differ by less than this, in ms, are the same: the incident is the record of the error. */
const SAME_MS = MINUTE_MS;

/** Returns the marks without the errors that an incident records; such an incident lasts as long as its error. */
function withoutRecordedErrors(marks: readonly Mark[]): readonly Mark[] {
  const byTime = marks.toSorted((one, other) => one.at - other.at);
  const errors = new Map<string, Mark[]>();
  for (const mark of byTime) {
    if (mark.kind !== 'error') continue;
    const own = errors.get(mark.serial) ?? [];
    errors.set(mark.serial, own);
    own.push(mark);
  }
  const recorded = new Set<Mark>();
  /** The index of the first error of each device that may belong to its next incident: both lists are sorted by time, so each error is checked once. */
  const next = new Map<string, number>();
  const withEnd = (incident: Mark): Mark => {
    const own = errors.get(incident.serial) ?? [];
    let index = next.get(incident.serial) ?? 0;
    while (index < own.length && (own[index]?.at ?? Infinity) <= incident.at - SAME_MS) index += 1;
    const error = own[index];
    const isRecord = error !== undefined && error.at < incident.at + SAME_MS;
    next.set(incident.serial, isRecord ? index + 1 : index);
    if (!isRecord) return incident;
    recorded.add(error);
    return { ...incident, to: error.to };
  };
  const joined = byTime.map((mark) => (mark.kind === 'incident' ? withEnd(mark) : mark));
  return joined.filter((mark) => !recorded.has(mark));
}

/** Groups the notable marks, in any order, into episodes, newest first. Source: EPISODE1. */
export function episodesOf(marks: readonly Mark[]): readonly Episode[] {
  const groups: [Mark, ...Mark[]][] = [];
  const open = new Map<string, [Mark, ...Mark[]]>();
  for (const mark of withoutRecordedErrors(marks.filter(({ isNotable }) => isNotable))) {
    const { key, withinMs } = groupOf(mark);
    const known = open.get(key);
    const last = known?.at(-1);
    if (known !== undefined && last !== undefined && mark.at <= openUntil(mark.kind, last, withinMs)) known.push(mark);
    else {
      const group: [Mark, ...Mark[]] = [mark];
      open.set(key, group);
      groups.push(group);
    }
  }
  return groups.map(episodeOf).toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
}
