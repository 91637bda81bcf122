/** The last 24 hours of a connection as spans (connected, disconnected, unknown), and its messages per minute. */

import type { ConnectionChange } from '#contract/devices/deviceConnection';
import { DAY_MS } from '../text/timeUnits.ts';

/** A part of the last day in which a device was connected or disconnected, or in which its connection was unknown; times in ms since epoch. */
export interface ConnectionSpan {
  readonly from: number;
  readonly to: number;
  readonly is: 'connected' | 'away' | 'unknown';
}

/** The last 24 hours of a connection. */
export interface ConnectionDay {
  readonly spans: readonly ConnectionSpan[];
  readonly disconnectCount: number;
  /** The total duration of known disconnections, in ms. */
  readonly awayMs: number;
  /** The newest change: since when the device has been connected or disconnected, in ms since epoch; null when unknown. */
  readonly newest: { readonly at: number; readonly isConnected: boolean } | null;
}

/** Returns the last 24 hours of a connection from its changes, in any order; `now` in ms since epoch. Source: CONN6. */
export function connectionDay(changes: readonly ConnectionChange[], now: number): ConnectionDay {
  const begin = now - DAY_MS;
  const known = changes
    .filter(({ kind }) => kind !== 'refused')
    .map(({ at, kind }) => ({ at: Date.parse(at), is: kind === 'connected' ? ('connected' as const) : ('away' as const) }))
    .filter(({ at }) => Number.isFinite(at) && at <= now)
    .toSorted((one, other) => one.at - other.at);
  const spans: ConnectionSpan[] = [];
  const add = (from: number, to: number, is: ConnectionSpan['is']) => {
    const [start, end] = [Math.max(from, begin), Math.min(to, now)];
    if (end <= start) return;
    const last = spans.at(-1);
    if (last?.is === is) spans[spans.length - 1] = { ...last, to: end };
    else spans.push({ from: start, to: end, is });
  };
  add(begin, known[0]?.at ?? now, 'unknown');
  for (const [index, { at, is }] of known.entries()) add(at, known[index + 1]?.at ?? now, is);
  const away = spans.filter(({ is }) => is === 'away');
  const newest = known.at(-1);
  return {
    spans,
    disconnectCount: known.filter(({ at, is }, index) => is === 'away' && at >= begin && known[index - 1]?.is !== 'away').length,
    awayMs: away.reduce((sum, { from, to }) => sum + to - from, 0),
    newest: newest === undefined ? null : { at: newest.at, isConnected: newest.is === 'connected' },
  };
}

/**
 * Returns how many messages arrive per minute, from the instants of the newest ones (ms since epoch, in any order), rounded; null if there are no two messages
 * at different times.
 */
export function messagesPerMinute(times: readonly number[]): number | null {
  const sorted = times.filter((at) => Number.isFinite(at)).toSorted((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last <= first) return null;
  return Math.round(((sorted.length - 1) * 60_000) / (last - first));
}
