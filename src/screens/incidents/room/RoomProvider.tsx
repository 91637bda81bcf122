import { type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { Incident } from '#contract/incident';
import { roomSpan, type RoomExtension } from '#domain/incidents/roomPlayhead';
import { selectNow } from '#state/clock';
import { useIsPast } from '#hooks/IntentContext';
import { useAppSelector } from '#hooks/useAppSelector';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { useRoomPlayhead } from '#hooks/useRoomPlayhead';
import { useRoomRecord } from '#hooks/useRoomRecord';
import { useRoomNotes } from './useRoomNotes.ts';
import { RoomContext, RoomHeadContext, type Room } from './RoomContext.ts';

/**
 * Interval, in ms, at which a room that is not over is read again, and the time for which that continues after its end: reports reach the server's
 * history later.
 */
const AGAIN_MS = 5_000;
const LATE_MS = 10_000;

/** Returns the source from which a room is read; null while it is not held, and at a past moment, where nothing may be requested. */
function useSource(isHeld: boolean) {
  const travel = useContext(TimeTravelContext);
  const isPast = useIsPast();
  const { recorded, marksOf } = travel ?? {};
  return useMemo(
    () => (!isHeld || isPast || recorded === undefined ? null : { recorded, ...(marksOf === undefined ? {} : { marksOf }) }),
    [isHeld, isPast, recorded, marksOf],
  );
}

interface Props {
  readonly incident: Incident;
  /** The instant of the incident, ms since epoch. */
  readonly errorAt: number;
  /** Whether the past of that instant is held anywhere; otherwise nothing is read. */
  readonly isHeld: boolean;
  readonly children: ReactNode;
}

/** Provides the room of an incident: reads its record, and holds its span and its playhead. */
export function RoomProvider({ incident, errorAt, isHeld, children }: Props) {
  const { machine_serial: serial } = incident;
  const [extension, setExtension] = useState<RoomExtension>({ before: 0, after: 0 });
  const span = useMemo(() => roomSpan(errorAt, extension), [errorAt, extension]);
  const until = useAppSelector((s) => Math.min(span.to + LATE_MS, Math.ceil(selectNow(s) / AGAIN_MS) * AGAIN_MS));
  const reading = useRoomRecord(useSource(isHeld), serial, span, until);
  const notes = useRoomNotes(incident.incident_id, isHeld);
  const { head, send } = useRoomPlayhead(errorAt, span);
  const extend = useCallback(
    (direction: keyof RoomExtension) => setExtension((before) => ({ ...before, [direction]: before[direction] + 1 })),
    [],
  );
  const [frameMs, setFrameMs] = useState<number | null>(null);
  const jump = useCallback((at: number) => send({ kind: 'seek', at }), [send]);
  const room = useSameRoom({ incident, errorAt, span, reading, notes, extension, extend, send, jump, frameMs, setFrameMs });
  return (
    <RoomContext value={room}>
      <RoomHeadContext value={head}>{children}</RoomHeadContext>
    </RoomContext>
  );
}

/** Returns the same room until a part of it changes, other than the playhead. */
function useSameRoom({ incident, errorAt, span, reading, notes, extension, extend, send, jump, frameMs, setFrameMs }: Room): Room {
  return useMemo(
    () => ({ incident, errorAt, span, reading, notes, extension, extend, send, jump, frameMs, setFrameMs }),
    [incident, errorAt, span, reading, notes, extension, extend, send, jump, frameMs, setFrameMs],
  );
}
