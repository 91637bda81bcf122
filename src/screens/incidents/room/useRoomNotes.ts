import { useMemo } from 'react';
import { getIncidentNotes, type IncidentNote } from '#contract/incidentNote';
import { instantMs } from '#domain/text/dates';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { useStableCallback } from '#ui/useStableCallback';

/** How often the notes are requested again, in ms: others write too. */
const EVERY_MS = 15_000;

/** A note of the room; `at` in ms since epoch. */
export interface RoomNote extends Omit<IncidentNote, 'at'> {
  readonly at: number;
}

/** The notes of an incident's room. */
export interface RoomNotes {
  readonly notes: readonly RoomNote[];
  /** Whether they were never read, and why the last attempt failed. */
  readonly isLoading: boolean;
  readonly isUnknown: boolean;
  readonly isFailed: boolean;
  readonly refresh: () => void;
}

/** Returns the notes of an incident; null if the server keeps none, or there is no room for them. */
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
  const isFailed = failure !== undefined;
  return useMemo(
    () => (isKept ? { notes, isLoading, isUnknown, isFailed, refresh } : null),
    [isKept, notes, isLoading, isUnknown, isFailed, refresh],
  );
}
