import type { TimeSpan } from '#domain/text/timeUnits';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { selectClockOffset, selectNow } from '#state/clock';
import type { RootState } from '#state/store';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import type { RoomMark, RoomRecord } from '#domain/incidents/roomRecord';
import type { TimeTravel } from './TimeTravelContext.ts';

/** The state of reading an incident's room. `record` covers the last span that was read. */
export type RoomReading =
  | { readonly kind: 'loading'; readonly record: RoomRecord | null }
  | { readonly kind: 'known'; readonly record: RoomRecord }
  /** No data of the device are recorded, or none can be requested at a past moment. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly retry: () => void };

/** The functions of time travel with which a room is read. */
type Source = Pick<TimeTravel, 'recorded' | 'marksOf'>;

/** Precision of the clock offset, in ms: it is rounded to the second, so smaller changes are ignored. */
const SECOND_MS = 1_000;
/** Returns the offset of the server's clock from the console's, in ms, which converts the times of this console's recording of a room. */
export const selectRoomOffset = (state: RootState): number => Math.round(selectClockOffset(state) / SECOND_MS) * SECOND_MS;
/** The text if the server's history has reports, but its marks could not be read. */
const WITHOUT_MARKS = 'Commands and events could not be read.';

/** Returns the marks of a device in a span from the server's history; null if there is no history. Rejects if the marks cannot be read. */
async function marksIn({ marksOf }: Source, serial: string, { from, to }: TimeSpan): Promise<readonly RoomMark[] | null> {
  const marks = await marksOf?.(serial, { from, to: to + 1 });
  if (marks == null) return null;
  return marks.flatMap(({ at, text, kind, serial: of, cause = kind }) => {
    const isOf = of === serial && at >= from && at <= to;
    return isOf ? [{ kind: cause, at, text }] : [];
  });
}

interface Clock {
  /** The server's current time, in ms since epoch. */
  readonly now: number;
  readonly offsetMs: number;
}

async function readRecord(source: Source, serial: string, span: TimeSpan, { now, offsetMs }: Clock): Promise<RoomRecord> {
  const [blocks, { readRoom }] = await Promise.all([source.recorded(), import('#past/values/readRoom')]);
  const [record, marks] = await Promise.all([
    readRoom(blocks, serial, span, now, offsetMs),
    marksIn(source, serial, span).catch(() => 'unread' as const),
  ]);
  if (marks === 'unread') return { ...record, gaps: [...record.gaps, WITHOUT_MARKS] };
  return marks === null ? record : { ...record, marks };
}

type Outcome = { readonly of: string; readonly record: RoomRecord | null };

/**
 * Reads the room of a device from this console's recording or the server's history: once per span, and again while the span is not over (`until` changes). If
 * that fails, the last record stays. Nothing is read without a source.
 */
export function useRoomRecord(source: Source | null, serial: string, { from, to }: TimeSpan, until: number): RoomReading {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [last, setLast] = useState<RoomRecord | null>(null);
  const store = useLogStore();
  const offsetMs = useAppSelector(selectRoomOffset);
  const wanted = [serial, from, to, until, offsetMs, attempt].join(' ');
  useEffect(() => {
    if (source === null) return undefined;
    let isNewest = true;
    const settle = (record: RoomRecord | null) => {
      if (!isNewest) return;
      setOutcome({ of: wanted, record });
      if (record !== null) setLast(record);
    };
    readRecord(source, serial, { from, to }, { now: selectNow(store.getState()), offsetMs }).then(settle, () => settle(null));
    return () => {
      isNewest = false;
    };
  }, [source, store, serial, from, to, offsetMs, wanted]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return useMemo((): RoomReading => {
    if (source === null) return { kind: 'unknown' };
    if (outcome?.of !== wanted) return { kind: 'loading', record: last };
    if (outcome.record === null) {
      const isSame = last?.span.from === from && last.span.to === to;
      return isSame ? { kind: 'known', record: last } : { kind: 'failed', retry };
    }
    return outcome.record.reports.has(serial) ? { kind: 'known', record: outcome.record } : { kind: 'unknown' };
  }, [source, outcome, wanted, last, serial, from, to, retry]);
}
