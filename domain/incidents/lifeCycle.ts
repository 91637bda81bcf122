/** The life cycle of an incident: the events around it, each row with its offset to the error, and the row that is active at an instant. */

import type { TimeSpan } from '../text/timeUnits.ts';
import { activityOf, activityText } from '../devices/activity.ts';
import type { RoomRecord, RoomReport } from './roomRecord.ts';

/** The kinds of rows: `incident` is the error itself, `state` and `place` come from reports, `event` from the server's history. */
export type LifeCycleKind = 'incident' | 'error' | 'state' | 'place' | 'command' | 'control' | 'offline' | 'event';

/** A row of the life cycle; `at` in ms since epoch. */
export interface LifeCycleRow {
  readonly at: number;
  readonly kind: LifeCycleKind;
  readonly text: string;
}

/** The incident at the centre of a life cycle. */
interface LifeCycleSubject {
  readonly serial: string;
  readonly at: number;
  /** The text of the incident's row. */
  readonly text: string;
}

/** Kinds of marks that are left out, because the reports or the incident itself describe them more exactly. */
const KNOWN_OTHERWISE: ReadonlySet<string> = new Set(['error', 'incident']);
const OWN_KINDS: ReadonlySet<string> = new Set<LifeCycleKind>(['command', 'control', 'offline']);
const isOwnKind = (kind: string): kind is 'command' | 'control' | 'offline' => OWN_KINDS.has(kind);

/** Returns the rows that a report adds, given the previous report. */
function changes({ at, state }: RoomReport, before: RoomReport): LifeCycleRow[] {
  if (state === null) return [{ at, kind: 'offline', text: 'Reports no more' }];
  if (before.state === null) return [{ at, kind: 'state', text: `Reports again: ${activityText(activityOf(state))}` }];
  const activity = activityOf(state);
  const text = activityText(activity);
  const rows: LifeCycleRow[] = [];
  if (text !== activityText(activityOf(before.state))) rows.push({ at, kind: activity.kind === 'error' ? 'error' : 'state', text });
  const node = (state.current_node ?? '').trim();
  if (node !== '' && node !== (before.state.current_node ?? '').trim()) rows.push({ at, kind: 'place', text: `Node ${node}` });
  return rows;
}

const isIn = ({ from, to }: TimeSpan, at: number): boolean => at >= from && at <= to;

/** Returns the rows of a span, oldest first; at the same instant the incident is last, because the other rows led to it. */
export function lifeCycleOf(
  { span, reports, marks }: RoomRecord,
  { serial, at: errorAt, text }: LifeCycleSubject,
): readonly LifeCycleRow[] {
  const own = reports.get(serial) ?? [];
  const reported = own.flatMap((report, index) => {
    const before = own[index - 1];
    return before === undefined ? [] : changes(report, before);
  });
  const marked = marks.flatMap(({ kind, at, text: words }): LifeCycleRow[] =>
    KNOWN_OTHERWISE.has(kind) ? [] : [{ at, kind: isOwnKind(kind) ? kind : 'event', text: words }],
  );
  return [...reported, ...marked, { at: errorAt, kind: 'incident', text } as const]
    .filter(({ at }) => isIn(span, at))
    .toSorted((one, other) => one.at - other.at);
}

/** Returns the index of the row that is active at an instant: the last row up to it; -1 before the first. */
export const activeRow = (rows: readonly Pick<LifeCycleRow, 'at'>[], at: number): number => rows.findLastIndex((row) => row.at <= at);

/** Formats the time to the error in tenths of a second: `-2.1 s`, `0.0 s`, `+6.0 s`. */
export function offsetText(ms: number): string {
  const tenths = Math.round(ms / 100);
  const sign = tenths === 0 ? '' : tenths < 0 ? '-' : '+';
  return `${sign}${(Math.abs(tenths) / 10).toFixed(1)} s`;
}

/** Formats the time to the error as a part of a sentence: `2.1 s before the error`, `at the error`, `1.2 s after the error`. */
export function offsetInWords(ms: number): string {
  const text = offsetText(ms);
  if (text === '0.0 s') return 'at the error';
  return `${text.slice(1)} ${text.startsWith('-') ? 'before' : 'after'} the error`;
}
