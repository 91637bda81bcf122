import type { TimeSpan } from '#domain/text/timeUnits';
import { useState } from 'react';
import { deviceLink } from '#domain/addresses';
import { selectTickedAt } from '#state/clock';
import { selectRoomOffset } from './useRoomRecord.ts';
import type { Note as RecordingNote } from '#past/recorder/blockStore';
import { useTimeTravel } from './TimeTravelContext.ts';

type Progress = 'idle' | 'saving' | 'failed';

/** A user's note on an instant of an incident's room, in ms since epoch. */
type AuthoredNote = RecordingNote & { readonly author: string };

/**
 * Returns a function that saves the room of a device as one recording file, including the notes and named after an instant, and its progress. The file opens at
 * the page of the device.
 */
export function useRoomDownload(
  serial: string,
  notes: readonly AuthoredNote[],
): {
  readonly progress: Progress;
  readonly save: (span: TimeSpan, at: number) => Promise<void>;
} {
  const { recorded, liveStore, ports } = useTimeTravel();
  const [progress, setProgress] = useState<Progress>('idle');
  const save = async (span: TimeSpan, at: number) => {
    setProgress('saving');
    const state = liveStore.getState();
    const author = { state, config: ports.config, note: '', screen: deviceLink(serial), writtenAt: selectTickedAt(state) };
    const texts = notes.map(({ at: moment, author: by, text }) => ({ at: moment, text: `${by}: ${text}` }));
    const file = await Promise.all([recorded('was'), import('#past/file/saveRoom')])
      .then(([blocks, { writeRoom }]) =>
        writeRoom(blocks, { ...span, notes: texts, offsetMs: selectRoomOffset(state) }, at, author, ports.codec),
      )
      .catch(() => null);
    if (file !== null) ports.saveBytes(file.content, file.name);
    setProgress(file === null ? 'failed' : 'idle');
  };
  return { progress, save };
}
