import { useEffect, useState } from 'react';
import { isShortcut } from '#ui/keyTargets';
import { useStableCallback } from '#ui/useStableCallback';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { NoteDialog } from './NoteDialog.tsx';
import { useNotes } from './useNotes.ts';

function OpenedNote({ at, onClose }: { readonly at: number; readonly onClose: () => void }) {
  const { isRead, read, notes, isOnServer, put } = useNotes();
  // Opens at once, because keys that are typed before the notes are read would trigger shortcuts.
  return <NoteDialog at={at} {...{ isRead, read, notes, isOnServer, put }} onClose={onClose} />;
}

interface Props {
  /** A key that was pressed before this component was mounted. */
  readonly first: Event | null;
}

/** Handles the key B, which opens the note of now or of the shown moment. A replay has no notes. */
export function NoteKey({ first }: Props) {
  const { shownAt, recording } = useTimeTravel();
  const [at, setAt] = useState<number | null>(null);
  const take = useStableCallback((event: Event) => {
    if (recording !== undefined || !isShortcut(event) || event.key.toLowerCase() !== 'b') return;
    event.preventDefault();
    setAt(Math.floor(shownAt()));
  });
  useEffect(() => {
    // Not at once: the letter of a key that is still being handled would be typed into the field, which takes the focus.
    if (first !== null) queueMicrotask(() => take(first));
    document.addEventListener('keydown', take);
    return () => document.removeEventListener('keydown', take);
  }, [first, take]);
  return at === null ? null : <OpenedNote at={at} onClose={() => setAt(null)} />;
}
