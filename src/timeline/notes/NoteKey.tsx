import { useEffect, useState } from 'react';
import { isShortcut } from '#ui/keyTargets';
import { useStableCallback } from '#ui/useStableCallback';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { NoteDialog } from './NoteDialog.tsx';
import { useNotes } from './useNotes.ts';

function OpenedNote({ at, onClose }: { readonly at: number; readonly onClose: () => void }) {
  const { isRead, notes, isOnServer, put } = useNotes();
  return isRead ? <NoteDialog at={at} {...{ notes, isOnServer, put }} onClose={onClose} /> : null;
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
    if (first !== null) take(first);
    document.addEventListener('keydown', take);
    return () => document.removeEventListener('keydown', take);
  }, [first, take]);
  return at === null ? null : <OpenedNote at={at} onClose={() => setAt(null)} />;
}
