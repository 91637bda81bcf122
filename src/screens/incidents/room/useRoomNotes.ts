import { useMemo } from 'react';
import { getIncidentNotes, type IncidentNote } from '#contract/incidentNote';
import { instantMs } from '#domain/text/dates';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { useStableCallback } from '#ui/useStableCallback';

/** Interval at which the notes are requested again, in ms: other people write too. */
const EVERY_MS = 15_000;

/** A note of the room; `at` in ms since epoch. */
export interface RoomNote extends Omit<IncidentNote, 'at'> {
  readonly at: number;
}

/** The notes of an incident's room. */
export interface RoomNotes {
  readonly notes: readonly RoomNote[];
  /** Whether `notes` is an answer, not empty for want of one. */
  readonly isKnown: boolean;
  /** Whether the notes were never read, and whether the last attempt failed. */
  readonly isLoading: boolean;
  readonly isUnknown: boolean;
  readonly isFailed: boolean;
  readonly refresh: () => void;
}

/** Returns the notes of an incident; null if the server keeps none, or if the incident has no room. */
export function useRoomNotes(id: string, isHeld: boolean): RoomNotes | null {
  const isKept = useFeature('incident_notes') && isHeld;
  const query = useAnswer(getIncidentNotes, { id }, {}, { everyMs: EVERY_MS, isWanted: isKept });
  const { answer, isLoading, isUnknown, failure } = query;
  const refresh = useStableCallback(query.refresh);
  const notes = useMemo(
    () =>
      (answer?.result ?? []).flatMap((note): readonly RoomNote[] => {
        const at = instantMs(note.at);
        return at === null ? [] : [{ ...note, at }];
      }),
    [answer],
  );
  const isKnown = answer !== undefined;
  const isFailed = failure !== undefined;
  return useMemo(
    () => (isKept ? { notes, isKnown, isLoading, isUnknown, isFailed, refresh } : null),
    [isKept, notes, isKnown, isLoading, isUnknown, isFailed, refresh],
  );
}
